"""The first layer of all options on a GPU, by parts (see `option_parts`), in Triton.

It does the same as `option_parts.sum_first_layer`, but with a whole block of units at once. Needs
Triton, which comes with PyTorch for GPUs.
"""

from __future__ import annotations

from typing import Final

import torch
import triton
import triton.language as tl
from torch import Tensor

from ..bots.afterstate import FEATURES
from ..kernel.layout import MAX_ACTIONS
from .option_parts import MOST_CHANGES, MOST_PARTS_OF_AN_OPTION

LARGEST_BLOCK: Final = 1024
UNITS_A_TILE: Final = 256
"""Units of one warp; their number is padded to a multiple of it."""


@triton.jit  # type: ignore[untyped-decorator]  # mypy does not look into Triton
def _sum_first_layer(  # noqa: PLR0913, PLR0917  # arrays of a device
    tables: tl.tensor,
    rows: tl.tensor,
    bias: tl.tensor,
    before: tl.tensor,
    part_first: tl.tensor,
    part_counts: tl.tensor,
    changes: tl.tensor,
    change_counts: tl.tensor,
    first: tl.tensor,
    counts: tl.tensor,
    parts_of: tl.tensor,
    parts_of_counts: tl.tensor,
    moved: tl.tensor,
    hidden: tl.tensor,
    width: tl.constexpr,
    block: tl.constexpr,
    features: tl.constexpr,
    most_changes: tl.constexpr,
    most_options: tl.constexpr,
    most_parts: tl.constexpr,
) -> None:
    """Compute one block of units for all options of one table."""
    table = tl.load(tables + tl.program_id(0))
    units = tl.program_id(1) * block + tl.arange(0, block)
    total = tl.load(bias + units).to(tl.float32)
    for place in tl.static_range(features):
        row = tl.load(before + table * features + place).to(tl.int64)
        total += tl.load(rows + row * width + units).to(tl.float32)
    start = tl.load(part_first + table)
    for part in range(tl.load(part_counts + table)):
        item = start + part
        change = tl.zeros((block,), tl.float32)
        for number in range(tl.load(change_counts + item)):
            at = changes + item * 2 * most_changes + number
            old, new = tl.load(at).to(tl.int64), tl.load(at + most_changes).to(tl.int64)
            change += tl.load(rows + new * width + units).to(tl.float32)
            change -= tl.load(rows + old * width + units).to(tl.float32)
        tl.store(moved + item * width + units, change.to(moved.dtype.element_ty))
    tl.debug_barrier()
    to = tl.load(first + table)
    for option in range(tl.load(counts + table)):
        value = total
        at = table * most_options + option
        for number in range(tl.load(parts_of_counts + at).to(tl.int32)):
            item = start + tl.load(parts_of + at * most_parts + number).to(tl.int64)
            value += tl.load(moved + item * width + units).to(tl.float32)
        out = tl.maximum(value, 0.0).to(hidden.dtype.element_ty)
        tl.store(hidden + (to + option) * width + units, out)


def sum_first_layer(
    tables: Tensor,
    rows: Tensor,
    bias: Tensor,
    described: tuple[Tensor, ...],
    sizes: tuple[int, int],
) -> Tensor:
    """Return the first layer, after ReLU, of all options of some tables.

    `described` are the arrays of `option_parts.sum_first_layer` from `before` on; `sizes` are the
    numbers of parts and of options.
    """
    width = rows.shape[1]
    padding = (0, -width % UNITS_A_TILE)
    rows, bias = (torch.nn.functional.pad(some, padding) for some in (rows, bias))
    moved, hidden = (rows.new_empty(size, rows.shape[1]) for size in sizes)
    # The largest power of two that divides the number of units.
    block = min(LARGEST_BLOCK, len(bias) & -len(bias))
    grid = (len(tables), len(bias) // block)
    if len(tables):
        _sum_first_layer[grid](
            tables, rows, bias, *described, moved, hidden,
            len(bias), block, FEATURES, MOST_CHANGES, MAX_ACTIONS, MOST_PARTS_OF_AN_OPTION,
            num_warps=block // UNITS_A_TILE,
        )  # fmt: skip
    return hidden[:, :width]
