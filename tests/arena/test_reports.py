"""The reports of an arena run: JSON, text and the page."""

import json
from html.parser import HTMLParser

import pytest

from jaipur.arena.page import html_page
from jaipur.arena.results import ACTIONS, LUCK_A, POINTS_A, ROUNDS, PairResult
from jaipur.arena.sprt import AdjustedSprt, Sprt
from jaipur.arena.statistics import Interval
from jaipur.arena.summary import Summary, summarise, to_json
from jaipur.arena.text_report import short_names, text_report
from jaipur.texts import texts

from .fake import fake_field, fake_pair, lucky_games, with_failures
from .test_statistics import chance, perfect

SIX = {
    "merchant": 2000.0,
    "trader": 1800.0,
    "greedy": 1500.0,
    "python3 /somewhere/else/bots/collector.py --level 3 --memory yes": 1400.0,
    "novice": 1150.0,
    "<script>alert('x')</script>": 500.0,
}
PLAYER_KEYS = {
    "name", "elo", "low", "high", "games", "score", "actions", "nodes_per_action",
    "ms_per_action", "failures", "failure_share", "failed",
}  # fmt: skip
PAIR_KEYS = {
    "a", "b", "rounds", "wins_a", "wins_b", "draws", "score_a", "low", "high", "adjusted_a",
    "adjusted_low", "adjusted_high", "luck_a", "fewer", "margin", "margin_low", "margin_high",
    "failures_a", "failures_b",
}  # fmt: skip
VOID = {"meta", "link", "br", "hr", "img", "input"}
ENGLISH = texts("en")


def two(deals: int = 200) -> list[PairResult]:
    return [fake_pair("merchant", "greedy", deals, 400, chance())]


def lucky(deals: int = 200, score: float = 0.55) -> list[PairResult]:
    return [PairResult("merchant", "greedy", lucky_games(deals, score, chance(), 0.35), (1.0, 2.0))]


def six() -> list[PairResult]:
    pairs = fake_field(SIX, 60, chance())
    pairs[2] = with_failures(pairs[2], [(3, 1, 3), (8, 1, 1), (9, 1, 3)])
    return pairs


def summary_of_six(sprt: Sprt | None = None) -> Summary:
    return summarise(six(), list(SIX), unit="round", seed=7, sprt=sprt)


