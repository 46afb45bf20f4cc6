"""Simulated users of the page: what they see, how they choose, and four ways to act."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import inf
from random import Random
from typing import Any, Protocol

from playwright.sync_api import Page, expect

from jaipur.actions import Action
from jaipur.deals import Deal
from jaipur.view import View
from tests.patience import PATIENCE

from ..nonces import INVITATION, NONCE
from ..submitting import submission
from .states import expect_ready

Data = dict[str, Any]
Pick = tuple[str, int]
"""A row, `market` or `hand`, and the place in it."""

PREFERENCES = "jaipur.preferences"
SEAT_KEYS = "asdfghj"
LIVE = "#table:not([data-unseen]) #status:not(.is-offline)"
MOST_TURNS = 300
GLANCE_MS = 30
CAMEL = "Camel"
FILL: Pick = ("fill", 0)

LOOK = """() => {
  const text = (selector) => document.querySelector(selector)?.textContent ?? "";
  const names = (selector) => [...document.querySelectorAll(selector)].map(
    (card) => (card.checkVisibility() ? card.getAttribute("aria-label") : null));
  const play = document.querySelector("[data-play]");
  return {
    turn: text("#status h2"),
    market: names("#market [data-place]"),
    hand: names("#hand [data-index]"),
    herd: Number(/herd: (\\d+)/.exec(text("#hand"))?.[1] ?? 0),
    label: play?.textContent ?? "",
    isReady: Boolean(play?.checkVisibility()) && play.getAttribute("aria-disabled") !== "true",
    dialog: text("dialog[open] h2"),
    isOver: Boolean(document.querySelector("#over h2")?.checkVisibility()),
  };
}"""


@dataclass(frozen=True)
class Seen:
    """The table as somebody sees it."""

    turn: str
    market: tuple[str | None, ...]
    """Kinds of cards by place."""
    hand: tuple[str, ...]
    herd: int
    label: str
    """What the one button says."""
    is_ready: bool
    """Whether the one button works."""
    dialog: str
    is_over: bool

    @property
    def is_my_turn(self) -> bool:
        """Whether I am to act and nothing is under way."""
        return self.turn == "Your turn" and self.label == "Pick cards" and not self.dialog


class Person(Protocol):
    """Somebody who plays in one way: by mouse, keys, fingers or by what is read out."""

    def start(self) -> None:
        """From the first page to a table with a bot."""

    def look(self) -> Seen:
        """What they see."""

    def pick(self, card: Pick) -> None:
        """Pick a card, or fill an exchange with camels."""

    def press(self, label: str) -> None:
        """Use the button with this label."""


def play_match(person: Person, page: Page, rounds: float = inf) -> Counter[str]:
    """Play until the match is over, or so many rounds; how often each kind of action was done."""
    person.start()
    done: Counter[str] = Counter()
    turn = 0
    for _ in range(MOST_TURNS):
        seen = wait_for(page, person.look, lambda now: now.is_my_turn or now.is_over or _ends(now))
        if seen.is_over:
            return done
        if _ends(seen):
            rounds -= 1
            if not rounds:
                return done
            expect_ready(page)
            person.press("See the match" if "See the match" in labels(page) else "Next round")
            turn = 0  # every round is dealt and played alike, which makes a short match
            continue
        for card in choose(seen, turn):
            person.pick(card)
        turn += 1
        ready = wait_for(page, person.look, lambda now: now.is_ready)
        done[ready.label.split()[0]] += 1
        person.press(ready.label)
        wait_for(page, person.look, lambda now: now.label == "Pick cards" or bool(now.dialog))
    raise AssertionError("The match has no end.")


def _ends(seen: Seen) -> bool:
    return seen.dialog.startswith("End of round")


def labels(page: Page) -> list[str]:
    """The buttons of the dialog that is open."""
    return page.get_by_role("dialog").get_by_role("button").all_inner_texts()


def choose(seen: Seen, turn: int) -> list[Pick]:
    """Something sensible to do, by what lies open: sell soon, take what fits, and exchange."""
    hand = Counter(seen.hand)
    goods = [at for at, card in enumerate(seen.market) if card and card != CAMEL]
    camels = [at for at, card in enumerate(seen.market) if card == CAMEL]
    most, number = hand.most_common(1)[0] if hand else ("", 0)
    if number >= 3 or (number >= 2 and (len(seen.hand) > 5 or turn % 3 == 2)):
        return [("hand", seen.hand.index(most))]
    if len(camels) >= 2 or not goods:
        return [("market", camels[0])]
    if turn % 4 == 3 and (exchange := _exchange(seen, goods)):
        return exchange
    liked = [at for at in goods if hand[str(seen.market[at])]]
    return [("market", (liked or goods)[0])]


def _exchange(seen: Seen, goods: list[int]) -> list[Pick]:
    """Two goods of the market for camels, or for two cards of other kinds."""
    taken = goods[:2]
    kinds = {seen.market[at] for at in taken}
    if len(taken) < 2:
        return []
    picks: list[Pick] = [("market", at) for at in taken]
    if seen.herd >= 2 and len(seen.hand) <= 5:
        return [*picks, FILL]
    given = [at for at, card in enumerate(seen.hand) if card not in kinds][:2]
    return [*picks, *(("hand", at) for at in given)] if len(given) == 2 else []


def wait_for(page: Page, look: Callable[[], Seen], wanted: Callable[[Seen], bool]) -> Seen:
    """Look until it is as wanted; the page works in between."""
    for _ in range(int(PATIENCE * 1000 / GLANCE_MS)):
        seen = look()
        if wanted(seen):
            return seen
        page.wait_for_timeout(GLANCE_MS)
    raise AssertionError(f"It never came: {seen}")


def kind_of(name: str | None) -> str | None:
    """The kind of a card by its name: "Gold, market 1, next price 6"."""
    return name.partition(",")[0] if name else None


class Mouse:
    """By mouse."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def start(self) -> None:
        """The Play button of a bot on the first page."""
        self.page.goto("/")
        self.page.get_by_role("button", name="Play Novice", exact=True).click()
        self.page.wait_for_url("**/t/*")

    def look(self) -> Seen:
        """What is on the screen."""
        return look(self.page)

    def pick(self, card: Pick) -> None:
        """A click on the card."""
        self.page.locator(_selector(card)).click()

    def press(self, label: str) -> None:
        """A click on the button."""
        _button(self.page, label).click()


