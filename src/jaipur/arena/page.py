"""An arena run as one self-contained HTML page with tables and inline plots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from ..plots import ladder_plot, margin_plot, score_plot, signed
from ..texts import Texts
from .results import MARGIN_A, PairResult
from .statistics import deal_scores, played
from .summary import PairSummary, PlayerSummary, Summary
from .text_report import (
    bounds,
    elo_note,
    figure,
    headline,
    percent,
    short_names,
    verdict_text,
)

TEMPLATE: Final = "report.html.jinja"
ROW_NAME: Final = 20
"""Letters of a name."""
COLUMN_NAME: Final = 14
"""Letters of a name above a column of the cross-table."""


@dataclass(frozen=True, slots=True)
class LadderRow:
    """A player with its figures, formatted for display."""

    name: str
    elo: str
    half: str
    figures: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of the cross-table: `tint` says how far from even, 0 to 100."""

    side: str
    tint: int
    score: str
    half: str
    record: str
    margin: str


@dataclass(frozen=True, slots=True)
class PlayerCard:
    """A pair with its plots."""

    a: str
    b: str
    figures: tuple[tuple[str, str], ...]
    margins: Markup | None
    running: Markup


def html_page(summary: Summary, pairs: Sequence[PairResult], _: Texts) -> str:
    """Render the page. `pairs` are the games behind `summary`."""
    names = [player.name for player in summary.players]
    return _template().render(
        language=_.language,
        words=_words(_),
        headline=headline(summary, _),
        note=elo_note(summary, _),
        columns=_columns(summary, _),
        ladder=[_ladder_row(player, summary) for player in summary.players],
        ladder_plot=_ladder_plot(summary, _),
        shorts=(shorts := short_names(names, ROW_NAME)),
        long_names=[name for name in names if shorts[name] != name],
        heads=short_names(names, COLUMN_NAME),
        cross=[(row, [_cell(summary, row, column) for column in names]) for row in names],
        cards=_cards(summary, pairs, _),
    )


