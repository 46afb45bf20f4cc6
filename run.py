"""Everything a checkout needs, in one command each: sets up `.venv` and runs.

python3 run.py play        start playing, in the browser
python3 run.py test        run every check and test
python3 run.py jaipur …    any command, for example: python3 run.py jaipur rules
python3 run.py trust       the long checks: kill -9, power cuts, the oracle, many examples
python3 run.py page        the page in a browser, in every state, language and theme
python3 run.py bench       run the benchmarks (writes bench/results.md; needs OpenSpiel)
python3 run.py docs        build the documentation site in site/; fails on a dead link
python3 run.py tool …      a program of the environment: python3 run.py tool ruff format .
python3 run.py catalogue   bring the French catalogue up to date with the code
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
import urllib.request
import venv
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PAGE = "http://127.0.0.1:8731"
CATALOGUE = ROOT / "src" / "jaipur" / "texts" / "locale"
SIDE_BY_SIDE = ("-n", "auto", "--dist", "worksteal")
BABEL = ("python", "-m", "babel.messages.frontend", "-q")
KEYWORDS = [
    "_", "message", "count:1,2", "counted:1,2", "NotationError:1", "ImpossiblePosition:1",
    "DealsDiffer:1", "refuse:1", "_refuse:3", "LimitError:1", "UnknownBot:1", "NotToAct:1",
]  # fmt: skip


def set_up(extra: str = "") -> None:
    """Make the virtual environment and install, unless that was done for this pyproject.toml."""
    if sys.version_info < (3, 11):
        sys.exit("Jaipur needs Python 3.11 or newer; this is " + sys.version.split()[0] + ".")
    wanted = hashlib.sha256((ROOT / "pyproject.toml").read_bytes()).hexdigest()
    mark = VENV / f"installed{extra}"
    for done in {mark, VENV / "installed[test]"} if not extra else {mark}:
        if done.exists() and done.read_text() == wanted:
            return
    step("Setting up, once (1 of 3): a virtual environment …", is_new=True)
    venv.create(VENV, with_pip=True, symlinks=os.name != "nt")  # as `python3 -m venv` does
    install(f"{ROOT}{extra or '[all]'}")
    mark.write_text(wanted)


def install(what: str) -> None:
    """Install with pip and show the progress; on failure, print the end of its output."""
    pip = [str(BIN / "python"), "-m", "pip", "install", "--disable-pip-version-check"]
    output, fetched = [], 0
    step("Setting up, once (2 of 3): fetching packages …", is_new=True)
    with subprocess.Popen(
        [*pip, "--progress-bar", "off", "-e", what],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    ) as working:  # fmt: skip
        for line in working.stdout or ():
            output.append(line)
            word, _, rest = line.strip().partition(" ")
            if word == "Collecting":
                fetched += 1
                step(f"Setting up, once (2 of 3): fetching packages … {fetched}: {name_in(rest)}")
            elif line.startswith("Installing collected packages"):
                count = line.count(",") + 1
                step(f"Setting up, once (3 of 3): installing {count} packages …", is_new=True)
    if working.returncode:
        sys.exit("".join(["\n", *output[-20:], "Setting up failed; the lines above say why."]))
    step("Setting up: done.", is_new=True)
    print(file=sys.stderr)


def step(words: str, *, is_new: bool = False) -> None:
    """Print a step of the set-up; at a terminal, each step updates one line."""
    if sys.stderr.isatty():
        print(("\n" if is_new else "\r\033[K") + words, end="", file=sys.stderr, flush=True)
    elif is_new:
        print(words, file=sys.stderr, flush=True)


def name_in(requirement: str) -> str:
    """The name of the package in a requirement."""
    return re.split(r"[ \[<>=!~;(]", requirement, maxsplit=1)[0]


def run(program: str, *arguments: str) -> None:
    """Run a program of the virtual environment; exit with its code if it fails."""
    code = subprocess.run([str(BIN / program), *arguments], cwd=ROOT, check=False).returncode
    if code:
        sys.exit(code)


def test(arguments: list[str]) -> None:
    """Every check: format, lint, types, tests; what takes longer is in `trust` and `page`."""
    set_up_tests()
    run("ruff", "format", "--check", "--quiet", ".")
    run("ruff", "check", "--quiet", ".")
    with types_checked():
        run("python", "-m", "pytest", *SIDE_BY_SIDE, "-m", "not long", *arguments)


def trust(arguments: list[str]) -> None:
    """The long checks, with the counts of a release or, with `--short`, those of every change."""
    set_up_tests()
    run("python", "-m", "bench.trust", *arguments)


def page(arguments: list[str]) -> None:
    """The page in a browser, in every state, language, theme and size."""
    set_up_tests()
    os.environ |= {"JAIPUR_DEEP": "1", "JAIPUR_NEEDS_BROWSER": "1"}
    run("python", "-m", "pytest", *SIDE_BY_SIDE, "tests/page", *arguments)


def set_up_tests() -> None:
    """Set up for tests: they start Python hundreds of times, which is slow without its bytecode."""
    set_up("[test]")
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


@contextmanager
def types_checked() -> Iterator[None]:
    """Check the types in the background; report errors at the end."""
    checked = subprocess.Popen(
        [str(BIN / "mypy")], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        yield
    finally:
        output = checked.communicate()[0]
        print(output, end="", flush=True)
    if checked.returncode:
        sys.exit(checked.returncode)


def play(arguments: list[str]) -> None:
    """Serve the game and show it in the browser; if it is served already, only show it."""
    set_up()
    if not arguments and is_served():
        print(f"Jaipur is already running at {PAGE}")
        webbrowser.open(PAGE)
        return
    run("jaipur", "serve", *arguments)


def is_served() -> bool:
    """Whether a Jaipur server is running at the default address."""
    try:
        with urllib.request.urlopen(f"{PAGE}/api/health", timeout=2) as answer:
            return "bots_ready" in json.load(answer)
    except (OSError, ValueError):
        return False


def docs(_: list[str]) -> None:
    """Build the documentation site; a dead link or anchor, or a page left out, fails."""
    set_up("[docs]")
    os.environ["NO_MKDOCS_2_WARNING"] = "1"  # pyproject.toml excludes version 2
    run("mkdocs", "build", "--strict", "--clean")  # --quiet would hide warnings from --strict
    print(f"Open {ROOT / 'site' / 'index.html'}")


def catalogue(_: list[str]) -> None:
    """Extract the English sentences, merge them into the French catalogue, compile it."""
    set_up("[test]")
    template = VENV / "jaipur.pot"
    marks = [word for keyword in KEYWORDS for word in ("-k", keyword)]
    plain = ["--no-location", "--omit-header", "--sort-output"]
    kinds = ["-F", str(ROOT / "babel.cfg")]
    # As a module: it then finds the extractor in tools/.
    run(*BABEL, "extract", *plain, *marks, *kinds, "-o", str(template), "src/jaipur")
    names = ["-D", "jaipur", "-d", str(CATALOGUE)]
    keep = ["--no-fuzzy-matching", "--ignore-obsolete", "--ignore-pot-creation-date"]
    run(*BABEL, "update", "-i", str(template), *names, *keep)
    run(*BABEL, "compile", *names)


def command(arguments: list[str]) -> None:
    """Run a command of the game."""
    set_up()
    run("jaipur", *arguments)


def bench(arguments: list[str]) -> None:
    """Run the benchmarks."""
    set_up("[test,bench]")
    run("python", "-m", "bench", *arguments)


def tool(arguments: list[str]) -> None:
    """Run a program of the virtual environment, such as ruff or pytest."""
    set_up_tests()
    run(*(arguments or ["python"]))


COMMANDS = {
    "play": play, "test": test, "jaipur": command, "trust": trust, "page": page, "bench": bench,
    "docs": docs, "tool": tool, "catalogue": catalogue,
}  # fmt: skip


def main() -> None:
    """Run the command named by the first argument."""
    what, rest = (sys.argv[1] if len(sys.argv) > 1 else ""), sys.argv[2:]
    if what not in COMMANDS:
        sys.exit((__doc__ or "").strip())
    COMMANDS[what](rest)


if __name__ == "__main__":
    main()