class Touch(Mouse):
    """By fingers."""

    def start(self) -> None:
        """The Play button of a bot on the first page."""
        self.page.goto("/")
        self.page.get_by_role("button", name="Play Novice", exact=True).tap()
        self.page.wait_for_url("**/t/*")

    def pick(self, card: Pick) -> None:
        """A tap on the card."""
        self.page.locator(_selector(card)).tap()

    def press(self, label: str) -> None:
        """A tap on the button."""
        _button(self.page, label).tap()


class Keyboard(Mouse):
    """By keys alone; each way to pick and to play in turn."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._turn = 0

    def start(self) -> None:
        """Tab to the Play button of a bot, and Enter."""
        self.page.goto("/")
        expect(self.page.get_by_role("button", name="Play Novice", exact=True)).to_be_visible()
        self._tab_to("Play Novice")
        self.page.keyboard.press("Enter")
        self.page.wait_for_url("**/t/*")

    def pick(self, card: Pick) -> None:
        """By its key, or by Tab, arrows and Space."""
        row, at = card
        self._turn += 1
        if card == FILL:
            self.page.keyboard.press("+")
            self.page.keyboard.press("+")
        elif self._turn % 4 == 0:
            self._tab_into(row)
            self.page.keyboard.press("Home")
            for _ in range(at):
                self.page.keyboard.press("ArrowRight")
            self.page.keyboard.press("Space")
        elif row == "market" and kind_of(self._names(row)[at]) == CAMEL:
            self.page.keyboard.press("k")
        else:
            self.page.keyboard.press(str(at + 1) if row == "market" else SEAT_KEYS[at])

    def press(self, label: str) -> None:
        """Ctrl+Enter, Enter where no control has the focus, or Tab to the button and Enter."""
        if self.look().dialog:
            self._tab_to(label)
            self.page.keyboard.press("Enter")
        elif self._focused() in ("", "sentence"):
            self.page.keyboard.press("Enter")
        elif self._turn % 2:
            self.page.keyboard.press("Control+Enter")
        else:
            self._tab_to(label)
            self.page.keyboard.press("Enter")

    def _names(self, row: str) -> list[str | None]:
        found: list[str | None] = self.page.evaluate(LOOK)[row]
        return found

    def _focused(self) -> str:
        """The id of what has the focus, empty for the page itself."""
        found: str = self.page.evaluate(
            "document.activeElement === document.body ? '' : document.activeElement.id || 'control'"
        )
        return found

    def _tab_to(self, label: str) -> None:
        self._tab_until(
            "(document.activeElement.ariaLabel ?? document.activeElement.textContent).trim()"
            f" === {json.dumps(label)}"
        )

    def _tab_into(self, row: str) -> None:
        where = "[data-place]" if row == "market" else "#hand [data-index]"
        self._tab_until(f"document.activeElement.matches('{where}')")

    def _tab_until(self, condition: str) -> None:
        for _ in range(80):
            if self.page.evaluate(condition):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab never gets there: {condition}")


class Listener:
    """By roles and names alone, as a screen reader has them."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def start(self) -> None:
        """The Play button of a bot on the first page."""
        self.page.goto("/")
        bots = self.page.get_by_role("region", name="Play a bot", exact=True)
        bots.get_by_role("button", name="Play Novice", exact=True).press("Enter")
        self.page.wait_for_url("**/t/*")

    def look(self) -> Seen:
        """The table as it is read out."""
        tree = self.page.get_by_role("main").aria_snapshot()
        dialogs = self.page.get_by_role("dialog")
        dialog = dialogs.get_by_role("heading").first.inner_text() if dialogs.count() else ""
        sections = dict(_sections(tree))
        action = re.findall(r'- button "([^"]+)"( \[disabled\])?', sections.get("Your action", ""))
        label, off = action[-1] if action else ("", "")
        turn = re.search(r'heading "([^"]+)"', sections.get("The match", ""))
        market: list[str | None] = [None] * 5
        for kind, at in re.findall(r'"(\w+), market (\d)', sections.get("Market", "")):
            market[int(at) - 1] = kind
        hand = re.findall(r'"(\w+), hand \d of \d', sections.get("Your hand and herd", ""))
        herd = re.search(r"herd: (\d+)", sections.get("Your hand and herd", ""))
        return Seen(
            turn[1] if turn else "",
            tuple(market),
            tuple(hand),
            int(herd[1]) if herd else 0,
            label,
            not off,
            dialog,
            is_over="Replay" in tree,
        )

    def pick(self, card: Pick) -> None:
        """The button that is named like this card and its place."""
        row, at = card
        if card == FILL:
            self.press("Fill with camels")
            return
        place = f"market {at + 1}" if row == "market" else f"hand {at + 1} of"
        names = self.page.get_by_role("button", name=re.compile(rf"^\w+, {place}\b"))
        names.press("Space")

    def press(self, label: str) -> None:
        """The button of this name."""
        dialog = self.page.get_by_role("dialog")
        root = dialog if dialog.count() else self.page.get_by_role("main")
        root.get_by_role("button", name=label, exact=True).press("Enter")


