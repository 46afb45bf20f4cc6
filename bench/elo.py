"""Elo of the whole ladder: `python -m bench.elo` fits it to the pairs in bench/results.md.

The table of pairs names two players, the rounds between them and the share won by the first. All
pairs are fitted at once, by the model that the arena uses for the pairs of one call.
"""

from __future__ import annotations

import re
import sys

import numpy as np

from bench.results import RESULTS, table_of, write
from jaipur.arena.elo import ratings
from jaipur.arena.results import COLUMNS, POINTS_A, PairResult
from jaipur.kernel.layout import Array

PAIRS = re.compile(r"<!-- pairs -->(.*?)<!-- end of pairs -->", re.DOTALL)
ROW = re.compile(r"\| (.+?) – (.+?) \| ([\d,]+) \| ([\d.]+) % \|")


def pairs_in(text: str) -> list[PairResult]:
    """Return the pairs of a table; of their games only the results are known, in no order."""
    _, _, *lines = text.strip().splitlines()
    return [pair_in(line) for line in lines]


def pair_in(line: str) -> PairResult:
    """Read a row of the table."""
    found = ROW.fullmatch(line)
    if not found:
        sys.exit(f"This row is not of the form | a – b | 1,000 | 50.0 % |: {line}")
    a, b, rounds, share = found.groups()
    return PairResult(a, b, games_of(int(rounds.replace(",", "")), float(share) / 100), (0.0, 0.0))


def games_of(rounds: int, share: float) -> Array:
    """Return games of which `a` won this share, as if no two were of one deal."""
    games = np.zeros((rounds, COLUMNS), np.int64)
    games[: round(share * rounds), POINTS_A] = 2
    return np.random.default_rng(1).permutation(games)


def main() -> None:
    """Fit the ratings and write the table."""
    found = PAIRS.search(RESULTS.read_text("utf-8"))
    if not found:
        sys.exit(f"{RESULTS.name} has no table of pairs.")
    pairs = pairs_in(found[1])
    entrants = [name for pair in pairs for name in (pair.a, pair.b)]
    fitted = sorted(ratings(pairs, entrants).items(), key=lambda rating: -rating[1].value)
    rows = [(name, f"{elo.value:.0f}", f"± {elo.half:.0f}") for name, elo in fitted]
    text = table_of("player | Elo | interval (95 %)", rows)
    print(text)
    write("elo", f"`python -m bench.elo` writes this:\n\n{text}")


if __name__ == "__main__":
    main()
