"""The units of docs/hosting, and what docs/hosting.md says of them."""

import re
import shlex
import shutil
import subprocess
import tomllib
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from jaipur.cli import cli

FOLDER = Path(__file__).parents[1] / "docs" / "hosting"
PAGE = FOLDER.with_suffix(".md").read_text("utf-8")
UNITS = {file.name: file.read_text("utf-8") for file in FOLDER.iterdir()}
SERVER, BACKUP = UNITS["jaipur.service"], UNITS["jaipur-backup.service"]
PROGRAM = "/opt/jaipur/bin/jaipur"
MOST_EXPOSED = 2.5


def commands_of(text: str) -> list[list[str]]:
    """The calls of our program in a unit or on a page, as words."""
    joined = re.sub(r"\$+\(date [^)]*\)", "DATE", text.replace("\\\n", " "))
    found = re.findall(rf"{PROGRAM} ((?:[^&'`\n]|'[^']*')*)", joined)
    return [shlex.split(call.strip().rstrip("'")) for call in found]


def is_understood(words: list[str]) -> bool:
    """Whether our command line takes these words, without doing anything."""
    command: click.Command = cli
    context = click.Context(cli, info_name="jaipur", resilient_parsing=False)
    while isinstance(command, click.Group):
        rest = command.make_parser(context).parse_args(words)[1]
        name, *words = rest
        found = command.get_command(context, name)
        assert found is not None, name
        command, context = found, click.Context(found, info_name=name, parent=context)
    command.make_context(context.info_name, words, parent=context.parent)
    return True


@pytest.mark.parametrize("text", [SERVER, BACKUP, PAGE], ids=["server", "backup", "page"])
def test_every_call_is_one_that_the_program_understands(text: str) -> None:
    calls = commands_of(text)
    assert calls
    assert all(map(is_understood, calls))


def test_the_page_names_every_unit_and_the_folders_they_use() -> None:
    for name in UNITS:
        assert f"(hosting/{name})" in PAGE
    assert f"sudo {PROGRAM} units --to /etc/systemd/system\n" in PAGE
    for folder in re.findall(r"^StateDirectory=(.*)$", BACKUP, re.MULTILINE)[0].split():
        assert f"`/var/lib/{folder}`" in PAGE
        assert f"/var/lib/{folder}/" in BACKUP
    assert "CacheDirectory=jaipur\n" in SERVER
    assert "`/var/cache/jaipur`" in PAGE


def test_the_package_has_the_units_and_writes_them(tmp_path: Path) -> None:
    included = tomllib.loads((FOLDER.parents[1] / "pyproject.toml").read_text("utf-8"))
    wheel = included["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    assert wheel["docs/hosting"] == "jaipur/docs/hosting"
    (tmp_path / "jaipur.service").write_text("mine")
    done = CliRunner().invoke(cli, ["units", "--to", str(tmp_path), "--lang", "en"])
    assert done.exit_code == 0, done.output
    assert "jaipur.service already exists" in done.output
    written = {file.name: file.read_text("utf-8") for file in tmp_path.iterdir()}
    assert written == UNITS | {"jaipur.service": "mine"}


def test_the_server_may_do_what_it_cannot_do_without() -> None:
    assert not re.search("^MemoryDenyWriteExecute", SERVER, re.MULTILINE)
    filters = re.findall("^SystemCallFilter=(.*)$", SERVER, re.MULTILINE)
    assert filters.index("setpriority") > filters.index("~@privileged @resources")
    families = re.findall("^RestrictAddressFamilies=(.*)$", SERVER, re.MULTILINE)[0].split()
    assert set(families) == {"AF_INET", "AF_INET6", "AF_UNIX"}


def test_the_backup_looks_into_the_folder_not_at_the_link_to_it() -> None:
    assert "find /var/lib/jaipur-backups/ " in BACKUP


def test_cron_deletes_old_backups_only_after_a_new_one() -> None:
    (line,) = [line for line in PAGE.splitlines() if line.startswith("15 4 * * *")]
    assert re.search(r"jaipur backup \S+ \S+/\$\(date \+\\%F\)\.sqlite && find ", line)


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="there is no systemd here")
@pytest.mark.parametrize("name", ["jaipur.service", "jaipur-backup.service"])
def test_the_exposure_that_systemd_sees(name: str) -> None:
    done = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", str(FOLDER / name)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if "offline" in done.stderr and done.returncode:
        pytest.skip("this systemd is too old to rate a file")
    found = re.search(r"exposure level for \S+: ([0-9.]+)", done.stdout)
    assert found, done.stderr
    assert float(found[1]) <= MOST_EXPOSED
