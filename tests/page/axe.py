"""axe on a page that is open."""

from __future__ import annotations

from typing import Any, Literal

from axe_playwright_python.base import (  # type: ignore[import-untyped]  # it has no types
    AXE_SCRIPT,
)
from playwright.sync_api import Page

from .frames import set_size
from .states import SIZES

Scheme = Literal["light", "dark"]
RUN = """async (options) => {
  const dialog = document.querySelector("dialog[open]"); // everything else is out of reach then
  const where = dialog ? { include: [["dialog[open]"]] } : { exclude: [["svg.art"]] };
  const { violations } = await axe.run(where, { resultTypes: ["violations"], ...options });
  const said = ({ target, any }) => `${target.join(" ")} (${any.map((one) => one.message)})`;
  return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(said).join("; ")}`);
}"""
CONTRAST = {"runOnly": ["color-contrast"]}
"""What can depend on the theme; everything else is the same by day and by night."""


class Examiner:
    """Looks at a page as it is, by day and by night."""

    def __init__(self, page: Page, schemes: tuple[Scheme, ...], size: str) -> None:
        self.page = page
        self.schemes = schemes
        self.width, self.height = SIZES[size]
        self.found: set[str] = set()
        self.seen = 0

    def look(self, state: str) -> None:
        """Examine a state; what is found is kept for the end, so that all of it is known."""
        self.seen += 1
        set_size(self.page, self.width, self.height)  # a dialog that now scrolls must know it
        if not self.page.evaluate("() => 'axe' in window"):
            self.page.evaluate(AXE_SCRIPT)
        for scheme in self.schemes:
            self.page.emulate_media(color_scheme=scheme)
            options: dict[str, Any] = {} if scheme == self.schemes[0] else CONTRAST
            for violation in self.page.evaluate(RUN, options):
                self.found.add(f"{state}, {scheme}: {violation}")

    def check(self) -> None:
        """Nothing was found."""
        assert self.seen
        assert not self.found, "\n".join(sorted(self.found))
