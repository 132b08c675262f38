"""Compiled rules are kept on disk, never stale; a start works without a place to keep them."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from durak.kernel import entry, jit

pytestmark = pytest.mark.compiled

# The smallest entry points stand for all of them: one reads a record of the state, nothing more.
START = """
import numpy as np
from durak.kernel import entry, jit, layout
states, out = layout.new_states(1), np.empty(layout.MAX_LEGAL, np.int64)
states[0].phase = layout.OVER
assert entry.legal(states, 0, out) == 0
print(jit.cache_folder(), sum(entry.legal.stats.cache_hits.values()))
"""


def begin(source: Path | None = None, **environment: str) -> "subprocess.Popen[str]":
    """A Python that asks one entry point; without ``environment`` it has none at all."""
    if source is not None:
        environment["PYTHONPATH"] = str(source)
    environment["PYTHONDONTWRITEBYTECODE"] = "1"
    return subprocess.Popen(
        [sys.executable, "-c", START],
        env=environment,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def end(process: "subprocess.Popen[str]") -> tuple[str, int]:
    """Its cache folder and how many compiled functions it found there."""
    output, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors
    assert not errors
    folder, hits = output.rsplit(maxsplit=1)
    return folder, int(hits)


def test_two_cold_starts_at_once_then_a_warm_one(tmp_path: Path) -> None:
    both = [begin(XDG_CACHE_HOME=str(tmp_path)) for _ in range(2)]
    folders = {end(process)[0] for process in both}
    assert len(folders) == 1
    folder, hits = end(begin(XDG_CACHE_HOME=str(tmp_path)))
    assert {folder} == folders
    assert hits == 1
    assert Path(folder).stat().st_mode & 0o077 == 0, "others may not fill it"


def test_a_changed_rule_is_compiled_anew_and_the_old_forgotten_after_a_month(
    tmp_path: Path,
) -> None:
    source = tmp_path / "source"
    shutil.copytree(Path(jit.__file__).parents[1], source / "durak")
    cache = tmp_path / "cache"
    before, _ = end(begin(source, XDG_CACHE_HOME=str(cache)))
    unused = Path(before).with_name("kernel-0.0.0-unused")
    unused.mkdir()
    month_ago = time.time() - 31 * 24 * 3600
    os.utime(unused, (month_ago, month_ago))
    rules = source / "durak" / "kernel" / "bout.py"
    rules.write_text(rules.read_text() + "\n# another rule\n")
    after, hits = end(begin(source, XDG_CACHE_HOME=str(cache)))
    assert after != before
    assert hits == 0
    assert Path(before).is_dir(), "used today, perhaps by another copy"
    assert not unused.exists()


def test_no_home_and_no_environment_fall_back(tmp_path: Path) -> None:
    not_a_folder = tmp_path / "file"
    not_a_folder.touch()
    folder, _ = end(begin(HOME=str(not_a_folder), TMPDIR=str(tmp_path)))
    assert Path(folder).is_relative_to(tmp_path)
    assert Path(folder).parent.stat().st_mode & 0o077 == 0


def test_a_folder_that_others_may_write_to_is_not_trusted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not hasattr(os, "getuid"):
        pytest.skip("owners of files are asked on POSIX systems only")
    (tmp_path / "durak").mkdir()
    (tmp_path / "durak").chmod(0o777)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path / "temporary"))
    found = jit._find_cache_folder()
    assert found is not None
    assert found.is_relative_to(tmp_path / "temporary")


def test_nowhere_to_write_means_no_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    not_a_folder = tmp_path / "file"
    not_a_folder.touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(not_a_folder))
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(not_a_folder))
    assert jit._find_cache_folder() is None


def test_warm_up_says_nothing_when_everything_is_loaded() -> None:
    entry.warm_up()
    said: list[str] = []
    assert not entry.warm_up(said.append)
    assert said == []


def test_a_part_of_the_rules_called_from_python_is_refused() -> None:
    from durak.kernel.act import act

    with pytest.raises(TypeError, match=r"call a function of kernel\.entry"):
        act(None, 0)