def _sections(tree: str) -> Iterator[tuple[str, str]]:
    """The landmarks of the table and what is in them."""
    for part in re.split(r"\n(?=\s*- region )", "\n" + tree):
        named = re.match(r'\s*- region "([^"]+)"', part)
        if named:
            yield named[1], part


def look(page: Page) -> Seen:
    """What is on the screen."""
    found = page.evaluate(LOOK)
    return Seen(
        found["turn"],
        tuple(kind_of(name) for name in found["market"]),
        tuple(str(kind_of(name)) for name in found["hand"] if name),
        found["herd"],
        found["label"],
        found["isReady"],
        found["dialog"],
        found["isOver"],
    )


def _selector(card: Pick) -> str:
    row, at = card
    if card == FILL:
        return "[data-fill]"
    return f"#market [data-place='{at}']" if row == "market" else f"#hand [data-index='{at}']"


def _button(page: Page, label: str) -> Any:
    dialog = page.get_by_role("dialog")
    root = dialog if dialog.count() else page.locator("#dock")
    return root.get_by_role("button", name=label, exact=True)


# --- preferences


def prefer(page: Page, **preferences: Any) -> Page:
    """Set preferences of this device before anything is opened; nothing moves unless it is said."""
    wanted = json.dumps({"speed": "off"} | preferences)
    page.context.add_init_script(
        f"if (!localStorage.getItem('{PREFERENCES}'))"
        f" localStorage.setItem('{PREFERENCES}', JSON.stringify({wanted}));"
    )
    return page


