"""Two people in line mode: neither screen nor scrollback has the other's hand."""

import asyncio
from pathlib import Path

import pytest

from jaipur.client.local import LocalServer
from jaipur.plain import Outcome
from jaipur.plain.hot_seat import CannotHide
from jaipur.session.contract.basics import Cause, Phase
from jaipur.session.contract.commands import Act, Next
from jaipur.session.table_request import TableRequest
from jaipur.store.memory import MemoryStore
from tests.contract_values import ended, turn_of

from ..terminals import JAIPUR, Terminal
from .talks import best, hear

SHARED = TableRequest("Ana", other_name="Ben", seed=7)
COMMAND = ("play", "--plain", "--name", "Ana", "--hot-seat", "Ben", "--seed", "7", "--lang", "en")


def test_neither_screen_nor_scrollback_has_the_hand_of_the_other(tmp_path: Path) -> None:
    # A low window, so that much of it scrolls away.
    with Terminal([*JAIPUR, *COMMAND], rows=8, env={"JAIPUR_HOME": str(tmp_path)}) as terminal:
        terminal.expect("Pass to Ana, then press Enter.")
        assert not hands(terminal)
        for question in ("hand", "legal", "+G", "resign"):
            terminal.expect("> ")
            terminal.line(question)
            terminal.expect("Press Enter first")
        terminal.expect("> ")
        terminal.line()
        terminal.expect("> ")
        first = hands(terminal)
        assert len(first) == 1
        terminal.line("help")
        terminal.expect("quit, exit")
        terminal.expect("> ")
        assert first[0] in terminal.scrollback  # it has scrolled away, and can be had back
        terminal.line("hand")
        terminal.expect("Your hand: ")
        terminal.expect("> ")
        terminal.send("take gold\r\r\r")  # two Enters too many
        terminal.expect("Pass to Ben, then press Enter.")
        terminal.expect("> ")
        terminal.line("market")
        terminal.expect("Market, from the left")
        assert not hands(terminal)
        assert "Your hand" not in terminal.scrollback + terminal.text
        assert "Ana took gold" in terminal.text
        terminal.expect("> ")
        terminal.line()
        terminal.expect("> ")
        second = hands(terminal)
        assert len(second) == 1
        assert second != first
        terminal.send("\x03")
        terminal.expect("The match is saved")
        assert terminal.finish() == 130
        assert not hands(terminal)


def hands(terminal: Terminal) -> list[str]:
    """What can be read of hands, on the screen or scrolled away."""
    lines = (terminal.scrollback + "\n" + terminal.text).splitlines()
    return [line for line in lines if "You hold" in line or "silver, 2 cloth and spice" in line]


@pytest.mark.parametrize(("is_terminal", "kind"), [(False, "xterm"), (True, "dumb")])
def test_where_nothing_can_be_hidden_it_is_refused(
    is_terminal: bool, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", kind)
    with pytest.raises(CannotHide, match="jaipur play --hot-seat"):
        hear("\n", plan=SHARED, is_terminal=is_terminal)


async def shared_match() -> str:
    """What two people type who play a whole match, and then leave."""
    async with LocalServer(MemoryStore()) as server:
        link = await server.create(SHARED)
        script = ""
        while True:
            update = await link.fetch_update()
            state = update.state
            if state.phase is Phase.OVER:
                return script + "\n"
            if state.phase is Phase.BETWEEN:
                script += "\n"
                await link.command(Next(), update.version, 0)
                continue
            turn = turn_of(state)
            action = best((await link.legal_actions(turn)).legal)
            script += f"\n{action}\n"
            await link.command(Act(action), update.version, turn)


def test_a_whole_match(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    heard = hear(asyncio.run(shared_match()), plan=SHARED, is_terminal=True)
    assert heard.outcome is Outcome.OVER
    ending = heard.state.ending
    assert ending is not None
    assert ending.winner is not None
    assert ending.cause is Cause.SEALS
    winner = ("Ana", "Ben")[ending.winner]
    last = heard.out.rpartition("\x1b[3J")[2]
    assert f"{winner} won the match!" in last
    assert "takes the seal" in last
    public = [part.partition("Pass to")[0] for part in heard.out.split("\x1b[3J")]
    assert not any("You hold" in part or "Your hand" in part for part in public)


def test_giving_up_in_the_middle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    script = "\n+G\n\nmarket\nresign\nresign\n\n"
    heard = hear(script, plan=SHARED, is_terminal=True)
    assert ended(heard.state) == (Cause.RESIGNED, 0, None)
    assert "Ben gave up: Ana won the match." in heard.out
    last = heard.out.rpartition("\x1b[3J")[2]
    assert "Ben gave up" in last
    assert "You hold" not in last
