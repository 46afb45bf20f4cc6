"""Confirmed means durable: no power cut loses a confirmed write."""

import random

import pytest

from .powercut import Content, cuts


def test_no_power_cut_loses_what_was_acknowledged() -> None:
    figures = cuts(8, seed=4)
    assert figures["cuts"] == 8
    assert figures["acknowledged"] > 50
    wrong = ("lost", "refused but stored", "from nowhere", "damaged")
    assert {name: figures[name] for name in wrong} == dict.fromkeys(wrong, 0)


@pytest.mark.parametrize("synchronous", ["NORMAL", "OFF"])
def test_the_simulation_finds_what_weaker_settings_lose(synchronous: str) -> None:
    settings = {"synchronous": synchronous}
    assert any(cuts(6, seed, settings)["cuts with loss"] for seed in range(20))


def test_what_was_synced_stays_and_the_rest_may_go_in_pieces() -> None:
    chance = random.Random(1)
    file = Content()
    file.pending = [(0, b"a" * 1500), (1000, None), (1000, b"b" * 24)]
    file.sync()
    assert file.durable == b"a" * 1000 + b"b" * 24
    file.pending = [(500, b"c" * 1000), (100, None)]
    left = {file.after_cut(chance) for _ in range(300)}
    assert all(each[:100] == b"a" * 100 for each in left)
    assert bytes(file.durable) in left  # nothing reached the disk
    assert b"a" * 100 in left  # the truncation alone, or everything
    assert any(b"c" in each and b"b" in each for each in left)  # one sector of several
    whole = {a + b + c for a in (0, 12) for b in (0, 512) for c in (0, 476)}
    assert any(each.count(b"c") not in whole for each in left)  # pieces of sectors