# --- tables without clicks, for what is tested afterwards


@dataclass
class Device:
    """A page together with requests that its device makes by itself."""

    page: Page
    table: str = ""
    seat: int | None = None

    @property
    def path(self) -> str:
        """Where the routes of the table are."""
        return f"/api/tables/{self.table}"

    def get(self, path: str) -> Data:
        """What the server tells this device."""
        answer = self.page.context.request.get(path)
        assert answer.ok, answer.text()
        found: Data = answer.json()
        return found

    def post(self, path: str, body: Data | None = None) -> Data:
        """What the server answers to this device."""
        answer = self.page.context.request.post(path, data=body)
        assert answer.ok, answer.text()
        found: Data = answer.json() if answer.text() else {}
        return found

    def create(self, opponent: Data, name: str = "Ana", **options: Any) -> Data:
        """Make a table and take its first seat."""
        body = {"id": new_id(), "name": name, "opponent": opponent, "options": options}
        made = self.post("/api/tables", body)
        self.table = made["table"]
        return made

    def look(self) -> Data:
        """What this device may see of the table."""
        asked = "" if self.seat is None else f"?seat={self.seat}"
        return self.get(self.path + asked)

    def command(self, kind: str, **more: Any) -> Data:
        """Give a command for the version that is now."""
        version = self.look()["version"]
        named = {} if self.seat is None else {"seat": self.seat}
        body = submission(id=new_id(), version=version, kind=kind, **named, **more)
        return self.post(f"{self.path}/commands", body)

    def act(self, chance: Random, wanted: Callable[[Data], bool] = lambda _: True) -> str:
        """Do something legal, by chance and if possible as wanted; returns it in notation."""
        legal = self.look()["state"]["round"]["legal"]
        some = [one for one in legal if wanted(one)] or legal
        action = str(chance.choice(some)["action"])
        self.command("act", action=action)
        return action

    def open(self) -> Device:
        """Go to the table and wait for it."""
        self.page.goto(f"/t/{self.table}")
        expect(self.page.locator(LIVE)).to_be_attached()
        return self

    def expect_turn(self, words: str) -> None:
        """Wait until the page says whose turn it is."""
        expect(self.page.locator("#status h2")).to_have_text(words)


_ids = iter(range(10**9))


def new_id() -> str:
    """An id for a command."""
    return f"command-{next(_ids):09}"


def two_devices(first: Page, second: Page, **options: Any) -> tuple[Device, Device, Data]:
    """A table that Ana made and Ben joined, dealt; and what Ana got when she made it."""
    ana, ben = Device(first), Device(second)
    made = ana.create(INVITATION, **options)
    ben.table = ana.table
    secret = made["links"]["invitation"].partition("invitation=")[2]
    body = {"id": new_id(), "invitation": secret, "name": "Ben", "nonce": "aabb"}
    ben.post(f"{ben.path}/join", body)
    ana.command("ready", nonce=NONCE)
    return ana, ben, made


def by_turn(ana: Device, ben: Device) -> tuple[Device, Device]:
    """Who is to act, and who waits."""
    turn = ana.look()["state"]["round"]["turn"]
    return (ana, ben) if turn == 0 else (ben, ana)


@dataclass(frozen=True)
class QuickDeals:
    """The same deal in every round: three kinds of tokens are soon gone."""

    commitment: str = "0" * 64

    def deal(self, _round: int, /) -> Deal:
        """The deal; who starts the match is not left to chance either."""
        return Deal.parse(QUICK_CARDS, QUICK_BONUSES, 0)


QUICK_CARDS = "DDDDL" + "GGGGG" + "CP" + "SSDSCSLSDSPGKCLPCKPLCLKPLPCKLCPLKCPLKKLK"
QUICK_BONUSES = ("3312212", "564645", "TT988")


def greedy(_bot: str, view: View, _seed: int) -> Action:
    """A bot that sells as much as it can, and otherwise takes something."""
    legal = view.legal_actions()
    sales = [action for action in legal if str(action).startswith("-")]
    takes = [action for action in legal if str(action).startswith("+") and "-" not in str(action)]
    return max(sales, key=lambda action: len(str(action))) if sales else (takes or legal)[0]
