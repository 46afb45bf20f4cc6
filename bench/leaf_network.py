"""Fit the leaf network to self-play: `python -m bench.leaf_network ROUNDS FILE` writes FILE.

A player that looks one step ahead with the current network plays against itself. Then a network of
the same shape is fitted to the results of the positions, mixed with the player's own later values
(TD(λ)). Copy FILE over src/jaipur/bots/leaf_network.npz for the next generation.
"""

from __future__ import annotations

import sys
from math import exp, log, sqrt
from pathlib import Path

import numpy as np
import numpy.typing as npt

from jaipur.arena.playing import NOBODY, start_round
from jaipur.bots.appraisal import AppraisalWorkspace, appraise, new_appraisal_workspace
from jaipur.bots.leaf_network import (
    BOTH_HANDS,
    FEATURES,
    FROM,
    FURTHEST,
    LEADS,
    QUARTERS,
    SIZES,
    WIN,
    position_features,
)
from jaipur.bots.network import LEAK, Network
from jaipur.bots.network_file import save_network
from jaipur.bots.one_step import best_action
from jaipur.compiled import compiled
from jaipur.deals import sorted_box
from jaipur.kernel.chance import below, new_chance, seed_chance
from jaipur.kernel.knowledge import observe
from jaipur.kernel.layout import END, RUNNING, TURN, Array, new_position, new_view
from jaipur.kernel.rules import apply, winner

FloatArray = npt.NDArray[np.float64]

WORLDS = 2
SLIP = 30
"""Random actions per thousand, for exploration."""
LAMBDA = 0.8
MOST_TURNS = 500
RATE_OF_PASS = (0.1, 0.07, 0.03, 0.02)
COUNTED = FEATURES - 1
"""The features with trained rows; the lead instead has one weight per rupee and quarter."""
QUARTER, SEAT, LEAD = COUNTED, COUNTED + 1, COUNTED + 2
"""A sample is these features, the quarter, the seat to act and its lead."""
SAMPLE = COUNTED + 3
HIDDEN = 64
RATES = int(FROM[COUNTED])
"""+ quarter: the weights from a rupee of lead to the hidden layer."""
BIAS = RATES + QUARTERS
WEIGHTS = BIAS + 1
"""The weights from the hidden layer to the log-odds."""
DIRECT = WEIGHTS + 1
"""+ quarter: the direct log-odds per rupee of lead, and the constant."""
ROWS = DIRECT + QUARTERS
SHIFT = 16.0
"""Added to the direct log-odds, so that they pass through the ReLU unchanged."""
MEASURED = 65_536
"""Samples on which the peaks of the units are measured."""
LEAST_PEAK = 0.01


def play_round(
    number: int, workspace: AppraisalWorkspace, box: tuple[Array, Array], samples: Array
) -> FloatArray:
    """Play a round against itself; write its positions to `samples` and return their targets."""
    position, view, chance, features = (
        new_position(),
        new_view(),
        new_chance(),
        workspace.leaf.features,
    )
    values, turns = np.zeros(len(samples)), 0
    seed_chance(chance, 1, number)
    start_round(position, 2, number, NOBODY, box[0], box[1])
    while position[END] == RUNNING and turns < len(samples):
        seat = int(position[TURN])
        observe(position, seat, view)
        count = appraise(view, WORLDS, number, workspace)
        action = best_action(workspace.appraised, count)
        for place in range(count):
            if workspace.appraised[0, place] == action:
                values[turns] = workspace.appraised[1, place] / WIN
        samples[turns, LEAD] = position_features(position, seat, features)
        samples[turns, SEAT] = seat
        for place in range(COUNTED):
            samples[turns, place] = features[place]
        samples[turns, QUARTER] = (features[COUNTED] - FROM[COUNTED]) // LEADS
        if below(chance, 1000) < SLIP:
            action = int(workspace.appraised[0, below(chance, count)])
        apply(position, action)
        turns += 1
    won = winner(position)
    later = 0.5 if won == NOBODY else 1.0 - won
    for turn in range(turns - 1, -1, -1):
        # `later` is the target for seat 0; each sample belongs to the seat to act.
        thought = 1.0 - values[turn] if samples[turn, SEAT] else values[turn]
        values[turn] = 1.0 - later if samples[turn, SEAT] else later
        later = LAMBDA * later + (1.0 - LAMBDA) * thought
    return values[:turns]


