"""The checks that run elsewhere cover every system and Python the package names."""

import tomllib
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[2]
SYSTEMS = {
    "Operating System :: MacOS": {"macos-latest"},
    "Operating System :: Microsoft :: Windows": {"windows-latest"},
    "Operating System :: POSIX :: Linux": {"ubuntu-latest", "ubuntu-24.04-arm"},
}
ON_EVERY_SYSTEM = ("test", "install")


def test_every_system_and_python_of_the_package_is_checked() -> None:
    text = (ROOT / ".github" / "workflows" / "ci.yml").read_text("utf-8")
    workflow = yaml.safe_load(text)
    classifiers = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"][
        "classifiers"
    ]
    pythons = {
        line.rpartition(" ")[2] for line in classifiers if line.startswith("Programming Language")
    }
    named = set().union(*(SYSTEMS[one] for one in classifiers if one.startswith("Operating")))
    for name in ON_EVERY_SYSTEM:
        job = workflow["jobs"][name]
        assert set(job["strategy"]["matrix"]["system"]) == named
        assert job["runs-on"] == "${{ matrix.system }}"
    test = workflow["jobs"]["test"]
    assert {*test["strategy"]["matrix"]["python"], "3", "Only"} == pythons
    assert test["steps"][-1]["run"] == "python run.py test"
    everything = workflow["jobs"]["everything"]["steps"]
    assert ".ci/run" in [step.get("run") for step in everything]
