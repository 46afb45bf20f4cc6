"""docs/server.md is true: every error code with its status, every limit, and every example."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from jaipur.errors import Code
from jaipur.session.options import Options
from jaipur.session.people import LINK_SECONDS
from jaipur.web.error_responses import EDGE, KINDS, STATUS
from jaipur.web.event_stream import HEARTBEAT_SECONDS
from jaipur.web.limits import Limits
from jaipur.web.match_routes import LONGEST_WAIT
from jaipur.workers.fallback import Fallback
from tests.patience import PATIENCE
from tests.trust.serving import ROOT, Server

PAGE = (ROOT / "docs" / "server.md").read_text("utf-8")
TABLE = "5f1c9a0e7b3d2846"
ROW = re.compile(r"^\| `(\w+)` \| (\d{3}) \| ", re.MULTILINE)
ELSEWHERE = {"illegal_action": 422}
"""Codes of errors that carry more than a sentence."""
NOT_LISTED = {"refused"}
"""For an error that no route is known to make."""
UNREAD = {"malformed", "not_json", "unknown_route", "wrong_method", "unreadable_request"}


def test_every_code_is_on_the_page_with_its_status() -> None:
    codes = {code.value: STATUS[code] for code in Code}
    codes |= {code: status for code, (status, _) in EDGE.items()}
    codes |= {code: status for code, status in KINDS.values() if code not in NOT_LISTED}
    assert {code: int(status) for code, status in ROW.findall(PAGE)} == codes | ELSEWHERE


def test_the_limits_on_the_page_hold() -> None:
    limits = Limits()
    for words in (
        f"more than {limits.body_bytes} bytes",
        f"headers of more than {limits.head_bytes} bytes",
        f"longer than {limits.body_seconds:.0f} s",
        f"may hold {limits.streams_per_caller} streams",
        f"Every {HEARTBEAT_SECONDS:.0f} s",
        f"({LONGEST_WAIT:.0f} at most)",
        f"for {LINK_SECONDS // 60} minutes",
    ):
        assert words in " ".join(PAGE.split()), words


def test_every_option_and_every_reason_of_a_fallback_is_on_the_page() -> None:
    for option in Options.__struct_encode_fields__:
        assert f"| `{option}` |" in PAGE
    for why in Fallback:
        assert f"`{why}`" in PAGE


def examples() -> list[str]:
    return [
        command
        for block in re.findall(r"^```sh\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
        for command in re.split(r"(?<!\\)\n", block)
        if command
    ]


def answer_to(command: str, folder: Path) -> str:
    """What an example prints; of a stream, which would never end, as far as its first data."""
    is_stream = command.endswith("/events")
    command = command.replace("-s ", f"-s -m {PATIENCE:.0f} ", 1)
    with subprocess.Popen(
        ["bash", "-c", f"exec {command}"], cwd=folder, stdout=subprocess.PIPE, encoding="utf-8"
    ) as process:
        assert process.stdout
        said = ""
        for line in process.stdout:
            said += line
            if is_stream and line.startswith("data: "):
                process.kill()
                break
    return said


@pytest.mark.skipif(shutil.which("curl") is None, reason="the page shows curl")
def test_a_server_reads_every_example(tmp_path: Path) -> None:
    table, kinds = TABLE, []
    with Server(tmp_path / "store.db") as server:
        for example in examples():
            command = example.replace("http://127.0.0.1:8731", server.url).replace(TABLE, table)
            said = answer_to(command, tmp_path)
            if said.startswith("{"):
                answer = json.loads(said)
                table = answer.get("table", table)
                kinds.append(answer.get("error", {}).get("code", "ok"))
                assert kinds[-1] not in UNREAD, (command, said)
            else:
                assert "event: update" in said or "MATCH" in said.upper(), (command, said)
    # The bot may have acted first, so not every version fits; the rest is as the page says.
    assert kinds[:2] == ["ok", "ok"]
    assert kinds.count("ok") >= 4
