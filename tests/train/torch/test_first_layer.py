"""The kernel for GPUs does what the processor does; here Triton interprets it."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

SCRIPT = """
import torch
from jaipur.train.first_layer import sum_first_layer
from jaipur.train.option_values import OptionValues
from jaipur.train.tables import TableBatch
from tests.train.torch.models import small_model
from tests.train.workspace import PROCESSOR

torch.manual_seed(1)
model, tables = small_model(48, 4), TableBatch(PROCESSOR, 3, 1)
options, results = OptionValues(tables), torch.zeros(2, 3)
for ply in range(3):
    tables.deal()
    options.list_options(torch.tensor([True, False, ply == 1]))
    for share in options.shares():
        by_kernel = sum_first_layer(
            share.tables, model.rows.detach(), model.bias.detach(), options.described(share),
            (options.part_count, share.end - share.start),
        )
        assert len(by_kernel) > 0
        torch.testing.assert_close(by_kernel, options.first_layer(model, share))
    tables.chosen[1] = tables.counts - 1
    tables.play(results)
print("compared", ply + 1)
"""


@pytest.mark.skipif(not find_spec("triton"), reason="there is no Triton")
def test_the_kernel_adds_up_the_same_first_layers() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        cwd=Path(__file__).parents[3],
        env=os.environ | {"TRITON_INTERPRET": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "compared 3\n", done.stderr
