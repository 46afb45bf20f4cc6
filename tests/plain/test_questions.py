"""Line mode: every question is answered, in both languages, and what is refused changes nothing."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs

from jaipur.client.commitments import DealCommitment
from jaipur.client.local import LocalServer
from jaipur.client.vocabulary import TypedCommand, find_command
from jaipur.client.words.deals import verified_words
from jaipur.plain import Outcome
from jaipur.plain.narrator import Narrator
from jaipur.records import load_record
from jaipur.session.contract.basics import Cause
from jaipur.session.contract.events import ActedEvent, DealingEvent
from jaipur.session.options import MemoryAid, Options
from jaipur.session.table_request import TableRequest
from jaipur.store.memory import MemoryStore
from jaipur.texts import texts
from tests.contract_values import ended, round_of

from .talks import PLAN, hear


def test_the_beginning_says_what_is_there() -> None:
    heard = hear("")
    assert heard.lines == [
        "The deals come from a seed, so they cannot be verified.",
        "Round 1 is dealt. You start.",
        "Your turn. The market has gold and 4 camels.",
        "You hold silver, 2 cloth and spice. Your herd has 1 camel.",
    ]
    assert heard.outcome is Outcome.ENDED


def test_a_newcomer_is_told_how_to_play_and_of_the_lesson() -> None:
    heard = hear("", is_new=True)
    assert "take gold" in heard.lines[1]
    assert heard.lines[3] == "Type tutorial for a five-minute lesson."
    assert heard.lines[5] == "Round 1 is dealt. You start."


ANSWERS = {
    "table": "Seals: You 0, Greedy 0.",
    "market": "Gold, next price 6",
    "hand": "silver, 2 cloth and spice (4 of 7)",
    "tokens": "Diamond tokens: 7, 7, 5, 5, 5.",
    "opponent": "Greedy: 5 cards in the hand",
    "deck": "Deck: 40 cards.",
    "last": "Round 1 is dealt. You start.",
    "log": "Round 1 is dealt. You start.",
    "score": "Seals: You 0, Greedy 0.",
    "deals": "The deals come from a seed",
    "legal": "+KKKK: Take 4 camels.",
    "rules": "Two seals win the match.",
    "help": "D diamond, G gold",
}


@pytest.fixture(scope="module")
def answers() -> dict[str, str]:
    heard = hear("".join(f"{question}\n" for question in ANSWERS))
    return {question: "\n".join(heard.after(question)) for question in ANSWERS}


@pytest.mark.parametrize(("question", "said"), ANSWERS.items())
def test_every_question_is_answered(question: str, said: str, answers: dict[str, str]) -> None:
    assert said in answers[question]


def test_the_deals_are_fixed_before_the_first_card_and_verified_afterwards() -> None:
    plan = replace(PLAN, seed=None)
    heard = hear("resign\nresign\ndeals\n", plan=plan)
    assert heard.lines[0] == f"Commitment to the deals: {heard.state.commitment}"
    assert heard.after("deals") == [
        "Verified: the key matches the commitment and gives the deal of 1 round; every action is "
        "legal. The deals were fixed before the first card. At least one seat gave no nonce, or "
        "one that can be guessed, so the host could have chosen the deals."
    ]


def test_other_deals_than_those_that_were_fixed_are_noticed() -> None:
    record = (Path(__file__).parents[2] / "examples" / "match.jaipur").read_text("utf-8")
    commitment = load_record(record).proof
    assert commitment is not None
    assert verified_words(record, DealCommitment(commitment.commitment), texts("en")).startswith(
        "Verified"
    )
    said = verified_words(record, DealCommitment("0" * 64), texts("en"))
    assert said == "The deals are not those committed to before the match."


def test_a_host_cannot_leave_out_what_would_show_other_deals() -> None:
    record = (Path(__file__).parents[2] / "examples" / "match.jaipur").read_text("utf-8")
    proof, en = load_record(record).proof, texts("en")
    assert proof is not None
    commitment = DealCommitment(proof.commitment)
    other = "The deals are not those committed to before the match."
    for left_out in (("Key",), ("Key", "Nonces", "Commitment")):
        kept = [one for one in record.split("\n") if not one.startswith(left_out)]
        assert verified_words("\n".join(kept), commitment, en) == other
    assert "from a seed" in verified_words("\n".join(kept), DealCommitment(""), en)
    assert verified_words(record, DealCommitment(""), en) == other
    assert verified_words("nothing", commitment, en).startswith("The record cannot be read, so the")
    assert verified_words(
        record, structs.replace(commitment, nonce=proof.nonces[0]), en
    ).startswith("Verified")
    assert verified_words(record, structs.replace(commitment, nonce="ab" * 32), en) == (
        "A nonce that this computer noted is missing from the deals."
    )


def test_the_help_has_every_word(answers: dict[str, str]) -> None:
    for command in TypedCommand:
        assert all(name in answers["help"] for name in command.english)


def test_french_words_are_understood_and_answered_in_french() -> None:
    heard = hear("MARCHÉ\nmarche ?\nmarche?\nenclos\naide\n", language="fr")
    assert heard.after("MARCHÉ") == heard.after("marche ?") == heard.after("marche?")
    assert "Or" in heard.after("MARCHÉ")[0]
    assert len(heard.after("enclos")) == 2
    said = "\n".join(heard.after("aide"))
    assert all(name in said for command in TypedCommand for name in command.french)


@pytest.mark.parametrize("command", TypedCommand, ids=lambda command: command.name)
def test_each_word_has_one_meaning(command: TypedCommand) -> None:
    for name in (*command.english, *command.french):
        assert find_command(name) == (command, "")
        assert find_command(f" {name.upper()}. ".strip()) == (command, "")


def test_words_of_actions_are_no_questions() -> None:
    assert find_command("take gold") is None
    assert find_command("market please") is None
    assert find_command("q") == (TypedCommand.QUIT, "")
    assert find_command("q?") is None  # nobody leaves by asking
    assert find_command("market?") == (TypedCommand.MARKET, "")
    assert find_command("legal all") == (TypedCommand.LEGAL, "all")
    assert find_command("possible tout") == (TypedCommand.LEGAL, "tout")
    assert find_command("record My match.txt") == (TypedCommand.RECORD, "My match.txt")


def test_many_exchanges_are_listed_only_when_asked_for() -> None:
    heard = hear("+KKKK\nlegal\nlegal all\nquit\n", plan=replace(PLAN, seed=7))
    short, long = heard.after("legal"), heard.after("legal all")
    assert "legal all lists them" in short[-1]
    assert len(long) > len(short)
    assert sum(" for " in line for line in long) > 12


def test_without_a_memory_aid_nothing_is_counted() -> None:
    plan = replace(PLAN, options=Options(MemoryAid.OFF))
    heard = hear("+G\nopponent\ndeck\nlog\n", plan=plan)
    assert "rupees" not in heard.after("opponent")[0]
    assert heard.after("deck")[0].startswith("Deck: a high stack.")
    assert len(heard.after("log")) == 2


REFUSED = {
    "+KK": "Take all the camels or none",
    "-CCC": "Sell only cards that are in your hand",
    "sell diamonds": "You hold none of the cards you would sell",
    "sell 2 leather": "You hold none of the cards you would sell",
    "sell silver": "Diamonds, gold and silver are sold two or more at a time",
    "take diamond": "Take a good that lies in the market",
    "sell 2 camels": "Camels cannot be sold",
    "markt": "'markt' is not an action",
    "+X": "'X' is not a card",
    "next": "The round is still being played.",
    "suite": "The round is still being played.",
    "rematch": "The match is not over yet.",
    "record": "Name the file",
    "record match.txt": "The match is not over yet.",
}


@pytest.fixture(scope="module")
def refusals() -> list[str]:
    heard = hear("".join(f"{line}\n" for line in REFUSED), is_terminal=True)
    assert heard.outcome is Outcome.LEFT  # as by Ctrl-D
    assert round_of(heard.state).legal[0].action == "+G"  # nothing was changed
    return heard.lines


@pytest.mark.parametrize("said", REFUSED.values())
def test_a_refusal_says_why(said: str, refusals: list[str]) -> None:
    wanted = list(REFUSED.values()).count(said)
    assert sum(said in line for line in refusals) == wanted


def test_what_cannot_be_read_gets_a_sentence() -> None:
    heard = hear(b"\xff\xfe+G\n" + b"x" * 5_000 + b"\n+G\n", is_terminal=True)
    assert "not UTF-8" in heard.out
    assert "too long" in heard.out
    assert "You took gold" in heard.out


def test_giving_up_is_asked_for_twice() -> None:
    heard = hear("resign\nmarket\nresign\nabandonner\n", is_terminal=True)
    assert heard.out.count("Type resign again to confirm.") == 2
    assert "You gave up: Greedy won the match." in heard.lines
    assert ended(heard.state) == (Cause.RESIGNED, 1, None)


def test_a_record_is_written_to_a_new_file_only(tmp_path: object) -> None:
    file = f"{tmp_path}/match.txt"
    script = f"resign\nresign\nrecord {file}\nrecord {file}\n"
    heard = hear(script, is_terminal=True)
    assert f"The record is in {file}." in heard.out
    assert "cannot be saved in" in heard.out
    with open(file, encoding="utf-8") as written:  # noqa: PTH123  # the path is a text here
        assert written.readline().startswith("Jaipur")


def test_a_bot_that_acts_before_anybody_looks_hides_neither_the_deal_nor_its_proof() -> None:
    async def whole() -> list[str]:
        async with LocalServer(MemoryStore(), "en") as server:
            while True:
                link = await server.create(TableRequest("Ana", bot="greedy"))
                events = (await link.fetch_update()).events
                assert isinstance(events[0], DealingEvent)
                if events[0].starter == 1:
                    while not any(isinstance(event, ActedEvent) for event in events):
                        events = (await link.wait_for_update(events[-1].version)).events
                    return Narrator(await link.fetch_update(), texts("en")).beginning()
                await link.close()

    said = asyncio.run(whole())
    assert len(said) == 3
    assert said[0].startswith("Commitment")
    assert said[1].startswith("Round 1 is dealt. Greedy starts")
    assert said[2].startswith("Greedy ")


def test_a_rematch_begins_at_another_table() -> None:
    heard = hear("resign\nresign\nrematch\nmarket\n", is_terminal=True)
    assert "The rematch begins." in heard.out
    assert heard.out.count("Round 1 is dealt.") == 2
    assert heard.out.count("Type rematch to play again") == 1
    assert heard.state.previous is not None
    assert heard.outcome is Outcome.LEFT
