"""What picked cards mean: the table "One way to act", and that no pick becomes another action."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.depth import tried

from .blank import PageChoices, allows, blank_page, some_page_choices, views_and_page_choices

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

POSITIONS = tried(30, 60)

TOOLS = """
const s = await import("/js/table/selection.js");
const letters = (cards) => cards.map((one) => one.card).join("");
const brief = (choices, picked) => {
  const staged = s.stageOf(picked, choices);
  return {
    meaning: staged.meaning, action: staged.action, legal: staged.legal?.action ?? null,
    places: staged.places, toGive: staged.toGive, hand: picked.hand.map((one) => one.index),
    market: letters(picked.market), given: letters(picked.hand), camels: picked.camels,
  };
};
const handlers = {
  m: (picked, choices, at) => s.pickMarket(picked, choices, at),
  h: (picked, choices, at) => s.pickHand(picked, choices, at),
  p: (picked, choices, at) => s.pickPile(picked, choices, at),
  c: (picked, choices, by) => s.change(picked, choices, by),
  f: (picked, choices) => s.fillWithCamels(picked, choices) ?? picked,
};
const done = (choices, steps) =>
  steps.reduce((picked, [what, at]) => handlers[what](picked, choices, at), s.EMPTY);
// Mulberry32: the same numbers in every run.
const chanceOf = (seed) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
};
const below = (chance, n) => Math.floor(chance() * n);
const step = (chance, choices) => {
  const kind = "mmmhhhhpccf"[below(chance, 11)];
  if (kind === "m") return [kind, below(chance, 5)];
  if (kind === "h") return [kind, below(chance, 7)];
  if (kind === "p") return [kind, "DGSCPL"[below(chance, 6)]];
  return [kind, chance() < 0.7 ? 1 : -1];
};
"""

TABLE: PageChoices = {
    "market": ["G", "K", "P", "K", "L"],
    "hand": ["D", "D", "C", "L", "L", "L"],
    "herd": 3,
    "legal": [
        {"action": action, "kind": "any"}
        for action in (
            "+G", "+P", "+L", "+KK", "-DD", "-C", "-L", "-LL", "-LLL", "+GP-KK", "+GP-CK",
            "+GP-CL", "+GP-LL", "+GP-LK", "+GP-DD", "+GP-DC", "+GP-DL", "+GP-DK", "+GL-DD",
            "+GL-DC", "+GL-DK", "+GL-CK", "+GL-KK", "+PL-DC", "+GPL-DCK", "+GPL-DDC",
            "+GPL-DDK",
        )
    ],
    "blocked": None,
}  # fmt: skip
"""A market of gold, spice, leather and two camels; places from 0."""

Run = Callable[..., Any]


@pytest.fixture(scope="module")
def blank(browser: Browser) -> Iterator[Page]:
    page = blank_page(browser)
    yield page
    page.context.close()


@pytest.fixture
def run(blank: Page) -> Run:
    """Run some lines of script with the module at hand."""

    def ran(body: str, **given: Any) -> Any:
        names = ", ".join(given)
        return blank.evaluate(f"async ({{ {names} }}) => {{ {TOOLS} {body} }}", given)

    return ran


@pytest.fixture
def picked(run: Run) -> Run:
    """What is staged after some taps on the table above: `m0 h3 c+ f`."""

    def after(taps: str, choices: PageChoices = TABLE) -> Any:
        signs: dict[str, Any] = {"+": 1, "-": -1}
        steps: list[list[Any]] = []
        for tap in taps.split():
            what, at = tap[0], tap[1:]
            steps.append([what, signs.get(at, int(at) if at.isdigit() else at)])
        return run("return brief(choices, done(choices, steps));", choices=choices, steps=steps)

    return after


def assert_staged(staged: Any, meaning: str, legal: str | None, **more: Any) -> None:
    wanted = {"meaning": meaning, "legal": legal} | more
    assert {name: staged[name] for name in wanted} == wanted


def assert_nothing(staged: Any) -> None:
    assert_staged(staged, "none", None, action=None, market="", given="", camels=0, places=[])


# The rows of the table


def test_nothing_picked_means_nothing(picked: Run) -> None:
    assert_nothing(picked(""))


def test_one_market_good_is_taken(picked: Run) -> None:
    assert_staged(picked("m0"), "take", "+G", places=[0], toGive=0)


def test_a_market_camel_means_all_of_them(picked: Run) -> None:
    for place in (1, 3):
        assert_staged(picked(f"m{place}"), "camels", "+KK", places=[1, 3])


@pytest.mark.parametrize("before", ["m0", "m0 m2", "h3", "c+", "m0 m2 h2 c+"])
def test_a_market_camel_drops_everything_else(picked: Run, before: str) -> None:
    assert_staged(picked(f"{before} m3"), "camels", "+KK", places=[1, 3], given="", camels=0)


def test_a_good_drops_the_market_camels(picked: Run) -> None:
    assert_staged(picked("m1 m2"), "take", "+P", places=[2])


def test_a_hand_card_or_a_camel_to_give_drops_the_market_camels(picked: Run) -> None:
    assert_staged(picked("m1 h4"), "sell", "-LLL", places=[])
    assert_staged(picked("m1 c+"), "exchange", None, places=[], camels=1)


@pytest.mark.parametrize("index", [3, 4, 5])
def test_the_first_tap_on_a_hand_card_picks_all_of_the_kind(picked: Run, index: int) -> None:
    assert_staged(picked(f"h{index}"), "sell", "-LLL", hand=[3, 4, 5], toGive=0)


def test_a_pile_does_the_same_and_takes_it_back(picked: Run) -> None:
    assert_staged(picked("pL"), "sell", "-LLL", hand=[3, 4, 5])
    assert_staged(picked("pL c- pL"), "sell", "-LLL", hand=[3, 4, 5])
    assert_staged(picked("m0 h2 pD"), "sell", "-DD", hand=[0, 1], places=[])
    assert_nothing(picked("pL pL"))
    assert_nothing(picked("pS"))


def test_the_first_tap_picks_no_more_than_can_be_sold(picked: Run) -> None:
    fewer = TABLE | {"legal": [one for one in TABLE["legal"] if one["action"] != "-LLL"]}
    assert_staged(picked("h5", fewer), "sell", "-LL", hand=[3, 5])
    none = TABLE | {"legal": [one for one in TABLE["legal"] if one["action"] != "-DD"]}
    assert_staged(picked("h1", none), "sell", None, action="-D", hand=[1])


def test_a_tap_on_a_picked_card_unpicks_that_one(picked: Run) -> None:
    assert_staged(picked("h3 h4"), "sell", "-LL", hand=[3, 5])
    assert_staged(picked("m0 m2 m0"), "take", "+P", places=[2])
    assert_staged(picked("m0 m2 h2 h3 h2"), "exchange", None, given="L", toGive=1)
    assert_nothing(picked("m0 m0"))
    assert_nothing(picked("m1 m3"))
    assert_nothing(picked("h2 h2"))


def test_two_market_goods_are_an_exchange_with_gives_missing(picked: Run) -> None:
    assert_staged(picked("m2 m0"), "exchange", None, action=None, places=[0, 2], toGive=2)
    assert_staged(picked("m2 m0 m4"), "exchange", None, action=None, toGive=3)


def test_with_market_goods_picked_a_tap_picks_one_hand_card(picked: Run) -> None:
    assert_staged(picked("m0 m2 h4"), "exchange", None, hand=[4], toGive=1)
    assert_staged(picked("m0 m2 h4 h3"), "exchange", "+GP-LL", hand=[3, 4], toGive=0)


def test_one_for_one_is_complete_but_not_legal(picked: Run) -> None:
    assert_staged(picked("m0 h2"), "exchange", None, action="+G-C", toGive=0)


def test_hand_cards_of_two_kinds_are_an_exchange(picked: Run) -> None:
    assert_staged(picked("h2 h4"), "exchange", None, action=None, given="CL", toGive=-2)
    assert_staged(picked("h2 h4 m0 m2"), "exchange", "+GP-CL", places=[0, 2], toGive=0)


def test_a_sale_becomes_an_exchange_with_the_cards_it_had(picked: Run) -> None:
    assert_staged(picked("h0 m0 m2"), "exchange", "+GP-DD", hand=[0, 1])


def test_camels_to_give_alone_are_an_exchange(picked: Run) -> None:
    assert_staged(picked("c+"), "exchange", None, action=None, camels=1, toGive=-1)
    assert_staged(picked("c+ h4"), "exchange", None, given="L", camels=1, toGive=-2)
    assert_staged(picked("c+ h4 m2 m0"), "exchange", "+GP-LK")


def test_minus_and_plus_change_the_number_in_a_sale(picked: Run) -> None:
    assert_staged(picked("h4 c-"), "sell", "-LL", hand=[3, 4], camels=0)
    assert_staged(picked("h4 c- c-"), "sell", "-L", hand=[3])
    assert_staged(picked("h4 c- c- c-"), "sell", "-L", hand=[3])
    assert_staged(picked("h4 c- c- c+"), "sell", "-LL")
    assert_staged(picked("h4 c+"), "sell", "-LLL", camels=0)
    assert_staged(picked("h0 c-"), "sell", "-DD")  # one diamond cannot be sold
    assert_staged(picked("h0 h1 c+"), "sell", "-DD")


def test_minus_and_plus_otherwise_change_the_camels_to_give(picked: Run) -> None:
    assert_staged(picked("m0 m2 c+"), "exchange", None, camels=1, toGive=1)
    assert_staged(picked("m0 m2 c+ c+"), "exchange", "+GP-KK", camels=2)
    assert_staged(picked("m0 m2 c+ c+ c-"), "exchange", None, camels=1)
    assert_staged(picked("m0 c-"), "take", "+G", camels=0)
    assert picked("m0 m2 m4 c+ c+ c+ c+")["camels"] == TABLE["herd"]


def test_fill_with_camels_completes_where_that_is_legal(picked: Run, run: Run) -> None:
    assert_staged(picked("m0 m2 f"), "exchange", "+GP-KK", camels=2)
    assert_staged(picked("m0 m2 h2 f"), "exchange", "+GP-CK", camels=1)
    filled = "return s.fillWithCamels(done(choices, steps), choices);"
    for steps in ([], [["m", 0]], [["m", 0], ["m", 2], ["m", 4]], [["h", 3]], [["m", 1]]):
        assert run(filled, choices=TABLE, steps=steps) is None
    poor = TABLE | {"herd": 1}
    assert run(filled, choices=poor, steps=[["m", 0], ["m", 2]]) is None


def test_a_hole_in_the_market_and_a_missing_hand_card_are_nothing(picked: Run) -> None:
    holed = TABLE | {"market": ["G", None, "P", None, "L"]}
    assert_nothing(picked("m1 h6", holed))


def test_a_card_fits_if_a_legal_action_has_it_with_the_others(run: Run) -> None:
    asked = """
      const all = (steps) => {
        const picked = done(choices, steps);
        return [
          choices.market.map((_card, place) => s.fits(picked, choices, { place })),
          choices.hand.map((_card, index) => s.fits(picked, choices, { index })),
          s.fits(picked, choices, { camel: true }),
        ];
      };
      return [
        [], [["m", 4]], [["m", 4], ["m", 2]], [["m", 1]], [["h", 3]],
        [["m", 0], ["m", 2], ["c", 1], ["c", 1]],
      ].map(all);
    """
    yes, no = True, False
    assert run(asked, choices=TABLE) == [
        [[yes] * 5, [yes] * 6, yes],
        [[yes] * 5, [yes, yes, yes, no, no, no], yes],  # no leather for leather
        [[yes] * 5, [yes, yes, yes, no, no, no], yes],
        [[yes] * 5, [yes] * 6, yes],  # any of them drops the camels
        [[yes, yes, yes, yes, no], [yes] * 6, yes],  # a sale can become an exchange of one of them
        [[yes, yes, yes, yes, no], [no] * 6, no],  # two camels are given, never three
    ]


def test_can_change_says_what_change_does(run: Run) -> None:
    wrong = run(
        """
        const wrong = [];
        for (const choices of positions) {
          const chance = chanceOf(choices.hand.length + 7 * choices.herd);
          let picked = s.EMPTY;
          for (let turn = 0; turn < 60; turn += 1) {
            const [what, at] = step(chance, choices);
            picked = handlers[what](picked, choices, at);
            for (const by of [1, -1]) {
              const next = s.change(picked, choices, by);
              const differs = JSON.stringify(next) !== JSON.stringify(picked);
              if (differs !== s.canChange(picked, choices, by)) wrong.push([choices, picked, by]);
            }
          }
        }
        return wrong;
        """,
        positions=some_page_choices(POSITIONS),
    )
    assert wrong == []


# Every legal action, and nothing else


def test_every_legal_action_can_be_staged_by_taps_alone(run: Run) -> None:
    positions = some_page_choices(POSITIONS)
    staged = run(
        """
        const places = (cards, wanted) => {
          const found = [];
          for (const letter of wanted) {
            found.push(cards.findIndex((card, at) => card === letter && !found.includes(at)));
          }
          return found;
        };
        const tapped = (choices, take, give) => {
          const camels = [...give].filter((letter) => letter === "K").length;
          const goods = give.replaceAll("K", "");
          let picked = s.EMPTY;
          const { market, hand } = choices;
          if (take.startsWith("K")) return s.pickMarket(picked, choices, market.indexOf("K"));
          if (!take) {
            picked = s.pickHand(picked, choices, choices.hand.indexOf(give[0]));
            while (picked.hand.length > give.length) picked = s.change(picked, choices, -1);
            return picked;
          }
          for (const place of places(market, take)) picked = s.pickMarket(picked, choices, place);
          for (const index of places(hand, goods)) picked = s.pickHand(picked, choices, index);
          for (let n = 0; n < camels; n += 1) picked = s.change(picked, choices, 1);
          return picked;
        };
        const handFirst = (choices, take, give) => {
          const steps = [...give].filter((letter) => letter === "K").map(() => ["c", 1]);
          const goods = places(choices.hand, give.replaceAll("K", ""));
          const picks = places(choices.market, take).reverse().map((place) => ["m", place]);
          const given = goods.reverse().map((index) => ["h", index]);
          return done(choices, [...steps, ...picks, ...given]);
        };
        return positions.map((choices) => choices.legal.map(({ action }) => {
          const [, take = "", give = ""] = /^(?:\\+(\\w+))?(?:-(\\w+))?$/.exec(action);
          const ways = [tapped(choices, take, give)];
          if (take && give) ways.push(handFirst(choices, take, give));
          return ways.map((picked) => brief(choices, picked));
        }));
        """,
        positions=positions,
    )
    assert sum(len(choices["legal"]) for choices in positions) > 1000
    for choices, ways_of_all in zip(positions, staged, strict=True):
        for legal, ways in zip(choices["legal"], ways_of_all, strict=True):
            for way in ways:
                assert_is_action(choices, way, legal["action"])


def assert_is_action(choices: PageChoices, staged: Any, action: str) -> None:
    """What is staged is this very action, with cards that lie where it says."""
    take, _, give = (
        action.removeprefix("+").partition("-") if action[0] == "+" else ("", "", action[1:])
    )
    assert staged["legal"] == staged["action"] == action
    assert sorted(choices["market"][place] for place in staged["places"]) == sorted(take)
    cards = [choices["hand"][index] for index in staged["hand"]] + ["K"] * staged["camels"]
    assert sorted(cards) == sorted(give)
    assert staged["toGive"] == 0


def test_typed_notation_stages_the_same_in_any_case_and_order(run: Run) -> None:
    positions = some_page_choices(POSITIONS, seed=8)
    staged = run(
        """
        const turned = (side) => [...side].reverse().join("").toLowerCase();
        return positions.map((choices) => choices.legal.map(({ action }) => {
          const [, take, give] = /^(?:\\+(\\w+))?(?:-(\\w+))?$/.exec(action);
          const other = (take ? " +" + turned(take) : "") + (give ? " − " + turned(give) : "");
          return [action, other].map((text) => brief(choices, s.selectionFor(choices, text)));
        }));
        """,
        positions=positions,
    )
    for choices, all_staged in zip(positions, staged, strict=True):
        for legal, (plain, turned) in zip(choices["legal"], all_staged, strict=True):
            assert plain == turned
            assert_is_action(choices, plain, legal["action"])


def test_typed_notation_takes_the_leftmost(run: Run) -> None:
    choices = TABLE | {"market": ["L", "G", "G", "P", "K"]}
    staged = run('return brief(choices, s.selectionFor(choices, "+pg-lk"));', choices=choices)
    assert_staged(staged, "exchange", "+GP-LK", places=[1, 3], hand=[3], camels=1)


@pytest.mark.parametrize(
    "text", ["", "+", "-", "+S", "+K", "-KK", "gold", "+GP", "+G-C", "+GP-GP", "-D"]
)
def test_what_is_no_legal_action_cannot_be_typed(run: Run, text: str) -> None:
    assert run("return s.selectionFor(choices, text);", choices=TABLE, text=text) is None


def test_random_taps_stage_only_what_is_legal_and_lies_there(run: Run) -> None:
    result = run(
        """
        const wrong = [];
        let legal = 0;
        const same = (one, other) => [...one].sort().join("") === [...other].sort().join("");
        const isWritten = (action, taken, given) => {
          const [, take = "", give = ""] = /^(?:\\+(\\w+))?(?:-(\\w+))?$/.exec(action);
          return same(take, taken) && same(give, given);
        };
        positions.forEach((choices, seed) => {
          const chance = chanceOf(seed);
          let picked = s.EMPTY;
          for (let turn = 0; turn < 150; turn += 1) {
            const [what, at] = step(chance, choices);
            picked = handlers[what](picked, choices, at);
            const staged = s.stageOf(picked, choices);
            const give = letters(picked.hand) + "K".repeat(picked.camels);
            const places = picked.market.map((one) => one.place);
            const isTrue =
              picked.market.every((one) => choices.market[one.place] === one.card) &&
              picked.hand.every((one) => choices.hand[one.index] === one.card) &&
              new Set(places).size === places.length &&
              new Set(picked.hand.map((one) => one.index)).size === picked.hand.length &&
              picked.camels >= 0 && picked.camels <= choices.herd &&
              JSON.stringify(places) === JSON.stringify(staged.places) &&
              (!staged.legal || (choices.legal.includes(staged.legal) &&
                isWritten(staged.legal.action, letters(picked.market), give)));
            if (!isTrue) wrong.push([choices, picked, staged]);
            legal += staged.legal ? 1 : 0;
          }
        });
        return { wrong, legal };
        """,
        positions=some_page_choices(POSITIONS, seed=3),
    )
    assert result["wrong"] == []
    assert result["legal"] > 1000


def test_what_is_offered_is_what_the_rules_allow(run: Run) -> None:
    seen = views_and_page_choices(POSITIONS, seed=6)
    offers = run(
        """
        const written = (picked) => {
          const take = letters(picked.market);
          const give = letters(picked.hand) + "K".repeat(picked.camels);
          return (take && "+" + take) + (give && "-" + give);
        };
        return positions.map((choices, seed) => {
          const chance = chanceOf(seed);
          let picked = s.EMPTY;
          return Array.from({ length: 60 }, () => {
            const [what, at] = step(chance, choices);
            picked = handlers[what](picked, choices, at);
            const { legal, action } = s.stageOf(picked, choices);
            return [written(picked), action, legal !== null];
          });
        });
        """,
        positions=[choices for _, choices in seen],
    )
    for (view, _), offered in zip(seen, offers, strict=True):
        for picks, action, is_offered in offered:
            assert allows(view, action or picks) == allows(view, picks) == is_offered, picks
    offered = [is_offered for of_plan in offers for _, _, is_offered in of_plan]
    assert min(offered.count(True), offered.count(False)) > 300


def test_what_the_rules_allow_can_be_picked(run: Run) -> None:
    seen = views_and_page_choices(POSITIONS, seed=7)
    body = """
        const isOffered = (choices, action) =>
          s.stageOf(s.selectionFor(choices, action) ?? s.EMPTY, choices).legal !== null;
        return positions.map((choices, at) =>
          actions[at].filter((action) => !isOffered(choices, action)));
        """
    actions = [[str(action) for action in view.legal_actions()] for view, _ in seen]
    assert sum(map(len, actions)) > 1000
    missing = run(body, positions=[choices for _, choices in seen], actions=actions)
    assert missing == [[] for _ in seen]


# The table changes under a selection


def test_a_selection_never_becomes_another_when_the_table_changes(run: Run) -> None:
    result = run(
        """
        const wrong = [];
        const seen = { kept: 0, cleared: 0, legal: 0 };
        const chance = chanceOf(11);
        const cards = "DGSCPLKK";
        const changed = (choices) => {
          const other = positions[below(chance, positions.length)];
          const market = [...choices.market], hand = [...choices.hand];
          for (let n = below(chance, 3); n > 0; n -= 1) {
            market[below(chance, 5)] = [...cards, null][below(chance, 9)];
          }
          const more = chance() < 0.5 ? [] : ["G"];
          if (chance() < 0.3) hand.splice(below(chance, hand.length), below(chance, 2), ...more);
          const herd = chance() < 0.3 ? other.herd : choices.herd;
          const share = chance();
          const legal = chance() < 0.2 ? other.legal : choices.legal.filter(() => chance() < share);
          return { market, hand, herd, legal: legal.map((one) => ({ ...one })), blocked: null };
        };
        for (let turn = 0; turn < 5000; turn += 1) {
          const choices = positions[below(chance, positions.length)];
          let picked = s.EMPTY;
          if (chance() < 0.6 && choices.legal.length) {
            const any = choices.legal[below(chance, choices.legal.length)];
            picked = s.selectionFor(choices, any.action);
          } else {
            for (let n = 1 + below(chance, 5); n > 0; n -= 1) {
              const [what, at] = step(chance, choices);
              picked = handlers[what](picked, choices, at);
            }
          }
          const before = s.stageOf(picked, choices), text = JSON.stringify(picked);
          const next = changed(choices);
          const left = s.kept(picked, choices, next);
          const after = s.stageOf(left, next);
          const isEmpty = s.isEmpty(left) && after.meaning === "none" && after.legal === null;
          const isSame =
            JSON.stringify(left) === text && after.meaning === before.meaning &&
            after.action === before.action &&
            (before.legal === null || after.legal?.action === before.legal.action) &&
            left.market.every((one) => next.market[one.place] === one.card) &&
            left.hand.every((one) => next.hand[one.index] === one.card) && left.camels <= next.herd;
          if (!isEmpty && !isSame) wrong.push([choices, picked, next, left]);
          if (s.isEmpty(picked)) continue;
          seen[isEmpty ? "cleared" : "kept"] += 1;
          if (!isEmpty && before.legal) seen.legal += 1;
        }
        return { wrong, seen };
        """,
        positions=some_page_choices(POSITIONS, seed=4),
    )
    assert result["wrong"] == []
    assert min(result["seen"].values()) > 500


@pytest.mark.parametrize(
    ("taps", "changes"),
    [
        ([["m", 0]], {"market": ["S", "K", "P", "K", "L"]}),
        ([["m", 0]], {"market": [None, "K", "P", "K", "L"]}),
        ([["m", 1]], {"market": ["G", "K", "K", "K", "L"]}),  # a third camel
        ([["h", 4]], {"hand": ["D", "D", "C", "C", "L", "L"]}),
        ([["h", 2]], {"hand": ["D", "C", "L", "L", "L"]}),  # the cards moved up
        ([["m", 0], ["m", 2], ["c", 1], ["c", 1]], {"herd": 1}),
        ([["m", 0], ["m", 2], ["c", 1], ["c", 1]], {"legal": [{"action": "+GPL-KKK"}]}),
        ([["m", 0], ["m", 2], ["h", 4]], {"legal": [{"action": "+G"}, {"action": "-LLL"}]}),
    ],
)
def test_a_selection_that_lost_its_ground_is_cleared(
    run: Run, taps: Any, changes: PageChoices
) -> None:
    body = (
        "const picked = done(choices, taps); return brief(after, s.kept(picked, choices, after));"
    )
    assert_nothing(run(body, choices=TABLE, taps=taps, after=TABLE | changes))


def test_a_selection_that_is_still_legal_survives_a_change_elsewhere(run: Run) -> None:
    after = TABLE | {"market": ["G", "K", "P", "D", "D"], "herd": 2, "hand": [*"DDCLLLL"]}
    body = "const picked = done(choices, taps); return s.kept(picked, choices, after) === picked;"
    for taps in ([["m", 0]], [["h", 4]], [["m", 0], ["m", 2], ["h", 4]], [["c", 1]]):
        assert run(body, choices=TABLE, taps=taps, after=after) is True
