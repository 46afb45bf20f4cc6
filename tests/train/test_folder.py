"""The folder of a run: whose it is, what is refused, and that nothing half-written stays."""

import json
import subprocess
import sys
from contextlib import closing
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from jaipur.train.folder import LOG, MODEL, NEW, FolderError, RunFolder, part_name
from jaipur.train.settings import MAY_CHANGE, SMALL, OtherSettings, TrainingSettings, require_same

HERE = Path("run")


def refused(path: Path) -> str:
    with pytest.raises(FolderError) as error:
        RunFolder(path)
    return str(error.value)


def test_a_new_folder_is_made_and_logged_in(tmp_path: Path) -> None:
    path = tmp_path / "runs" / "first"
    with closing(RunFolder(path)) as folder:
        folder.log({"kind": "window"})
        folder.log({"kind": "score"})
    lines = (path / LOG).read_text("utf-8").splitlines()
    assert [json.loads(line)["kind"] for line in lines] == ["window", "score"]


def test_a_folder_with_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "diary.txt").write_text("dear me")
    assert refused(tmp_path) == (
        f"{tmp_path} contains other files, such as diary.txt; name a new or an empty folder."
    )
    assert [file.name for file in tmp_path.iterdir()] == ["diary.txt"]


def test_notes_beside_a_run_are_fine(tmp_path: Path) -> None:
    (tmp_path / "diary.txt").write_text("window 1: it learns")
    (tmp_path / MODEL).write_bytes(b"")
    RunFolder(tmp_path).close()


def test_one_run_at_a_time(tmp_path: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from jaipur.train.folder import RunFolder\n"
        "folder = RunFolder(Path(sys.argv[1])); print('held', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as other:
        assert other.stdout
        assert other.stdout.readline() == "held\n"
        assert refused(tmp_path) == f"{tmp_path} is in use by another run."
        other.communicate()
    RunFolder(tmp_path).close()
    assert [file.name for file in tmp_path.iterdir()] == [LOG]


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "cannot be saved in" in refused(tmp_path / "file" / "run")


def test_a_torn_line_is_ended(tmp_path: Path) -> None:
    (tmp_path / LOG).write_text('{"kind": "wind')
    with closing(RunFolder(tmp_path)) as folder:
        folder.log({"kind": "settings"})
    assert (tmp_path / LOG).read_text() == '{"kind": "wind\n{"kind": "settings"}\n'


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path: Path) -> None:
    def write(folder: RunFolder, content: str, error: OSError | None = None) -> None:
        with folder.replaced(MODEL) as path:
            path.write_text(content)
            if error:
                raise error

    with closing(RunFolder(tmp_path)) as folder:
        write(folder, "old")
        with pytest.raises(FolderError, match="No space left"):
            write(folder, "half of the n", OSError(28, "No space left on device"))
    assert (tmp_path / MODEL).read_text() == "old"


def test_parts_of_other_checkpoints_are_removed(tmp_path: Path) -> None:
    """Half-written ones too; whatever else is there stays, and is what a run may find."""
    names = [part_name("a", 0), part_name("a", 1), part_name("b", 12), part_name("b", 0) + NEW]
    for name in names:
        (tmp_path / name).write_bytes(b"")
    with closing(RunFolder(tmp_path)) as folder:
        (tmp_path / "model-c-1.pt").write_bytes(b"")
        folder.keep_parts([names[1]])
    left = {file.name for file in tmp_path.iterdir()}
    assert left == {LOG, names[1], "model-c-1.pt"}


# --- Settings ---


@pytest.mark.parametrize(
    ("setting", "value", "name"),
    [
        ("seed", 2, "--seed"),
        ("td_lambda", 0.5, "--lambda"),
        ("noise_share", 0.0, "--noise"),
        ("rival_share", 0.5, "--rivals"),
        ("search_from", 0.5, "--search-from"),
        ("residual", False, "--residual"),
    ],
)
def test_other_settings_are_refused_by_name(setting: str, value: Any, name: str) -> None:
    with pytest.raises(OtherSettings, match=f"has {name} .*, not {value}"):
        require_same(TrainingSettings(), replace(TrainingSettings(), **{setting: value}), HERE)


def test_some_settings_may_change() -> None:
    other = replace(TrainingSettings(), windows=9, opponents=(), rounds=2, evaluate_every=1)
    require_same(TrainingSettings(), other, HERE)
    assert {"windows", "opponents", "rounds", "evaluate_every"} == MAY_CHANGE


def test_a_small_run_is_another_run() -> None:
    with pytest.raises(OtherSettings, match="--tables 65536, not 256"):
        require_same(TrainingSettings(), SMALL, HERE)


def test_settings_are_read_as_they_were_kept() -> None:
    settings = replace(SMALL, seed=3, residual=True)
    kept = asdict(settings) | {"opponents": list(settings.opponents)}
    assert TrainingSettings.read(kept) == settings
    with pytest.raises(TypeError):
        TrainingSettings.read(kept | {"loudness": 0.1})
