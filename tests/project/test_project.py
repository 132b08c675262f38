"""The frame: what a fresh checkout promises before any card is dealt."""

import errno
import importlib.util
import json
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def output_of(*command: str) -> str:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def tracked() -> list[Path]:
    """Files of the project: tracked by git, or new and not ignored, and still there."""
    listed = output_of("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    return [ROOT / name for name in listed.split("\0") if name and (ROOT / name).is_file()]


def text_of(path: Path) -> str | None:
    try:
        return path.read_text("utf-8")
    except UnicodeDecodeError:
        return None


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def pins(name: str) -> dict[str, set[str]]:
    """Each pinned package of a list with its versions (one a Python, where they differ)."""
    found: dict[str, set[str]] = {}
    text = (ROOT / "requirements" / f"{name}.txt").read_text("utf-8")
    for package, version in re.findall(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", text, re.MULTILINE):
        found.setdefault(normal(package), set()).add(version)
    return found


def names(requirements: list[str]) -> set[str]:
    return {normal(re.split(r"[\[<>=!~; ]", line)[0]) for line in requirements}


# ---- run.py -------------------------------------------------------------------------------------


def test_run_py_explains_itself_with_the_standard_library_alone() -> None:
    # -I -S: no site-packages, no environment variables, so only the standard library is there
    text = output_of(sys.executable, "-I", "-S", "run.py", "--help")
    assert "python3 run.py test" in text
    assert ".venv" in text


def test_run_py_imports_nothing_beyond_the_standard_library() -> None:
    code = "import run, sys; print(*{name.partition('.')[0] for name in sys.modules})"
    loaded = set(output_of(sys.executable, "-S", "-c", code).split())
    assert loaded <= set(sys.stdlib_module_names) | {"run", "__main__"}


def test_the_readme_shows_the_two_commands_early() -> None:
    start = (ROOT / "README.md").read_text("utf-8").splitlines()[:40]
    words = [line.strip().removeprefix("$ ").partition("#")[0].strip(" `") for line in start]
    assert "python3 run.py" in words
    assert "python3 run.py test" in words


def test_ci_runs_the_readmes_test_command() -> None:
    script = ROOT / ".ci" / "run"
    assert "python3 run.py test" in script.read_text("utf-8")
    assert script.stat().st_mode & 0o111


class Checkout:
    """A checkout whose steps (venv, pip) are noted instead of taken."""

    def __init__(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (root / "requirements").mkdir(parents=True)
        for name in ("run.py", "pyproject.toml", "requirements/base.txt", "requirements/test.txt"):
            (root / name).write_bytes((ROOT / name).read_bytes())
        spec = importlib.util.spec_from_file_location("run_there", root / "run.py")
        assert spec is not None
        assert spec.loader is not None
        self.root = root
        self.run = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(self.run)
        self.fails_at = ""
        monkeypatch.setattr(self.run, "step", self.note)

    def note(self, text: str, command: list[str], **_: object) -> None:
        self.steps.append(text.split(" (")[0])
        if "venv" in command:
            self.run.PYTHON.parent.mkdir(parents=True, exist_ok=True)
            self.run.PYTHON.touch()
        if text == self.fails_at:
            raise KeyboardInterrupt

    def prepare(self, name: str) -> list[str]:
        """The steps that a start takes."""
        self.steps: list[str] = []
        self.run.prepare_venv(name)
        return self.steps


ALL_STEPS = ["Making .venv", "Installing the pinned packages", "Installing OpenDurak"]


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Checkout:
    return Checkout(tmp_path / "checkout", monkeypatch)


def test_the_second_start_installs_nothing(checkout: Checkout) -> None:
    assert checkout.prepare("base") == ALL_STEPS
    assert checkout.prepare("base") == []


def test_the_test_list_serves_a_plain_start_too_but_not_the_other_way(checkout: Checkout) -> None:
    checkout.prepare("base")
    assert checkout.prepare("test") == ALL_STEPS[1:]
    assert checkout.prepare("base") == []


@pytest.mark.parametrize("name", ["requirements/base.txt", "pyproject.toml"])
def test_a_changed_list_or_packaging_is_installed_into_the_same_environment(
    checkout: Checkout, name: str
) -> None:
    checkout.prepare("base")
    changed = checkout.root / name
    changed.write_text(changed.read_text("utf-8").replace("alembic", "alembic-two"), "utf-8")
    assert checkout.prepare("base") == ALL_STEPS[1:]


def test_a_changed_tool_setting_installs_nothing(checkout: Checkout) -> None:
    checkout.prepare("base")
    with (checkout.root / "pyproject.toml").open("a", encoding="utf-8") as file:
        file.write("\n[tool.another]\nsetting = 1\n")
    assert checkout.prepare("base") == []


@pytest.mark.parametrize("fails_at", ["Making .venv", "Installing OpenDurak"])
def test_an_interrupted_installation_is_made_anew(checkout: Checkout, fails_at: str) -> None:
    checkout.fails_at = fails_at
    with pytest.raises(KeyboardInterrupt):
        checkout.prepare("base")
    checkout.fails_at = ""
    assert checkout.prepare("base") == ALL_STEPS


@pytest.mark.parametrize("what", ["python", "place"])
def test_an_environment_of_another_python_or_place_is_made_anew(
    checkout: Checkout, what: str
) -> None:
    checkout.prepare("base")
    stamp = json.loads(checkout.run.STAMP.read_text("utf-8"))
    checkout.run.STAMP.write_text(json.dumps(stamp | {what: "other"}), "utf-8")
    assert checkout.prepare("base") == ALL_STEPS


def test_a_checkout_that_cannot_be_written_is_said_plainly(
    checkout: Checkout, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(**_: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(checkout.run.tempfile, "TemporaryFile", refuse)
    with pytest.raises(checkout.run.RunError, match="cannot be written"):
        checkout.prepare("base")


# ---- layers and dependencies --------------------------------------------------------------------


def test_every_layer_imports_only_from_layers_below() -> None:
    assert "0 broken" in output_of(str(Path(sys.executable).with_name("lint-imports")))


def test_the_base_list_pins_every_dependency() -> None:
    wanted = names(PYPROJECT["project"]["dependencies"] + PYPROJECT["build-system"]["requires"])
    assert wanted <= pins("base").keys()


def test_the_test_list_pins_the_test_extra_and_all_of_base_in_the_same_versions() -> None:
    test = pins("test")
    assert names(PYPROJECT["project"]["optional-dependencies"]["test"]) <= test.keys()
    assert pins("base").items() <= test.items()


@pytest.mark.parametrize("name", ["base", "test"])
def test_every_pin_carries_a_hash(name: str) -> None:
    text = (ROOT / "requirements" / f"{name}.txt").read_text("utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.lstrip().startswith("#")]
    assert lines
    assert [line for line in lines if "--hash=sha256:" not in line] == []


def test_the_wheel_holds_every_file_of_the_package(tracked: list[Path], tmp_path: Path) -> None:
    output_of(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path))
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        held = set(archive.namelist())
    source = ROOT / "src"
    wanted = {p.relative_to(source).as_posix() for p in tracked if p.is_relative_to(source)}
    assert wanted
    assert wanted - held == set()


# ---- what must not be in the tree ---------------------------------------------------------------


def test_no_file_names_a_folder_of_the_machine_it_was_written_on(tracked: list[Path]) -> None:
    machine = [str(ROOT), str(Path.home()), sys.base_prefix]
    places = [place + "/" for place in machine if place.count("/") > 1 and place != "/usr"]
    parent = str(ROOT.parent) + "/"
    if parent.count("/") > 1:
        places.append(parent)
    found = [
        f"{path.relative_to(ROOT)}: {place}"
        for path in tracked
        for place in places
        if place in (text_of(path) or "")
    ]
    assert found == []


def test_no_lock_file_names_a_registry(tracked: list[Path]) -> None:
    locks = [p for p in tracked if p.name == "package-lock.json" or p.parent.name == "requirements"]
    assert locks
    assert [p.name for p in locks if re.search(r"https?://", text_of(p) or "")] == []


def test_no_third_party_or_minified_script_or_style(tracked: list[Path]) -> None:
    ours = [p for p in tracked if p.suffix in {".js", ".mjs", ".css"}]
    minified = [
        p.name
        for p in ours
        if ".min." in p.name or max(map(len, (text_of(p) or "").splitlines()), default=0) > 400
    ]
    assert minified == []
    assert [p for p in tracked if {"node_modules", "vendor", "third_party"} & set(p.parts)] == []
