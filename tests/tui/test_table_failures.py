"""Names that look like markup, mistakes of the program, lines that are down: nothing breaks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from jaipur.client import preferences
from jaipur.client.files import CannotKeep
from jaipur.client.link import ConnectionLost
from jaipur.client.local import LocalLink, LocalServer
from jaipur.client.preferences import Preferences
from jaipur.session.contract.basics import Phase
from jaipur.session.contract.commands import Resign
from jaipur.session.table_request import TableRequest
from jaipur.tui.app import JaipurApp
from jaipur.tui.destinations import AtTable

from ..depth import tried
from .bare import act
from .curtains import lift, make_curtains_quick, until_ready
from .pilot import LARGE, SMALL, run, screen_text, until, until_screen, until_text
from .table_hands import new_app, new_server, seated
from .test_table_ways import choose

ANA = Preferences("en", name="Ana", is_new=False)
NAMES = ["[/]", "[red]x", "[@click=app.quit]q", "[$primary]x", ":cat:"]


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_curtains_quick(monkeypatch)
    monkeypatch.setenv("JAIPUR_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)


async def after_a_round(server: LocalServer, name: str) -> str:
    """A table of two at which the first round has been played."""
    async with server:
        link = await server.create(TableRequest("Ana", other_name=name, seed=7))
        while (await link.fetch_update()).state.phase is Phase.PLAYING:
            await act(link)
        return link.table


def refuse(name: str) -> Callable[[Preferences], None]:
    """Preferences that cannot be kept, for a reason that looks like markup."""

    def save(_preferences: Preferences) -> None:
        raise CannotKeep(Path("here"), OSError(1, f"Because of {name}"))

    return save


@pytest.mark.parametrize("name", NAMES[: tried(2, len(NAMES))])
def test_a_name_is_shown_as_it_is_everywhere(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        with new_server() as server:
            table = await after_a_round(server, name)
            app = JaipurApp(LocalServer(server._store), ANA, AtTable(table))
            async with app.run_test(size=LARGE, notifications=True) as pilot:
                await until_screen(pilot, "Scoring")
                await pilot.press("escape")
                await until_text(pilot, f"{name} wins the round")
                await pilot.press("enter")
                for seen in (f"{name} ★", "You ★"):  # the status: the other's name, then my own
                    await lift(pilot)
                    controller = await seated(pilot)
                    await until_text(pilot, seen)
                    await pilot.press("1", "enter")
                await until_ready(pilot)
                assert f"{name} took" in screen_text(app)
                await lift(pilot)
                await seated(pilot)
                await controller.submit(Resign())
                await until_screen(pilot, "MatchOver")
                assert name in screen_text(app)
                await pilot.press("ctrl+p")
                assert controller.model is not None
                await until_text(
                    pilot, f"Play against {controller.model.names[controller.model.top]} again"
                )
                await pilot.press("escape")
                monkeypatch.setattr(preferences, "save", refuse(name))
                app.change_preferences(replace(ANA, letters=False))
                await until_text(pilot, f"Because of {name}")
                app._leave(f"So long, {name}.")

    run(test())
    assert f"So long, {name}." in capsys.readouterr().err


class Mistake(Exception):
    """Something that nobody foresaw."""


def fails(monkeypatch: pytest.MonkeyPatch, app: JaipurApp, kind: str) -> None:
    """Play until somebody has a hand, then let the drawing or a worker fail with it."""

    async def test() -> None:
        async with app.run_test(size=SMALL) as pilot:
            if kind == "shared":
                await lift(pilot)
            controller = await seated(pilot)
            hand = "".join(controller.model.choices.hand) if controller.model else ""

            async def play() -> None:
                assert hand
                raise Mistake(f"the hand {hand}")

            monkeypatch.setattr(controller, "play", play)
            await pilot.press("enter")
            await until(pilot, lambda: app._exception)

    with pytest.raises(Exception, match="the hand"):
        run(test())


@pytest.mark.parametrize("kind", ["shared", "bot"])
def test_a_mistake_of_the_program_ends_with_a_sentence_and_without_cards(
    kind: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    plan = TableRequest("Ana", None if kind == "shared" else "greedy", seed=7)
    with new_server() as server:
        app = new_app(server, replace(plan, other_name="Ben" if kind == "shared" else None))
        fails(monkeypatch, app, kind)
    said = capsys.readouterr().err
    assert said.startswith("Jaipur has stopped because of a bug.")
    assert "The match is saved; resume it with jaipur matches resume." in said.replace("\n", " ")
    assert "in play" in said
    assert "Mistake" in said
    assert "SCCP" not in said.partition("Mistake")[0]
    assert ("the hand SCCP" in said) == (kind == "bot")  # nobody else is there to read it
    assert "locals" not in said
    assert app.return_code == 1


def test_a_line_that_is_down_is_said_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    async def down(*_given: object) -> str:
        raise ConnectionLost(server="play.example")

    async def test() -> None:
        with new_server() as server:
            app = new_app(server, TableRequest("Ana", "greedy", seed=7))
            async with app.run_test(size=SMALL) as pilot:
                controller = await seated(pilot)
                await controller.submit(Resign())
                await until_screen(pilot, "MatchOver")
                monkeypatch.setattr(LocalLink, "record", down)
                monkeypatch.setattr(LocalLink, "fetch_update", down)
                for command in ("save the record", "rematch"):
                    await choose(pilot, command)
                    await until_screen(pilot, "MatchOver")
                    await until_text(pilot, "play.example is not responding.")
                await pilot.click("#over-table", offset=(3, 0))  # the same with the end put away
                await until_screen(pilot, "TableScreen")
                await choose(pilot, "save the record")
                await until_screen(pilot, "MatchOver")
                await until_text(pilot, "play.example is not responding.")

    run(test())
