"""The values of all options at many tables: first layers by parts, the rest as the model has it.

Two models may be at play; then each of them values only the tables at which it is to act.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import torch
from torch import Tensor

from ..bots.afterstate import FEATURES
from ..kernel.layout import MAX_ACTIONS, VIEW_CELLS
from . import option_parts, self_play_steps
from .model import ValueModel, chances_and_margins
from .option_parts import KEYS, MOST_CHANGES, MOST_PARTS, MOST_PARTS_OF_AN_OPTION
from .tables import TableBatch

SPARE: Final = 1.25
"""Scratch space is made larger than needed, since the number of parts varies from ply to ply."""


class OptionShare(NamedTuple):
    """Some tables and the numbers of their options, from `start` to before `end`."""

    tables: Tensor
    start: int
    end: int


class OptionValues:
    """Lists the options of many tables and values them.

    The options of all tables are numbered: those of a table are neighbours and begin at
    `first[table]`, and `table_of` has the table of each.
    """

    def __init__(self, tables: TableBatch) -> None:
        where, count = tables.device.name, tables.count

        def zeros(kind: torch.dtype, *shape: int) -> Tensor:
            return torch.zeros(shape, dtype=kind, device=where)

        self.tables = tables
        self._numbers = torch.arange(count, device=where)
        self._part_of_key = zeros(torch.int8, count, KEYS)
        self._parts = zeros(torch.int16, count, MOST_PARTS, 2)
        self._part_counts = zeros(torch.int64, count)
        self._parts_of = zeros(torch.int8, count, MAX_ACTIONS, MOST_PARTS_OF_AN_OPTION)
        self._parts_of_counts = zeros(torch.int8, count, MAX_ACTIONS)
        self._before = zeros(torch.int16, count, FEATURES)
        self._afters_chosen = zeros(torch.int64, VIEW_CELLS, count)
        self._make_room(0)

    def _make_room(self, parts: int) -> None:
        """Make scratch space for so many parts at all tables."""
        where = self.tables.device.name
        self._room = parts
        self._afters = torch.empty(VIEW_CELLS, parts, dtype=torch.int64, device=where)
        self._features = torch.empty(FEATURES, parts, dtype=torch.int16, device=where)
        self._changes = torch.empty(parts, 2, MOST_CHANGES, dtype=torch.int16, device=where)
        self._change_counts = torch.empty(parts, dtype=torch.int64, device=where)

    def list_options(self, by_second: Tensor | None = None) -> None:
        """List the options of all tables; `by_second` marks those of the second model."""
        tables, each = self.tables, self.tables.device.each
        tables.list_options()
        of_parts = (self._part_of_key, self._parts, self._part_counts)
        of_options = (self._parts_of, self._parts_of_counts)
        each(
            option_parts.list_parts,
            tables.count, tables.options, tables.counts, *of_parts, *of_options,
        )  # fmt: skip
        each(option_parts.describe_before, tables.count, tables.views, self._before)
        self._number_options(by_second)
        self._describe_parts()

    def _number_options(self, by_second: Tensor | None) -> None:
        """Number the options of the first model's tables, then those of the second's."""
        counts = self.tables.counts
        if by_second is None:
            by_second = torch.zeros_like(counts, dtype=torch.bool)
        self._order = torch.argsort(by_second.byte(), stable=True)
        sizes = counts[self._order]
        self.first = torch.empty_like(counts)
        self.first[self._order] = torch.cumsum(sizes, 0) - sizes
        # Everything the host has to know, at once: it waits for the device only here.
        numbers = [~by_second, counts * ~by_second, counts, self._part_counts]
        self._firsts, self._of_first, self.count, self.part_count = torch.stack(
            [some.sum() for some in numbers]
        ).tolist()
        self.table_of = torch.repeat_interleave(self._order, sizes, output_size=self.count)

    def _describe_parts(self) -> None:
        tables, count = self.tables, self.part_count
        if count > self._room:
            self._make_room(int(count * SPARE))
        self._part_first = torch.cumsum(self._part_counts, 0) - self._part_counts
        table_of = torch.repeat_interleave(self._numbers, self._part_counts, output_size=count)
        scratch = (self._afters, self._features)
        tables.device.each(
            option_parts.describe_part,
            count, table_of, self._part_first, tables.views, tables.options, self._parts,
            *scratch, self._before, self._changes, self._change_counts,
        )  # fmt: skip

    def values(self, model: ValueModel, second: ValueModel | None = None) -> Tensor:
        """Return the chances to win (row 0) and the margins in rupees of all options."""
        mine, theirs = self.shares()
        answers = [self._answers(model, mine)]
        if second is not None:
            answers.append(self._answers(second, theirs))
        return chances_and_margins(torch.cat(answers))

    def shares(self) -> tuple[OptionShare, OptionShare]:
        """Return the tables and options of the first model and those of the second."""
        return (
            OptionShare(self._order[: self._firsts], 0, self._of_first),
            OptionShare(self._order[self._firsts :], self._of_first, self.count),
        )

    def _answers(self, model: ValueModel, share: OptionShare) -> Tensor:
        with torch.no_grad():
            answers: Tensor = model.upper(self.first_layer(model, share)).float()
        return answers

    def first_layer(self, model: ValueModel, share: OptionShare) -> Tensor:
        """Return the first layer, after ReLU, of a share of the options."""
        rows, bias = model.rows.detach(), model.bias.detach()
        if not rows.is_cuda:
            return self._first_layer_on_cpu(rows, bias, share)
        # Here, because a CPU needs no Triton.
        from .first_layer import sum_first_layer

        sizes = (self.part_count, share.end - share.start)
        return sum_first_layer(share.tables, rows, bias, self.described(share), sizes)

    def _first_layer_on_cpu(self, rows: Tensor, bias: Tensor, share: OptionShare) -> Tensor:
        sizes = (len(share.tables), self.part_count, share.end - share.start)
        sums, moved, hidden = (rows.new_empty(size, rows.shape[1]) for size in sizes)
        given = (share.tables, rows, bias, *self.described(share), sums, moved, hidden)
        self.tables.device.each(option_parts.sum_first_layer, len(share.tables), *given)
        return hidden

    def described(self, share: OptionShare) -> tuple[Tensor, ...]:
        """Return the arguments of `sum_first_layer` that describe the options."""
        return (
            self._before,
            self._part_first,
            self._part_counts,
            self._changes,
            self._change_counts,
            self.first - share.start,
            self.tables.counts,
            self._parts_of,
            self._parts_of_counts,
        )

    def choose(self, chances: Tensor, noise: Tensor) -> None:
        """Choose the best option of each table, and the one to play with the noise."""
        tables = self.tables
        given = (self.first, tables.counts, tables.exact, chances, noise, tables.chosen)
        tables.device.each(self_play_steps.choose_best, tables.count, *given)

    def describe_chosen(self, features: Tensor) -> None:
        """Write the features of the option that each table plays."""
        tables = self.tables
        given = (self._numbers, tables.chosen[1], tables.views, tables.options)
        tables.device.each(
            option_parts.describe_option, tables.count, *given, self._afters_chosen, features
        )

    def describe_all(self) -> Tensor:
        """Return the features of all options; play itself does not need them."""
        tables, where = self.tables, self.tables.device.name
        numbers = torch.arange(self.count, device=where) - self.first[self.table_of]
        afters = torch.empty(VIEW_CELLS, self.count, dtype=torch.int64, device=where)
        features = torch.empty(self.count, FEATURES, dtype=torch.int16, device=where)
        given = (self.table_of, numbers, tables.views, tables.options, afters, features)
        tables.device.each(option_parts.describe_option, self.count, *given)
        return features