def fit(
    samples: Array, values: FloatArray, numbers: FloatArray, seen: FloatArray, rate: float
) -> float:
    """Make one pass over the samples (AdaGrad), and return the mean loss."""
    layer, loss = np.zeros(HIDDEN), 0.0
    for sample in range(len(values)):
        lead, quarter = float(samples[sample, LEAD]), int(samples[sample, QUARTER])
        logit = numbers[DIRECT + quarter, 0] * lead + numbers[DIRECT + quarter, 1]
        for unit in range(HIDDEN):
            layer[unit] = numbers[BIAS, unit] + numbers[RATES + quarter, unit] * lead
            for feature in range(COUNTED):
                layer[unit] += numbers[samples[sample, feature], unit]
            logit += max(0.0, layer[unit]) * numbers[WEIGHTS, unit]
        chance = 1.0 / (1.0 + exp(-logit))
        error = values[sample] - chance
        loss -= values[sample] * log(max(1e-9, chance))
        loss -= (1.0 - values[sample]) * log(max(1e-9, 1.0 - chance))
        learn(numbers, seen, DIRECT + quarter, 0, error * lead, rate / 20)
        learn(numbers, seen, DIRECT + quarter, 1, error, rate)
        for unit in range(HIDDEN):
            if layer[unit] > 0:
                slope = error * numbers[WEIGHTS, unit]
                learn(numbers, seen, WEIGHTS, unit, error * layer[unit], rate)
                learn(numbers, seen, BIAS, unit, slope, rate)
                learn(numbers, seen, RATES + quarter, unit, slope * lead, rate / 20)
                for feature in range(COUNTED):
                    learn(numbers, seen, int(samples[sample, feature]), unit, slope, rate)
    return loss / len(values)


def learn(
    numbers: FloatArray, seen: FloatArray, row: int, unit: int, slope: float, rate: float
) -> None:
    """Update one weight by AdaGrad."""
    seen[row, unit] += slope * slope
    numbers[row, unit] += rate * slope / sqrt(seen[row, unit] + 1.0)


def main(rounds: int, file: Path) -> None:
    """Play, fit, and write the network."""
    play, workspace, box = compiled(play_round), new_appraisal_workspace(), sorted_box()
    pieces, values = [], []
    for number in range(rounds):
        samples = np.zeros((MOST_TURNS, SAMPLE), np.int64)
        values.append(play(number, workspace, box, samples))
        pieces.append(samples[: len(values[-1])])
    every, targets = np.concatenate(pieces), np.concatenate(values)
    chance = np.random.default_rng(1)
    numbers = chance.normal(0, 0.1, (ROWS, HIDDEN))
    numbers[RATES:BIAS] /= 20
    numbers[DIRECT:] = 0.0
    numbers[DIRECT:, 0] = 0.05
    seen, unknown = np.zeros_like(numbers), len(targets) // 20
    for rate in RATE_OF_PASS:
        order = unknown + chance.permutation(len(targets) - unknown)
        loss = compiled(fit)(every[order], targets[order], numbers, seen, rate)
        valid = compiled(fit)(every[:unknown], targets[:unknown], numbers.copy(), seen.copy(), 0.0)
        print(f"loss {loss:.4f}, on rounds not learned from {valid:.4f}", flush=True)
    network = as_network(numbers, every[:MEASURED])
    save_network(file, network, f"leaf network, {rounds} rounds", BOTH_HANDS)


def as_network(numbers: FloatArray, samples: Array) -> Network:
    """Convert the weights to the common format, with the lead as one more feature."""
    rows = np.zeros((BOTH_HANDS.rows, HIDDEN + 1), np.float32)
    rows[:RATES, :HIDDEN] = numbers[:RATES]
    leads = np.arange(-FURTHEST, FURTHEST + 1)
    for quarter in range(QUARTERS):
        start = int(FROM[COUNTED] + quarter * SIZES[COUNTED])
        rows[start : start + LEADS, :HIDDEN] = leads[:, None] * numbers[RATES + quarter]
        direct = numbers[DIRECT + quarter]
        rows[start : start + LEADS, HIDDEN] = leads * direct[0] + direct[1]
    bias = np.append(numbers[BIAS], SHIFT).astype(np.float32)
    weights = np.append(numbers[WEIGHTS], 1.0).astype(np.float32)
    # A unit and its negative: together they also pass values below zero.
    last = np.array([[1, 0], [-1, 0]], np.float32) / np.float32(1 + LEAK)
    second = np.stack([weights, -weights], axis=1)
    second_bias = np.array([-SHIFT, SHIFT], np.float32)
    hidden = np.maximum(rows[rows_of(samples)].sum(1) + bias, 0)
    sums = hidden @ second + second_bias
    out = np.abs(np.where(sums > 0, sums, LEAK * sums))
    return Network(
        rows=rows,
        bias=bias,
        peaks=np.maximum(hidden.max(0), LEAST_PEAK).astype(np.float32),
        second=second,
        second_bias=second_bias,
        second_peaks=np.maximum(out.max(0), LEAST_PEAK).astype(np.float32),
        third=np.zeros((2, 0), np.float32),
        third_bias=np.zeros(0, np.float32),
        last=last,
        last_bias=np.zeros(2, np.float32),
    )


def rows_of(samples: Array) -> Array:
    """Return the row of each feature of samples in the common format."""
    lead = np.clip(samples[:, LEAD], -FURTHEST, FURTHEST) + FURTHEST
    last = FROM[COUNTED] + samples[:, QUARTER] * LEADS + lead
    return np.column_stack([samples[:, :COUNTED], last])


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
