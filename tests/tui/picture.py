"""Takes the picture of the terminal for the docs: `python -m tests.tui.picture FILE.png`."""

from __future__ import annotations

import asyncio
import sys

from playwright.sync_api import sync_playwright

from jaipur.session.contract.basics import ActionKind
from jaipur.session.table_request import TableRequest
from tests.page.conftest import ARGUMENTS, chromium

from .pilot import run
from .table_hands import Keys, controller_of, new_app, new_server, pick, seated, settle

SIZE = (120, 36)
SCALE = 1
PLAN = TableRequest("Ana", bot="vizier", seed=11)
TURNS = 2
PAGE = """<style>body {{ margin: 0; background: transparent }} svg {{ display: block }}
svg text, svg tspan {{ font-family: "DejaVu Sans Mono", monospace !important }}</style>{drawn}"""


def drawn() -> str:
    """The table after some turns, an exchange about to be made, as Textual draws it."""
    said: list[str] = []

    async def play() -> None:
        with new_server() as server:
            app = new_app(server, PLAN)
            async with app.run_test(size=SIZE) as pilot:
                await seated(pilot)
                controller = controller_of(pilot)
                for _ in range(TURNS):
                    assert controller.model is not None
                    legal = controller.model.choices.legal
                    await pick(pilot, Keys(pilot), min(legal, key=lambda one: len(one.action)))
                    await settle(pilot, controller, pilot.press("enter"))
                assert controller.model is not None
                exchanges = [
                    one for one in controller.model.choices.legal if one.kind is ActionKind.EXCHANGE
                ]
                await pick(pilot, Keys(pilot), exchanges[0])
                await asyncio.sleep(1)  # what moves comes to rest
                await pilot.pause()
                said.append(app.export_screenshot(title="Jaipur"))

    run(play())
    return said[0]


def main() -> None:
    """Draw, and let a browser turn it into a picture."""
    page_of_it = PAGE.format(drawn=drawn())
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        page = browser.new_page(viewport={"width": 1600, "height": 1200}, device_scale_factor=SCALE)
        page.set_content(page_of_it)
        page.locator("svg").screenshot(path=sys.argv[1], omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()
