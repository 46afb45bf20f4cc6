"""Run the main benchmarks and write the first part of results.md."""

from __future__ import annotations

from bench.bots import arena_rounds_a_second, leaves_a_second
from bench.cores import gain, processes, threads
from bench.results import MACHINE, RESULTS, table_of, write
from bench.speed import counted_play, go_fish_play, listed_play
from bench.starts import first_and_later_start, imports
from bench.values import microseconds_a_turn


def table() -> str:
    """Run all measurements and format them as a table."""
    fish, counted, listed = go_fish_play(), counted_play(), listed_play()
    fast, slow = microseconds_a_turn(is_compiled=True), microseconds_a_turn(is_compiled=False)
    seconds = imports()
    first, later, message = first_and_later_start()
    rows = [
        ("OpenSpiel go_fish, its C++ random bots", f"{fish / 1e6:.2f} M decisions/s", "1", ""),
        _speed("random play", counted, fish, 4),
        _speed("random play, all legal actions listed", listed, fish, 2),
        ("`legal_actions()` + `play()`, compiled", f"{fast:.0f} µs", "", "under 50 µs"),
        ("`legal_actions()` + `play()`, interpreted", f"{slow:.0f} µs", "", "under 500 µs"),
        (
            "`import jaipur`",
            f"{seconds['jaipur']:.2f} s",
            f"NumPy alone {seconds['numpy']:.2f} s",
            "under 0.3 s",
        ),
        ("first compiled start", f"{first:.1f} s", f"says: {message}", "under 20 s"),
        ("later compiled start", f"{later:.2f} s", "", "under 1.5 s"),
        ("two processes against one", "", f"{gain(processes):.2f}", "at least 1.8"),
        ("two threads against one", "", f"{gain(threads):.2f}", ""),
        ("search, leaf evaluations", f"{leaves_a_second():,.0f} a second", "", "at least 50,000"),
        (
            "arena, `greedy` against `greedy`, two cores, with luck",
            f"{arena_rounds_a_second():,.0f} rounds/s",
            "",
            "at least 2,000",
        ),
    ]
    head = "what | measured | ratio | wanted"
    return f"One core unless said otherwise; {MACHINE}.\n\n{table_of(head, rows)}"


def _speed(what: str, measured: float, fish: float, wanted: int) -> tuple[str, str, str, str]:
    return (
        what,
        f"{measured / 1e6:.2f} M decisions/s",
        f"{measured / fish:.2f}",
        f"at least {wanted}",
    )


def main() -> None:
    """Write the table between the markers in results.md."""
    write("measured", table())
    print(RESULTS.read_text("utf-8"))


main()