@cache
def _template() -> Template:
    environment = Environment(
        loader=PackageLoader(__name__.rpartition(".")[0], ""),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template(TEMPLATE)


def _words(_: Texts) -> dict[str, str]:
    return {
        "title": _("Jaipur arena"),
        "ladder": _("Ladder"),
        "name": _("name"),
        "cross": _("Cross-table"),
        "cross_note": _(
            "Score of the row against the column in %, ± half its interval (95 %);"
            " wins–draws–losses; mean margin in rupees."
        ),
        "pairs": _("Pairs"),
        "pairs_note": _(
            "Seen from the first of the two. Its wins are to the right of zero; the dotted line is"
            " the mean."
        ),
        "full_names": _("Names in full:"),
        "margins": _("Margin in rupees"),
        "running": _("Score as deals accumulate"),
        "method": _(
            "Intervals are of 95 % and count deals, not games: the two games of a deal are not"
            " independent. Elo is fitted to all pairs at once with a weak prior. Games lost by a"
            " failure count in the score and not in the margin."
        ),
        "luck": _(
            "The luck-adjusted score is the score less the luck of the cards: what the deal, each"
            " card turned up and each bonus token drawn changed in the chance to win, compared with"
            " the mean of everything that could have come. Its mean is the same as the score’s;"
            " between players of similar strength it varies less."
        ),
    }


def _columns(summary: Summary, _: Texts) -> list[str]:
    games = _("matches") if summary.unit == "match" else _("rounds")
    columns = [_("score %"), games, _("nodes/action"), _("ms/action")]
    return [*columns, _("failed"), _("failed %")] if summary.failures else columns


def _ladder_row(player: PlayerSummary, summary: Summary) -> LadderRow:
    figures = (
        percent(player.score),
        f"{player.games:,}",
        figure(player.nodes_per_action),
        figure(player.ms_per_action),
    )
    failed = (f"{player.failures:,}", figure(100 * player.failure_share))
    return LadderRow(
        player.name,
        f"{player.elo.value:.0f}",
        f"{player.elo.half:.0f}",
        figures + failed if summary.failures else figures,
    )


def _ladder_plot(summary: Summary, _: Texts) -> Markup:
    spoken = "; ".join(
        f"{player.name} {player.elo.value:.0f} ± {player.elo.half:.0f}"
        for player in summary.players
    )
    return ladder_plot([player.elo for player in summary.players], elo_note(summary, _), spoken)


def _cell(summary: Summary, row: str, column: str) -> Cell | None:
    found = summary.pair(row, column)
    if not found:
        return None
    pair, first = found
    score = pair.score.value if first else 1 - pair.score.value
    wins, losses = (pair.wins_a, pair.wins_b) if first else (pair.wins_b, pair.wins_a)
    sign = 1 if first else -1
    return Cell(
        side="won" if score >= 0.5 else "lost",
        tint=round(200 * abs(score - 0.5)),
        score=percent(score),
        half=percent(pair.score.half),
        record=f"{wins:,}–{pair.draws:,}–{losses:,}",
        margin=signed(sign * pair.margin.value, 1) if pair.margin else "–",
    )


def _cards(summary: Summary, pairs: Sequence[PairResult], _: Texts) -> list[PlayerCard]:
    shown = [pair for pair in pairs if len(pair.games)]
    return [_card(pair, games, _) for pair, games in zip(summary.pairs, shown, strict=True)]


def _card(pair: PairSummary, result: PairResult, _: Texts) -> PlayerCard:
    scores = deal_scores(result.games)
    deals = _.count("{n:,} deal", "{n:,} deals", len(scores))
    score = pair.score
    span = f"{percent(score.low)}–{percent(score.high)} %"
    title = _("Score of {a} against {b} as deals accumulate", a=pair.a, b=pair.b)
    spoken = _("{score} % after {deals}, interval {span}", score=percent(score.value),
               deals=deals, span=span)  # fmt: skip
    return PlayerCard(
        pair.a,
        pair.b,
        tuple(_pair_figures(pair, span, _)),
        _margins(pair, result, _),
        score_plot(scores, title, spoken, deals),
    )


def _pair_figures(pair: PairSummary, span: str, _: Texts) -> list[tuple[str, str]]:
    figures = [
        (_("score"), f"{percent(pair.score.value)} % ({span})"),
        *_adjusted_figures(pair, _),
        (_("wins–draws–losses"), f"{pair.wins_a:,}–{pair.draws:,}–{pair.wins_b:,}"),
    ]
    if pair.margin:
        margin = f"{signed(pair.margin.value, 1)} ± {pair.margin.half:.1f}"
        figures.append((_("mean margin"), margin))
    if any(pair.failures):
        figures.append((_("failed"), "–".join(map(str, pair.failures))))
    if pair.sprt:
        verdict = verdict_text(pair.sprt, _).replace("-", "−")
        if pair.sprt.test.is_adjusted:
            verdict = _("{verdict} (luck-adjusted)", verdict=verdict)
        figures.append((_("sequential test"), verdict))
        ratio = f"{signed(pair.sprt.llr, 2)} ({bounds(pair.sprt).replace('-', '−')})"
        figures.append(("LLR", ratio))
    return figures


def _adjusted_figures(pair: PairSummary, _: Texts) -> Iterator[tuple[str, str]]:
    adjusted = pair.adjusted
    span = f"{percent(adjusted.low)}–{percent(adjusted.high)} %"
    score = f"{percent(adjusted.value)} % ({span})"
    yield _("luck-adjusted score"), score.replace("-", "−")
    yield _("luck"), f"{signed(100 * pair.luck, 1)} %"
    if pair.fewer:
        share = f"{figure(100 / pair.fewer)} %"
        yield _("same interval with"), _("{share} of the deals", share=share)


def _margins(pair: PairSummary, result: PairResult, _: Texts) -> Markup | None:
    margins = result.games[played(result.games), MARGIN_A].astype(float)
    if not len(margins):
        return None
    title = _("Margins of {a} against {b}", a=pair.a, b=pair.b)
    spoken = _(
        "From {low} to {high} rupees, mean {mean}",
        low=signed(margins.min()),
        high=signed(margins.max()),
        mean=signed(margins.mean(), 1),
    )
    return margin_plot(margins, title, spoken)
