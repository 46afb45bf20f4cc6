"""The page and the terminal produce the same sentences from the same data."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from msgspec import convert, to_builtins

from jaipur.bots.ladder import NAMES
from jaipur.client.model import ModelInputs, Notice, make_model
from jaipur.client.selection import can_change, fits, kept, stage_of
from jaipur.client.typed import completions
from jaipur.client.words.cards import action_words
from jaipur.client.words.dock import (
    dock_words,
    reason_words,
    staged_words,
    why_not_card,
)
from jaipur.client.words.ending import is_my_turn, opponent_of, phase_words, score_words
from jaipur.client.words.sides import turn_words
from jaipur.errors import REASONS
from jaipur.session.contract.responses import LegalActions, Update
from jaipur.session.explain import reason_sentence
from jaipur.session.listeners import STATIC_NOW
from jaipur.session.projection import Viewer, state_for
from jaipur.session.public_events import event_of
from jaipur.session.words.cards import parts
from jaipur.session.words.events import event_words
from jaipur.session.words.names import bot_name, names_of
from jaipur.texts import LANGUAGES, Texts, texts
from jaipur.web.pages import bot_names, script_texts
from tests.client.choices import any_tap, choices_from, done, page_choices
from tests.contract_values import changed, event, listed
from tests.depth import tried
from tests.session.walks import walk

from .blank import blank_page

if TYPE_CHECKING:
    from playwright.sync_api import Browser

Json = dict[str, Any]
UNHEARD_OF = "unheard_of"

TOPICS = ("takes", "actions", "reasons", "picks", "tables", "rows", "bots", "typed")
SEEDS = ((1, "people"), (2, "bot"))
POSITIONS = tried(15, 40)
PICKS = 15

SCRIPT = """
async (text) => {
  const asked = JSON.parse(text);
  const [words, selection, model, dock, picking, rows, box, typed] = await Promise.all(
    ["core/words", "table/selection", "table/model", "table/parts/dock_words",
     "table/parts/picking", "home/table_words", "core/box", "table/notation_box"]
      .map((name) => import(`/js/${name}.js`)),
  );
  const handlers = {
    m: selection.pickMarket, h: selection.pickHand, p: selection.pickPile, c: selection.change,
    f: (picked, choices) => selection.fillWithCamels(picked, choices) ?? picked,
  };
  const done = (choices, taps) =>
    taps.reduce((picked, [what, at]) => handlers[what](picked, choices, at), selection.EMPTY);
  const pairs = (cards) => cards.map((one) => [one.place ?? one.index, one.card]);
  const picks = ({ choices: number, legal, taps }) => {
    const choices = asked.positions[number];
    const next = { ...choices, legal: asked.positions[legal].legal };
    const picked = done(choices, taps);
    const staged = selection.stageOf(picked, choices);
    const { sentence, label } = words.stagedWords(staged, choices);
    const isKept = selection.kept(picked, choices, next) === picked;
    return {
      market: pairs(picked.market), hand: pairs(picked.hand), camels: picked.camels,
      meaning: staged.meaning, action: staged.action, legal: staged.legal?.action ?? null,
      places: staged.places, to_give: staged.toGive, sentence, label, is_kept: isKept,
      change: [1, -1].map((by) => selection.canChange(picked, choices, by)),
      fits: [
        choices.market.map((_card, place) => selection.fits(picked, choices, { place })),
        choices.hand.map((_card, index) => selection.fits(picked, choices, { index })),
        selection.fits(picked, choices, { camel: true }),
      ],
    };
  };
  const table = ({ update, given }) => {
    const start = { update, log: [], selection: selection.EMPTY, ...given };
    const first = model.makeModel(start);
    if (!first) return { names: model.namesOf(update.state) };
    const made = model.makeModel({ ...start, selection: done(first.choices, given.taps) });
    const shown = dock.dockWords(made);
    return {
      names: made.names, turn: words.turnWords(made), is_mine: made.isMine, hand: made.choices.hand,
      sentence: shown.sentence, label: shown.label, is_off: shown.isOff === "true",
      note: shown.note, hint: shown.hint, tone: shown.tone,
      market: made.choices.market.map((_card, place) => picking.marketPicking(made, place).why),
      why: made.choices.hand.map((_card, index) => picking.handPicking(made, index).why),
    };
  };
  return JSON.stringify({
    takes: asked.takes.map(([event, me]) => words.unrevealedWords(event, asked.names, me)),
    actions: asked.actions.map(words.actionWords),
    reasons: asked.reasons.map(words.reasonWords),
    picks: asked.picks.map(picks),
    tables: asked.tables.map(table),
    rows: asked.rows.map((row) => [
      rows.isMyTurn(row), rows.opponentOf(row), rows.phaseWords(row), rows.scoreWords(row),
    ]),
    bots: asked.bots.map(box.botName),
    typed: asked.typed.map(([choices, typing]) =>
      typed.matching([...asked.positions[choices].legal], typing).map((one) => one.action)),
  });
}
"""


# What is asked


def some_takes() -> list[Json]:
    """Every action of some matches for which cards were turned over."""
    played = [
        to_builtins(event_of(table, fact, 1.5))
        for seed, kind in SEEDS
        for table, fact in walk(seed, kind)
    ]
    return [one for one in played if one.get("drawn")]


def state_of(table: Any, seat: Any) -> Json:
    state: Json = to_builtins(state_for(table, Viewer(seat)))
    return state


def some_picks() -> list[Json]:
    """Taps on the cards of many positions, and what is legal then; positions by number."""
    chance = Random(3)
    return [
        {
            "choices": at,
            "legal": (at + 1) % POSITIONS if chance.random() < 0.4 else at,
            "taps": [any_tap(chance) for _ in range(chance.randrange(7))],
        }
        for at in range(POSITIONS)
        for _ in range(PICKS)
    ]


def some_tables() -> list[Json]:
    """Many versions of the matches, seen by both and by nobody, with something picked and said."""
    chance = Random(4)
    asked = []
    for seed, kind in SEEDS:
        versions = [table for table, _ in walk(seed, kind)]
        for at, table in enumerate(versions):
            is_turning = table.phase != versions[at - 1].phase
            if not is_turning and at % 6:
                continue
            for seat in (0, 1, None):
                now = to_builtins(STATIC_NOW) | some_readiness(chance)
                update = {"state": state_of(table, seat), "now": now, "version": 1, "events": []}
                update |= {"after": None}
                asked.append({"update": update, "given": any_given(chance)})
    return asked


def some_readiness(chance: Random) -> Json:
    far = {"percent": chance.randrange(100), "seconds": chance.choice((None, 1, 12))}
    is_ready = chance.random() < 1 / 3
    return {
        "bot_ready": is_ready,
        "bot_preparing": None if is_ready else chance.choice((None, far)),
        "bot_queue": chance.choice((None, 0, 1, 7)),
    }


def any_given(chance: Random) -> Json:
    said = [
        None,
        {"sentence": "Ana took gold.", "tone": "news"},
        {"sentence": "No.", "tone": "error"},
    ]
    return {
        "taps": [any_tap(chance) for _ in range(chance.choice((0, 1, 2, 4)))],
        "legalActions": chance.choice(
            [None, {"version": 1, "legal": page_choices(1)[0]["legal"], "blocked": None}]
        ),
        "isPending": chance.random() < 0.2,
        "isReadOnly": chance.random() < 0.2,
        "isCounting": chance.random() < 0.3,
        "said": chance.choice(said),
        "reason": chance.choice((None, None, "hand_limit", "A sentence of the table.")),
        "bottom": chance.choice((None, 1)),
    }


def some_rows() -> list[Json]:
    """Lines of a list of matches: every phase, every sort of opponent."""
    person = {"kind": "person", "name": "Ana", "bot": None}
    friend = {"kind": "open", "name": "", "bot": None}
    bot = {"kind": "bot", "name": "greedy", "bot": "greedy"}
    ends = [("over", "seals", 0), ("over", "resigned", 1), ("over", "closed", None)]
    ends.append(("over", "host", None))
    phases = [("waiting", None, None), ("playing", None, None), ("between", None, None), *ends]
    return [
        {"phase": phase, "cause": cause, "winner": winner, "my_seats": mine, "round": 2,
         "waits_for_me": waits, "seats": [person, other], "seals": [1, 0]}
        for phase, cause, winner in phases
        for other in (bot, friend, person | {"name": "Ben"})
        for mine in ([0], [1], [0, 1])
        for waits in (True, False)
    ]  # fmt: skip


def typed_texts(choices: Json, language: str) -> list[str]:
    """Beginnings of notation, and single words of the language."""
    whole = [legal["action"] for legal in choices["legal"][:20]]
    words = {"en": ["gold", "sell", "CAMELS ", "zzz"], "fr": ["épice", "troc", "CHAMEAUX ", "zzz"]}
    cut = [text[:at].lower() for text in whole for at in (0, 2, 4)]
    return [*cut, *(text.replace("-", " − ") for text in whole), *words[language]]


def asked_in(language: str) -> Json:
    actions = {legal["action"] for choices in page_choices(POSITIONS) for legal in choices["legal"]}
    return {
        "names": ["Ana", "Ben {n}"],
        "takes": [[event, seat] for event in some_takes() for seat in (0, 1, None)],
        "actions": sorted(actions),
        "reasons": [*(reason.name.lower() for reason in REASONS), UNHEARD_OF],
        "picks": some_picks(),
        "tables": some_tables(),
        "rows": some_rows(),
        "bots": [*NAMES, "merchant:500", "teacher"],
        "typed": [
            [at, text]
            for at, choices in enumerate(page_choices(POSITIONS)[:10])
            for text in typed_texts(choices, language)
        ],
        "positions": page_choices(POSITIONS),
    }  # fmt: skip


# What the terminal says


def said_by_terminal(asked: Json, _: Texts) -> Json:
    names = asked["names"]
    return {
        "takes": [taken(event, names, me, _) for event, me in asked["takes"]],
        "actions": [action_words(action, _) for action in asked["actions"]],
        "reasons": [reason_words(code, _) for code in asked["reasons"]],
        "picks": [picked(one, _) for one in asked["picks"]],
        "tables": [shown(one, _) for one in asked["tables"]],
        "rows": [
            [is_my_turn(row), opponent_of(row, _), phase_words(row, _), score_words(row, _)]
            for row in (changed(listed(), **data) for data in asked["rows"])
        ],
        "bots": [bot_name(name, _) for name in asked["bots"]],
        "typed": [
            [one.action for one in completions(text, choices_from(page_choices(POSITIONS)[at]), _)]
            for at, text in asked["typed"]
        ],
    }  # fmt: skip


def taken(data: Json, names: list[str], me: Any, _: Texts) -> str:
    """What the table says of an action that took the same and turned nothing over."""
    return event_words(event(**data | {"drawn": "", "end": None}), names, me, _)


def picked(one: Json, _: Texts) -> Json:
    choices = choices_from(page_choices(POSITIONS)[one["choices"]])
    after = replace(choices, legal=choices_from(page_choices(POSITIONS)[one["legal"]]).legal)
    selection = done(choices, one["taps"])
    staged = stage_of(selection, choices)
    sentence, label = staged_words(staged, choices, _)
    return {
        "market": lists(selection.market),
        "hand": lists(selection.hand),
        "camels": selection.camels,
        "meaning": staged.meaning,
        "action": staged.action,
        "legal": staged.legal and staged.legal.action,
        "places": list(staged.places),
        "to_give": staged.to_give,
        "sentence": sentence,
        "label": label,
        "is_kept": kept(selection, choices, after) == selection,
        "change": [can_change(selection, choices, by) for by in (1, -1)],
        "fits": [
            [fits(selection, choices, "market", at) for at in range(len(choices.market))],
            [fits(selection, choices, "hand", at) for at in range(len(choices.hand))],
            fits(selection, choices, "herd", selection.camels),
        ],
    }


def lists(cards: Any) -> list[list[Any]]:
    return [list(one) for one in cards]


def shown(one: Json, _: Texts) -> Json:
    given = one["given"]
    notice = given["said"] and Notice(given["said"]["sentence"], given["said"]["tone"])
    update = convert(one["update"], Update)
    start = ModelInputs(
        update,
        legal_actions=convert(given["legalActions"], LegalActions | None),
        bottom=given["bottom"],
        is_pending=given["isPending"],
        is_read_only=given["isReadOnly"],
        is_counting=given["isCounting"],
        notice=notice,
        reason=given["reason"],
    )
    first = make_model(start, _)
    if first is None:
        return {"names": list(names_of(update.state.seats, _))}
    picks = done(first.choices, given["taps"])
    model = make_model(replace(start, selection=picks), _)
    assert model is not None
    dock = dock_words(model, _)
    return {
        "names": list(model.names),
        "turn": turn_words(model.state, model.names, _),
        "is_mine": model.is_mine,
        "hand": list(model.choices.hand),
        "sentence": dock.sentence,
        "label": dock.label,
        "is_off": dock.is_off,
        "note": dock.note,
        "hint": dock.hint,
        "tone": dock.tone,
        "market": [why_not_card(model, "market", at, _) for at in range(len(model.choices.market))],
        "why": [why_not_card(model, "hand", at, _) for at in range(len(model.choices.hand))],
    }


# The comparison


@pytest.fixture(scope="module", params=LANGUAGES)
def both(browser: Browser, request: pytest.FixtureRequest) -> Iterator[tuple[Json, Json, Json]]:
    """What is asked, what the page says and what the terminal says, in one language."""
    language: str = request.param
    _ = texts(language)
    reasons = {reason.name.lower(): reason_sentence(reason, _) for reason in REASONS}
    data = {"language": language, "texts": script_texts(_), "reasons": reasons}
    data["bot_names"] = bot_names(_)
    page = blank_page(browser, data=data)
    asked = asked_in(language)
    said = json.loads(page.evaluate(SCRIPT, json.dumps(asked)))
    yield asked, said, said_by_terminal(asked, _)
    page.context.close()


@pytest.mark.parametrize("topic", TOPICS)
def test_the_page_and_the_terminal_say_the_same(both: tuple[Json, Json, Json], topic: str) -> None:
    asked, page, terminal = both
    assert len(page[topic]) == len(terminal[topic]) == len(asked[topic]) > 0
    pairs = zip(asked[topic], page[topic], terminal[topic], strict=True)
    assert [one for one in pairs if one[1] != one[2]] == []


def test_the_questions_reach_every_sort_of_answer(both: tuple[Json, Json, Json]) -> None:
    asked, page, _terminal = both
    assert {one["meaning"] for one in page["picks"]} >= {
        "none",
        "take",
        "camels",
        "sell",
        "exchange",
    }
    assert {one["is_kept"] for one in page["picks"]} == {True, False}
    assert {one.get("tone") for one in page["tables"]} == {"plain", "news", "error", None}
    assert len(set(page["takes"])) > 20
    kinds = {bool(parts(action).take) for action in asked["actions"]}
    assert kinds == {True, False}
