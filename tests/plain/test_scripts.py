"""Line mode driven by a script: whole matches, where it stops, and what it says then."""

from dataclasses import replace

import pytest

from jaipur.plain import Outcome
from jaipur.session.contract.basics import ActionKind, Cause, Phase
from jaipur.session.words.cards import parts
from jaipur.texts.ascii import to_ascii
from tests.contract_values import round_of

from .talks import PLAN, hear, whole_match

STARTS = 6
"""A seed with which greedy loses a round, and so starts the next one."""


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_whole_match(language: str) -> None:
    lines = whole_match()
    heard = hear("\n".join(lines), language=language)
    assert heard.outcome is Outcome.OVER
    assert not heard.errors
    assert heard.state.ending is not None
    assert heard.state.ending.cause is Cause.SEALS
    assert [line[2:] for line in heard.lines if line.startswith("> ")] == [*lines]
    ending = heard.lines[-1]
    assert ("won the match!" if language == "en" else "la partie") in ending
    assert "next" in lines  # more than one round was played
    assert any("-" in line[1:] for line in lines)  # and cards were exchanged


def test_a_match_in_words_is_the_same_match() -> None:
    script = "\n".join(in_words(line) for line in whole_match())
    assert hear(script).state.results == hear("\n".join(whole_match())).state.results


def in_words(line: str) -> str:
    """An action as somebody might say it."""
    if line == "next":
        return "# between rounds\n"  # a comment, and an empty line
    names = dict(zip("DGSCPLK", NAMES, strict=True))
    done = parts(line)
    take, give = (" et ".join(names[card] for card in cards) for cards in (done.take, done.give))
    if done.kind is ActionKind.SELL:
        return f"vendre {len(done.give)} {names[done.give[0]]}"
    if done.kind is ActionKind.TAKE_CAMELS:
        return "take camels"
    return f"exchange {give} for {take}" if give else f"Prendre {take}"


NAMES = ("diamant", "gold", "argent", "cloth", "épice", "leather", "chameau")


def test_the_next_action_goes_on_to_the_next_round() -> None:
    lines = [line for line in whole_match(STARTS) if line != "next"]
    heard = hear("\n".join(lines), plan=replace(PLAN, seed=STARTS))
    assert heard.outcome is Outcome.OVER
    assert any(line.endswith("is dealt. Greedy starts.") for line in heard.lines)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_ascii_mode_has_only_ascii(language: str) -> None:
    questions = ["help", "rules", "table", "tokens", "legal", "quit é"]
    plan = replace(PLAN, name="Zoë")
    script = "\n".join([*questions[:-1], *whole_match()[:20], questions[-1]])
    heard = hear(script, language=language, plan=plan, is_ascii=True, is_new=True)
    assert heard.out.isascii()
    assert heard.errors.isascii()
    assert heard.outcome is Outcome.STOPPED  # at the last line, which is nothing
    assert heard.out == to_ascii(hear(script, language=language, plan=plan, is_new=True).out)


def test_the_end_of_input_in_the_middle_keeps_the_match() -> None:
    heard = hear("+G\nmarket")
    assert heard.outcome is Outcome.ENDED
    assert heard.outcome.code == 1
    assert heard.errors == (
        "The input ended before the match was over. "
        "The match is saved; resume it with jaipur matches resume.\n"
    )
    assert heard.state.phase is Phase.PLAYING
    assert heard.after("market")  # the last line needs no newline


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b"+KK", "line 4: Take all the camels or none (R36)."),
        (b"mraket", "line 4: 'mraket' is not an action"),
        (b"\xe9", "line 4: This line is not UTF-8"),
        (b"+" + b"K" * 2_000, "line 4: This line is too long"),
        (b"next", "line 4: The round is still being played."),
    ],
)
def test_a_script_stops_at_the_first_line_that_does_nothing(line: bytes, said: str) -> None:
    heard = hear(b"# a comment\n\nmarket\n" + line + b"\n+G\n")
    assert heard.outcome is Outcome.STOPPED
    assert heard.outcome.code == 2
    assert heard.errors.startswith(said)
    assert heard.errors.endswith("resume it with jaipur matches resume.\n")
    assert round_of(heard.state).turn == 0
    assert "You took gold" not in heard.out


def test_after_the_match_a_script_can_ask_and_play_again() -> None:
    heard = hear("resign\nresign\nscore\n\nrematch\nhand\n")
    assert "Seals: You 0, Greedy 0." in heard.after("score")
    assert heard.state.previous is not None
    assert heard.outcome is Outcome.ENDED


def test_an_action_too_many_is_refused() -> None:
    heard = hear("resign\nresign\n+G\n")
    assert heard.outcome is Outcome.STOPPED
    assert heard.errors == "line 3: The match is over.\n"


def test_leaving_says_how_to_come_back() -> None:
    heard = hear("quitter\n+G\n")
    assert heard.outcome is Outcome.LEFT
    assert heard.outcome.code == 0
    assert heard.lines[-1] == "The match is saved; resume it with jaipur matches resume."
