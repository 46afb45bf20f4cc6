"""An arena run as text: the ladder, the cross-table and the pairs."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Final

from ..errors import message
from ..texts import Texts
from .elo import ANCHOR, ANCHOR_ELO
from .sprt import Verdict
from .statistics import Interval
from .summary import PairSummary, PlayerSummary, SprtSummary, Summary

NAME_WIDTH: Final = 16
PAGE_WIDTH: Final = 100
GAP: Final = "  "

VERDICTS: Final = {
    Verdict.ACCEPT_H1: message("at least {elo1} Elo"),
    Verdict.ACCEPT_H0: message("at most {elo0} Elo"),
    Verdict.GOING_ON: message("not sure yet"),
}


def text_report(summary: Summary, _: Texts) -> str:
    """Format the whole report, at most about 100 columns wide for up to six entrants."""
    shorts = short_names([player.name for player in summary.players], NAME_WIDTH)
    scores = _("Score of the row against the column in %, ± half its interval (95 %):")
    pairs = _("Score and mean margin in rupees of the first, with intervals (95 %):")
    parts = [
        [headline(summary, _)],
        [elo_note(summary, _), "", *_ladder(summary, shorts, _)],
        [scores, "", *_cross_table(summary, shorts)],
        [pairs, adjusted_note(_), "", *_pairs(summary.pairs, shorts, _)],
        _sprts(summary.pairs, shorts, _),
        _legend(shorts, _),
    ]
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def headline(summary: Summary, _: Texts) -> str:
    """Return the games played, the number of entrants and the seed, in words."""
    if summary.unit == "match":
        played = _.count("{n:,} match", "{n:,} matches", summary.games)
    else:
        played = _.count("{n:,} round", "{n:,} rounds", summary.games)
    return _(
        "{played} between {entrants} entrants, each deal played twice with seats swapped, "
        "seed {seed}",
        played=played,
        entrants=len(summary.players),
        seed=summary.seed,
    )


def elo_note(summary: Summary, _: Texts) -> str:
    """Return the anchor of the Elo numbers, in words."""
    if any(player.name == ANCHOR for player in summary.players):
        return _("Elo with intervals (95 %), {anchor} = {elo:.0f}", anchor=ANCHOR, elo=ANCHOR_ELO)
    return _("Elo with intervals (95 %), mean of all = {elo:.0f}", elo=ANCHOR_ELO)


def adjusted_note(_: Texts) -> str:
    """Return what luck-adjusted means, in words."""
    return _(
        "Adjusted is the score less the luck of the cards; between similar players it varies less."
    )


def verdict_text(sprt: SprtSummary, _: Texts) -> str:
    """Return the verdict of a sequential test in words."""
    return _(VERDICTS[sprt.verdict], elo0=f"{sprt.test.elo0:+g}", elo1=f"{sprt.test.elo1:+g}")


def percent(share: float | None) -> str:
    """Format a share as a percentage without the % sign."""
    return "–" if share is None else f"{100 * share:z.1f}"


def figure(value: float | None) -> str:
    """Format a positive number with significant decimals and thousands separators."""
    if value is None:
        return "–"
    digits = 0 if value >= 100 else 1 if value >= 10 else 2 if value >= 1 else 3
    return f"{value:,.{digits}f}" if value else "0"


def short_names(names: Sequence[str], width: int) -> dict[str, str]:
    """Shorten names to a column width, all different; a command line first loses its folders."""
    shorts: dict[str, str] = {}
    for name in names:
        wanted = short = _shorten(name, width)
        number = 1
        while short in shorts.values():
            number += 1
            short = f"{wanted[: width - len(str(number)) - 1]}~{number}"
        shorts[name] = short
    return shorts


def _shorten(name: str, width: int) -> str:
    # A control character in a name would break the table, or the terminal.
    plain = "".join(letter if letter.isprintable() else " " for letter in name)
    plain = " ".join(plain.split())
    if len(plain) > width:
        plain = re.sub(r"[^\s=]*/(?=\S)", "", plain)
    rest = plain.partition(" ")[2]
    if len(plain) > width and rest and not rest.startswith("-"):
        plain = rest  # The script's name says more than the interpreter's.
    if len(plain) > width:
        tail = width // 2
        plain = f"{plain[: width - tail - 1]}…{plain[-tail:]}"
    return plain


def _table(rows: Iterable[Sequence[str]], left: Collection[int]) -> list[str]:
    """Align columns: those in `left` to the left, the others to the right."""
    rows = list(rows)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        GAP.join(
            cell.ljust(width) if place in left else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def _ladder(summary: Summary, shorts: dict[str, str], _: Texts) -> list[str]:
    games = _("matches") if summary.unit == "match" else _("rounds")
    columns = [
        "#", _("name"), "Elo", "±", _("score %"), games, _("nodes/action"), _("ms/action"),
    ]  # fmt: skip
    rows = [[*columns, _("failed")]]
    for rank, player in enumerate(summary.players, 1):
        rows.append([str(rank), shorts[player.name], *_player_figures(player)])
    return _table(rows if summary.failures else [row[:-1] for row in rows], left={1})


def _player_figures(player: PlayerSummary) -> list[str]:
    failed = f"{player.failures:,} ({figure(100 * player.failure_share)} %)"
    return [
        f"{player.elo.value:.0f}",
        f"{player.elo.half:.0f}",
        percent(player.score),
        f"{player.games:,}",
        figure(player.nodes_per_action),
        figure(player.ms_per_action),
        failed if player.failures else "0",
    ]


def _cross_table(summary: Summary, shorts: dict[str, str]) -> list[str]:
    names = [player.name for player in summary.players]
    # A large field keeps the scores and drops the intervals, which the pairs show again.
    with_intervals = 11 * len(names) <= PAGE_WIDTH - NAME_WIDTH - 4
    rows = [["#", "", *(str(rank) for rank in range(1, len(names) + 1))]]
    for rank, row in enumerate(names, 1):
        cells = [_cross_cell(summary, row, column, with_intervals) for column in names]
        rows.append([str(rank), shorts[row], *cells])
    return _table(rows, left={1})


def _cross_cell(summary: Summary, row: str, column: str, with_intervals: bool) -> str:
    found = summary.pair(row, column)
    if not found:
        return "·"
    pair, first = found
    score = percent(pair.score.value if first else 1 - pair.score.value)
    return f"{score}±{percent(pair.score.half)}" if with_intervals else score


def _pairs(pairs: Sequence[PairSummary], shorts: dict[str, str], _: Texts) -> list[str]:
    rows = [
        [
            _("first"), _("second"), _("wins"), _("draws"), _("losses"), _("score %"),
            _("interval"), _("adjusted"), _("margin"),
        ]
    ]  # fmt: skip
    for pair in pairs:
        score = pair.score
        rows.append(
            [
                shorts[pair.a],
                shorts[pair.b],
                f"{pair.wins_a:,}",
                f"{pair.draws:,}",
                f"{pair.wins_b:,}",
                percent(score.value),
                f"{percent(score.low)}–{percent(score.high)}",
                f"{percent(pair.adjusted.value)}±{percent(pair.adjusted.half)}",
                _margin(pair.margin),
            ]
        )
    return _table(rows, left={0, 1})


def _margin(margin: Interval | None) -> str:
    return f"{margin.value:+.1f}±{margin.half:.1f}" if margin else "–"


def _sprts(pairs: Sequence[PairSummary], shorts: dict[str, str], _: Texts) -> list[str]:
    rows = [
        (shorts[pair.a], shorts[pair.b], f"{sprt.llr:.2f}", bounds(sprt), verdict_text(sprt, _))
        for pair in pairs
        if (sprt := pair.sprt)
    ]
    columns = (_("first"), _("second"), "LLR", _("bounds"), _("verdict"))
    return [_sprt_title(pairs, _), "", *_table([columns, *rows], left={0, 1, 4})] if rows else []


def _sprt_title(pairs: Sequence[PairSummary], _: Texts) -> str:
    if any(pair.sprt and pair.sprt.test.is_adjusted for pair in pairs):
        return _("Sequential test of the adjusted score by log-likelihood ratio (LLR):")
    return _("Sequential test by log-likelihood ratio (LLR):")


def bounds(sprt: SprtSummary) -> str:
    """Format the log-likelihood ratios at which a test ends."""
    return f"{sprt.test.lower:.2f}…{sprt.test.upper:.2f}"


def _legend(shorts: dict[str, str], _: Texts) -> list[str]:
    long = [(short, repr(name)) for name, short in shorts.items() if short != name]
    return [_("Names in full:"), "", *_table(long, left={0, 1})] if long else []
