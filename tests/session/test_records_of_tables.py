"""Finished matches as records, with a proof that anybody can check."""

from __future__ import annotations

import random

import pytest
from msgspec import structs

from jaipur import BySeat, KeyedDeals
from jaipur.deals import Deal
from jaipur.errors import Code, SessionError
from jaipur.records import read_record, verify, write_record
from jaipur.session.contract.basics import Phase
from jaipur.session.contract.commands import Close, Resign
from jaipur.session.export import finished_records, proof_of, record_of_table
from jaipur.session.names import clean_name
from jaipur.session.table import Table

from .harness import Harness, run
from .walks import after, begun, new_table, playing, walk


def test_a_proof_deals_the_whole_match_again() -> None:
    for seed in range(5):
        table = walk(seed)[-1][0]
        proof = proof_of(table)
        nonces = BySeat(*(bytes.fromhex(nonce or "") for nonce in proof.nonces))
        assert proof.key is not None
        deals = KeyedDeals(bytes.fromhex(proof.key), nonces)
        assert deals.commitment == proof.commitment
        assert table.match is not None
        assert len(proof.rounds) == len(table.match.rounds)
        for dealt in proof.rounds:
            deal = deals.deal(dealt.number)
            assert deal.letters == dealt.cards
            assert deal.bonus_digits == dealt.bonuses
            assert Deal.parse(dealt.cards, dealt.bonuses, 0).cards == deal.cards


def test_every_record_can_be_read_and_verified() -> None:
    ended = [walk(seed, kind)[-1][0] for seed in (1, 2) for kind in ("people", "bot", "hot_seat")]
    ended += [after(table, 0, Resign()) for table in playing(3)[::17]]
    for table in ended:
        record = record_of_table(table)
        text = write_record(record)
        again = read_record(text)
        assert write_record(again) == text
        verify(again)


NAMES = [
    "<b>&",
    'a"b\\c',
    "Key: 00",
    "# x",
    "{x} {",
    "1. +KKK",
    "Ana: Ben",
    "-",
    "%n",
    "山",
    "👳🏽‍♂️ Émile",
    ";",
    "Ω ",
]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_cannot_spoil_a_record(name: str) -> None:
    table = walk(1)[-1][0]
    holder = structs.replace(table.seats[0], name=clean_name(name))
    named = structs.replace(table, seats=table.seats.replace(0, holder))
    record = read_record(write_record(record_of_table(named)))
    assert dict(record.headers)["Seat 0"] == holder.name
    verify(record)


def test_there_is_no_record_before_the_end_nor_of_a_match_that_never_was() -> None:
    tables: list[Table] = [new_table(), begun(), playing(1)[30], after(new_table(), 0, Close())]
    for table in tables:
        with pytest.raises(SessionError) as refused:
            record_of_table(table)
        is_over = table.phase is Phase.OVER
        assert refused.value.code is (Code.NOT_BEGUN if is_over else Code.MATCH_NOT_OVER)


def test_all_finished_matches_of_a_store_are_exported() -> None:
    async def play() -> None:
        harness = Harness()
        expected = set()
        for number in range(4):
            owner = await harness.pair()
            if number % 2:
                for _ in range(number):
                    await harness.act(owner, random.Random(number))
                await harness.submit(owner, 1, Resign())
            else:
                await harness.play_match(owner, number)
            expected.add(owner.table.id)
        await harness.pair()
        closed = await harness.create(await harness.person())
        await harness.submit(closed, 0, Close())
        assert closed.table.phase is Phase.OVER
        exported = dict(finished_records(harness.store))
        assert set(exported) == expected
        for table_id, text in exported.items():
            assert isinstance(text, str)
            assert dict(read_record(text).headers)["Table"] == table_id

    run(play())
