"""The worked examples of docs/rules.md and docs/regles.md, played by the real rules."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest

from jaipur import GOODS, Card, EndCause, Position, Seat, parse_action
from jaipur.goods import BONUS_VALUES
from jaipur.rulebook import DOCUMENTS
from jaipur.session.words.cards import counted_words
from jaipur.texts import texts
from tests.rules.docs import texts_of_chapters
from tests.rules.positions import play, position, result_of

EXCHANGE, BONUS, SCORING = 2, 6, 9
"""The chapters with an example."""
NOTHING = {"none", "rien"}
Table = dict[str, list[str]]


@dataclass(frozen=True)
class Example:
    """What is written in an example: words, and the cells of each table by the name of the row."""

    language: str
    words: str
    tables: list[Table]

    @property
    def action(self) -> str:
        """The action in notation, which is the only code in the words."""
        found: list[str] = re.findall(r"`([^`]+)`", self.words)
        assert len(found) == 1
        return found[0]

    def numbers(self) -> set[int]:
        """Every number in the words that is not part of the name of a rule."""
        return {int(number) for number in re.findall(r"(?<![R\d])\d+", self.words)}

    def cards(self, cell: str) -> str:
        """The letters of `1 diamond, 2 camels`."""
        names = {
            counted_words(card.letter, n, texts(self.language)): n * card.letter
            for card in Card
            for n in range(1, 12)
        }
        return "" if cell in NOTHING else "".join(names[words] for words in cell.split(", "))


@pytest.fixture(params=DOCUMENTS)
def language(request: pytest.FixtureRequest) -> str:
    """Each language that has rules."""
    named: str = request.param
    return named


def example(language: str, chapter: int) -> Example:
    """The only example of a chapter."""
    text = texts_of_chapters(DOCUMENTS[language])[chapter]
    lines = [line[1:].strip() for line in text.splitlines() if line.startswith(">")]
    words, tables = "", list[Table]()
    for before, line in zip(["", *lines], lines, strict=False):
        if not line.startswith("|"):
            words += f"{line}\n"
            continue
        if not before.startswith("|"):
            tables.append({})
        name, *cells = (cell.strip() for cell in line.strip("|").split("|"))
        tables[-1][name] = cells
    for table in tables:
        for head in list(table)[:2]:  # the heading, and the line below it
            del table[head]
    return Example(language, words, tables)


def values(cell: str) -> tuple[int, ...]:
    """The values of tokens as they are written: `5 3 3`."""
    return () if cell in NOTHING else tuple(map(int, cell.split()))


def test_the_exchange(language: str) -> None:
    """R27, R28, R34: the market, the hand and the herd are afterwards as the example says."""
    told = example(language, EXCHANGE)
    (table,) = told.tables
    market, hand, herd = (list(map(told.cards, cells)) for cells in table.values())
    start = position(market=market[0], hand0=hand[0], herd0=len(herd[0]), hand1="CCPP")
    after = play(start, told.action)
    assert sorted(str(after.market)) == sorted(market[1])
    assert sorted(str(after.hand(0))) == sorted(hand[1])
    assert "K" * after.herds[0] == herd[1]
    assert after.deck == start.deck
    assert told.numbers() == {len(start.hand(0)), len(after.hand(0))}


def test_the_sale(language: str) -> None:
    """R49, R53, R60, R64: the tokens, the bonus and the sum are those of the example."""
    told = example(language, BONUS)
    state, earned = told.tables
    hand, pile, discard = state.values()
    goods, bonus, total = ((name, int(cells[0])) for name, cells in earned.items())
    sold, kind = parse_action(told.action), Card.CLOTH
    tops = [value for value in BONUS_VALUES[2] if value != bonus[1]]
    start = position(
        hand0=told.cards(hand[0]),
        sold="C" * int(discard[0]),
        bonuses=f"1122233/445566/{bonus[1]}{''.join('T' if v == 10 else str(v) for v in tops)}",
        hand1="PPP",
    )
    assert start.pile(kind) == values(pile[0])
    after = start.play(sold)
    assert str(after.hand(0)) == told.cards(hand[1])
    assert after.pile(kind) == values(pile[1])
    assert after.discard.count(kind) == int(discard[1])
    written = tuple(map(int, re.findall(r"\d+", goods[0])))
    assert after.tokens(0)[kind] == written
    assert after.goods_rupees(0) == goods[1] == sum(written)
    assert after.bonus_tokens(0) == (bonus[1],)
    assert list(map(int, re.findall(r"\d+", bonus[0]))) == [len(str(sold)) - 1, bonus[1]]
    assert total[1] == goods[1] + bonus[1]


SCORED = (Card.DIAMOND, Card.SILVER, Card.CLOTH, Card.SPICE, Card.LEATHER)


def scored_round(table: Table) -> Position:
    """The end of a round with these tokens."""
    rows = list(table.values())
    won = {
        seat: {good: values(row[seat]) for good, row in zip(SCORED, rows, strict=False)}
        for seat in (0, 1)
    }
    bonuses = [values(cell) for cell in rows[6]]
    herds = [int(cell) for cell in rows[7]]
    return position(
        market="KGGPL",
        hand1="C",
        herd0=herds[0],
        herd1=herds[1],
        sold="".join(len(won[0][good] + won[1][good]) * good.letter for good in SCORED),
        tokens0="".join(f"{good.letter}{value}" for good, each in won[0].items() for value in each),
        bonus0=_by_tier(bonuses[0]),
        bonus1=_by_tier(bonuses[1]),
        end="tokens",
    )


def _by_tier(tokens: tuple[int, ...]) -> str:
    tiers = ["".join(str(v) for v in tokens if v in values) or "-" for values in BONUS_VALUES]
    return "/".join(tiers)


def test_the_scoring(language: str) -> None:
    """R79, R81, R84, R86: herds, sums and the tie-break give the seal to whom the example says."""
    told = example(language, SCORING)
    (table,) = told.tables
    rows = list(table.values())
    ended = scored_round(table)
    result = result_of(ended)
    assert result.cause is EndCause.TOKENS
    seats: tuple[Seat, Seat] = (0, 1)
    for seat in seats:
        for good, row in zip(SCORED, rows, strict=False):
            assert ended.tokens(seat)[good] == values(row[seat])
        tokens, rupees = map(int, re.findall(r"\d+", rows[5][seat]))
        assert (result.goods_tokens[seat], result.goods_rupees[seat]) == (tokens, rupees)
        assert sorted(ended.bonus_tokens(seat)) == sorted(values(rows[6][seat]))
        assert ended.herds[seat] == int(rows[7][seat])
        camel = values(rows[8][seat])
        assert (result.camel_token == seat) == (camel == (5,))
        assert result.rupees[seat] == int(rows[9][seat])
    assert result.winner == 0
    counted = {*result.bonus_tokens, *result.goods_tokens, *result.rupees}
    assert told.numbers() == counted
    assert sum(not ended.pile(good) for good in GOODS) == 3