class Outline(HTMLParser):
    """Every element of a page, and whether each one opened is closed again."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.seen if name == tag]


def test_the_json_has_exactly_the_keys_that_are_promised() -> None:
    data = json.loads(json.dumps(to_json(summary_of_six()), allow_nan=False))
    assert set(data) == {"format", "version", "unit", "seed", "players", "pairs"}
    assert (data["format"], data["version"], data["unit"], data["seed"]) == (
        "jaipur-arena", 1, "round", 7,
    )  # fmt: skip
    assert all(set(player) == PLAYER_KEYS for player in data["players"])
    assert all(set(pair) == PAIR_KEYS for pair in data["pairs"])
    assert (len(data["players"]), len(data["pairs"])) == (6, 15)
    assert [p["elo"] for p in data["players"]] == sorted(
        (p["elo"] for p in data["players"]), reverse=True
    )


def test_the_figures_of_the_json_fit_together() -> None:
    for pair in to_json(summary_of_six())["pairs"]:
        assert pair["wins_a"] + pair["wins_b"] + pair["draws"] == pair["rounds"] == 120
        assert pair["score_a"] == pytest.approx((pair["wins_a"] + pair["draws"] / 2) / 120)
        assert pair["low"] <= pair["score_a"] <= pair["high"]
        assert pair["margin_low"] < pair["margin"] < pair["margin_high"]


def test_a_player_is_counted_on_both_sides() -> None:
    pairs = [perfect("x", "greedy", 10), perfect("greedy", "y", 20)]
    players = {p["name"]: p for p in to_json(summary(pairs, "x", "greedy", "y"))["players"]}
    assert players["greedy"]["games"] == 60
    assert players["greedy"]["score"] == pytest.approx(40 / 60)
    assert players["greedy"]["actions"] == 60 * 30
    assert players["greedy"]["nodes_per_action"] == pytest.approx((20 * 100 + 40) / 60)
    assert players["greedy"]["ms_per_action"] == pytest.approx(2000 / 1800)
    assert players["x"]["score"] == 1
    assert players["y"]["score"] == 0


def summary(pairs: list[PairResult], *entrants: str) -> Summary:
    return summarise(pairs, entrants, unit="round", seed=1)


def test_failures_are_counted_by_kind() -> None:
    pairs = [with_failures(two()[0], [(3, 1, 3), (8, 1, 1), (9, 1, 3), (20, 0, 4)])]
    pairs[0].games[:, ACTIONS : ACTIONS + 2] = 20
    data = to_json(summary(pairs, "merchant", "greedy"))
    merchant, greedy = data["players"]
    assert greedy["failed"] == {"illegal": 1, "unreadable": 0, "late": 2, "died": 0}
    assert greedy["failures"] == 3
    assert greedy["failure_share"] == pytest.approx(3 / (400 * 20 + 3))
    assert merchant["failed"]["died"] == merchant["failures"] == 1
    assert (data["pairs"][0]["failures_a"], data["pairs"][0]["failures_b"]) == (1, 3)


def test_matches_and_their_rounds_are_counted_apart() -> None:
    pairs = two()
    pairs[0].games[:, ROUNDS] = 3
    data = to_json(summarise(pairs, ["merchant", "greedy"], unit="match", seed=1))
    assert set(data["pairs"][0]) == PAIR_KEYS | {"matches"}
    assert (data["pairs"][0]["matches"], data["pairs"][0]["rounds"]) == (400, 1200)
    assert "400 matches between 2 entrants" in text_report(
        summarise(pairs, ["merchant", "greedy"], unit="match", seed=1), ENGLISH
    )


def test_the_sequential_test_is_reported_where_there_is_one() -> None:
    found = summarise(two(), ["merchant", "greedy"], unit="round", seed=1, sprt=Sprt(0, 100))
    sprt = to_json(found)["pairs"][0]["sprt"]
    assert set(sprt) == {"elo0", "elo1", "llr", "lower", "upper", "verdict", "adjusted"}
    assert sprt["adjusted"] is False
    assert sprt["verdict"] == "at least elo1"
    assert sprt["llr"] > sprt["upper"]
    assert "at least +100 Elo" in text_report(found, ENGLISH)
    assert "at least +100 Elo" in html_page(found, two(), ENGLISH)


def test_a_test_of_adjusted_scores_says_so() -> None:
    test = AdjustedSprt(-100, 0)
    found = summarise(lucky(), ["merchant", "greedy"], unit="round", seed=1, sprt=test)
    sprt = to_json(found)["pairs"][0]["sprt"]
    assert sprt["adjusted"] is True
    assert sprt["llr"] == test.llr(test.scores(lucky()[0].games)) > sprt["upper"]
    text = text_report(found, ENGLISH)
    assert "Sequential test of the adjusted score" in text
    assert "at least +0 Elo" in text
    assert "at least +0 Elo (luck-adjusted)" in html_page(found, lucky(), ENGLISH)


def test_the_adjusted_score_stands_beside_the_plain_one() -> None:
    found = summary(lucky(), "merchant", "greedy")
    pair = found.pairs[0]
    data = to_json(found)["pairs"][0]
    assert data["adjusted_a"] == pair.adjusted.value != pair.score.value
    assert data["adjusted_high"] - data["adjusted_low"] < data["high"] - data["low"]
    assert data["luck_a"] == pytest.approx(data["score_a"] - data["adjusted_a"])
    assert data["fewer"] == pair.fewer
    assert pair.fewer
    assert 1.5 < pair.fewer < 2.5
    text, page = text_report(found, ENGLISH), html_page(found, lucky(), ENGLISH)
    value, half = 100 * pair.adjusted.value, 100 * pair.adjusted.half
    assert f" {value:.1f}±{half:.1f} " in text
    assert f"{value:.1f} % ({100 * pair.adjusted.low:.1f}–" in page
    assert f"{100 / pair.fewer:.1f} % of the deals" in page
    for report in (text, page):
        assert "score less the luck of the cards" in report


def test_few_deals_do_not_say_how_many_fewer_would_do() -> None:
    found = summary(lucky(20), "merchant", "greedy")
    assert to_json(found)["pairs"][0]["fewer"] is None
    assert "of the deals" not in html_page(found, lucky(20), ENGLISH)


def test_an_adjusted_score_below_zero_has_a_real_minus_on_the_page() -> None:
    pairs = lucky()
    pairs[0].games[:, POINTS_A], pairs[0].games[:, LUCK_A] = 0, 200_000
    page = html_page(summary(pairs, "merchant", "greedy"), pairs, ENGLISH)
    assert "−20.0 % (−20.7–−19.3 %)" in page
    assert "+20.0 %" in page


def test_who_has_not_played_is_reported_all_the_same() -> None:
    empty = PairResult("x", "y", two()[0].games[:0], (0.0, 0.0))
    found = summary([empty], "x", "y")
    data = to_json(found)
    assert data["pairs"] == []
    assert [p["score"] for p in data["players"]] == [None, None]
    assert "–" in text_report(found, ENGLISH)
    assert Outline(html_page(found, [empty], ENGLISH)).all("svg")


def test_the_text_has_the_figures() -> None:
    found = summary_of_six()
    text = text_report(found, ENGLISH)
    lines = text.splitlines()
    assert "1,800 rounds between 6 entrants" in lines[0]
    assert "seed 7" in lines[0]
    assert max(map(len, lines[:-2])) <= 100
    for player in found.players:
        figures = (f" {player.elo.value:.0f} ", f" {player.elo.half:.0f} ")
        assert any(all(figure in line for figure in figures) for line in lines)
    pair = found.pairs[0]
    row = next(line.split() for line in lines if line.startswith("merchant"))
    assert row[:5] == ["merchant", "trader", str(pair.wins_a), str(pair.draws), str(pair.wins_b)]
    assert row[5] == f"{100 * pair.score.value:.1f}"
    assert f"{100 * pair.score.value:.1f}±{100 * pair.score.half:.1f}" in text
    assert repr(list(SIX)[3]) in lines[-2]


def test_failures_have_a_column_only_where_there_are_any() -> None:
    assert "failed" in text_report(summary_of_six(), ENGLISH)
    assert "failed" not in text_report(summary(two(), "merchant", "greedy"), ENGLISH)


def test_margins_and_scores_are_turned_round_in_the_cross_table() -> None:
    found = summary(two(), "merchant", "greedy")
    score = found.pairs[0].score.value
    rows = [
        line for line in text_report(found, ENGLISH).splitlines() if "±" in line and "·" in line
    ]
    assert f"{100 * score:.1f}±" in rows[0]
    assert f"{100 - 100 * score:.1f}±" in rows[1]


def test_short_names_fit_and_stay_apart() -> None:
    long = [f"python3 /very/long/folder/{letter}/bot.py --nodes 1000000" for letter in "abc"]
    shorts = short_names(["greedy", *long, "line\nbreak\x1b[2J"], 20)
    assert len(set(shorts.values())) == 5
    assert all(len(short) <= 20 and short.isprintable() for short in shorts.values())
    assert shorts["greedy"] == "greedy"
    assert shorts[long[0]].startswith("bot.py")
    assert short_names(["deep/folder/a-bot-of-mine --x"], 20) == {
        "deep/folder/a-bot-of-mine --x": "a-bot-of-mine --x"
    }


@pytest.mark.parametrize("entrants", [2, 6])
def test_the_page_is_whole_and_every_plot_has_a_title(entrants: int) -> None:
    pairs, names = (two(), ["merchant", "greedy"]) if entrants == 2 else (six(), list(SIX))
    found = summary(pairs, *names)
    page = Outline(html_page(found, pairs, ENGLISH))
    assert page.open == []
    plots = [svg for svg in page.all("svg") if svg.get("class") == "plot"]
    assert len(plots) == 1 + 2 * len(pairs)
    assert all(plot["role"] == "img" for plot in plots)
    assert len(page.all("title")) == 1 + len(plots)
    assert len(page.all("desc")) == len(plots)
    assert all(cell.get("scope") in {"row", "col"} for cell in page.all("th"))
    heat = [cell for cell in page.all("td") if cell.get("style")]
    assert len(heat) == 2 * len(pairs)


def test_the_page_needs_nothing_from_elsewhere() -> None:
    page = html_page(summary_of_six(), six(), ENGLISH)
    outline = Outline(page)
    assert not {"script", "link", "img", "iframe"} & {tag for tag, _ in outline.seen}
    assert "http" not in page
    assert "url(" not in page


def test_names_are_escaped_on_the_page() -> None:
    page = html_page(summary_of_six(), six(), ENGLISH)
    assert "<script" not in page
    assert "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;" in page


def test_the_page_has_the_figures() -> None:
    pairs = two()
    found = summary(pairs, "merchant", "greedy")
    page = html_page(found, pairs, ENGLISH)
    pair, best = found.pairs[0], found.players[0]
    assert f"<td>{best.elo.value:.0f}</td>" in page
    assert f"{pair.wins_a}–{pair.draws}–{pair.wins_b}" in page
    assert f"{pair.wins_b}–{pair.draws}–{pair.wins_a}" in page
    assert isinstance(pair.margin, Interval)
    assert f"+{pair.margin.value:.1f} ± {pair.margin.half:.1f}" in page
    assert f"−{pair.margin.value:.1f}" in page
    assert "200 deals" in page


def test_a_pair_in_which_every_game_failed_has_no_margins() -> None:
    pairs = [with_failures(fake_pair("x", "y", 5, 0, chance()), [(n, 1, 4) for n in range(10)])]
    found = summary(pairs, "x", "y")
    assert to_json(found)["pairs"][0]["margin"] is None
    plots = [p for p in Outline(html_page(found, pairs, ENGLISH)).all("svg") if "class" in p]
    assert len(plots) == 2


@pytest.mark.parametrize("deals", [1, 3])
def test_the_first_deals_make_a_page_too(deals: int) -> None:
    pairs = [perfect("x", "greedy", deals)]
    page = html_page(summary(pairs, "x", "greedy"), pairs, ENGLISH)
    assert "nan" not in page
    assert "inf%" not in page
