#!/usr/bin/env python3
"""Start OpenDurak, or run its checks, from a bare checkout. Only the standard library is needed.

What lives here: the environment beside this file (.venv, node_modules), the order of the checks.
What does not: anything the installed `durak` command can do itself.
"""

import contextlib
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

if sys.version_info < (3, 11):  # noqa: UP036  the file still parses there, to say so kindly
    sys.exit(
        f"OpenDurak needs Python 3.11 or newer; this is {sys.version.split()[0]}.\n"
        "Start it with a newer one, for example: python3.12 run.py"
    )

from collections.abc import Iterator, Mapping, Sequence
from importlib.util import find_spec

HELP = """\
usage: python3 run.py [options of durak serve]   start the table and open it in the browser
       python3 run.py test                       run every check: format, lint, types, docs, tests
       python3 run.py test PYTEST-ARGUMENTS      run only pytest, with these arguments
       python3 run.py --help                     this text

Everything is installed into .venv beside this file, from the pinned, hashed lists in requirements/.
The first start takes a minute or two; later ones start at once. A .venv that is unfinished, was
moved, or was made by another Python is made anew. `test` also needs Chromium, a font with Cyrillic
and suit symbols, and Node.js with npm: on Debian as root it installs what is missing, elsewhere it
says what to install. Deleting .venv and node_modules undoes everything done here.
"""

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
STAMP = VENV / "run-stamp.json"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
NODE_MODULES = ROOT / "node_modules"
NODE_STAMP = NODE_MODULES / ".run-stamp"


class RunError(Exception):
    """What went wrong and what to do about it, for the person who started this."""


# ---- steps that show themselves -----------------------------------------------------------------


def say(text: str) -> None:
    """Print a line at once, so that it stands before what a child process prints."""
    print(text, flush=True)


def step(text: str, command: Sequence[str], *, env: Mapping[str, str] | None = None) -> None:
    """Run a command with its output kept back, shown only when it fails."""
    live = sys.stdout.isatty()
    if not live:
        say(f"{text} ...")
    started = time.monotonic()
    with tempfile.TemporaryFile() as output:
        child = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**os.environ, **(env or {})},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
        try:
            while True:
                if live:
                    print(f"\r{text} ... {time.monotonic() - started:.0f} s", end="", flush=True)
                with contextlib.suppress(subprocess.TimeoutExpired):
                    child.wait(timeout=1 if live else None)
                    break
        finally:
            if live:
                print(flush=True)
            if child.poll() is None:
                child.terminate()
                child.wait()
        if child.returncode:
            output.seek(0)
            sys.stderr.write(output.read().decode(errors="replace"))
            raise RunError(f"{text}: failed (status {child.returncode}, output above).")


# ---- what the system must have ------------------------------------------------------------------


def can_use_apt() -> bool:
    """Whether missing system packages may be installed here without asking."""
    return hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get") is not None


def install_with_apt(packages: Sequence[str]) -> None:
    """Install Debian packages; where the package lists are missing or old, renew them once."""
    env = {"DEBIAN_FRONTEND": "noninteractive"}
    apt = ["apt-get", "-q", "-o", "DPkg::Lock::Timeout=300"]
    install = [*apt, "install", "-y", "--no-install-recommends", *packages]
    text = f"Installing {' '.join(packages)} with apt"
    simulated = subprocess.run(
        [*apt, "install", "--simulate", "--no-install-recommends", *packages],
        capture_output=True,
        check=False,
    )
    if simulated.returncode == 0:
        with contextlib.suppress(RunError):  # a package may have moved on since the lists were made
            step(text, install, env=env)
            return
    step("Renewing apt's package lists", [*apt, "update"], env=env)
    step(text, install, env=env)


def has_suit_font() -> bool:
    """Whether some font shows both Cyrillic letters and suit symbols."""
    if shutil.which("fc-list") is None:
        return False
    found = subprocess.run(
        ["fc-list", ":charset=2660 0434", "family"], capture_output=True, check=False
    )
    return bool(found.stdout.strip())


def missing_for_tests() -> dict[str, str]:
    """Debian packages that the checks need and the system lacks, each with its purpose."""
    missing: dict[str, str] = {}
    if shutil.which("chromium") is None:
        missing["chromium"] = "the browser in which the page is tested"
    if not has_suit_font():
        missing["fontconfig"] = "finds fonts"
        missing["fonts-dejavu-core"] = "a font with Cyrillic letters and suit symbols"
    if shutil.which("node") is None:
        missing["nodejs"] = "runs the type checker for the page's scripts"
    if shutil.which("npm") is None:
        missing["npm"] = "installs that type checker"
    return missing


def prepare_system(*, must_be_whole: bool) -> None:
    """Install what the checks need from the system, or say what is missing."""
    missing = missing_for_tests()
    if missing and can_use_apt():
        install_with_apt(list(missing))
        missing = missing_for_tests()
    if missing:
        needs = "\n".join(f"  {package:18} {purpose}" for package, purpose in missing.items())
        text = (
            f"The tests need what this system does not have:\n{needs}\n"
            f"On Debian or a relative: sudo apt-get install {' '.join(missing)}\n"
            "Elsewhere: install the same with your system's packages, and have it on the PATH."
        )
        if must_be_whole:
            raise RunError(text)
        say(text + "\nGoing on with the tests you asked for.")


def can_bring_pip() -> bool:
    """Whether a new environment can be given its own pip; Debian keeps that in a package apart."""
    return find_spec("ensurepip") is not None


def can_lend_pip() -> bool:
    """Whether this Python's own pip can install into another environment."""
    if find_spec("pip") is None:
        return False
    from importlib.metadata import version

    major, minor = (int(part) for part in version("pip").split(".")[:2])
    return (major, minor) >= (22, 3)


def make_venv() -> None:
    """Make an empty .venv, with a pip of its own where that can be had."""
    package = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
    has_venv = find_spec("venv") is not None
    if not (has_venv and (can_bring_pip() or can_lend_pip())):
        if not can_use_apt():
            raise RunError(
                f"This Python ({sys.executable}) cannot make virtual environments.\n"
                f"On Debian or a relative: sudo apt-get install {package}\n"
                "Elsewhere: install Python 3.11 or newer with its venv and ensurepip modules."
            )
        install_with_apt([package])
    without = [] if can_bring_pip() else ["--without-pip"]
    step("Making .venv", [sys.executable, "-m", "venv", "--clear", *without, str(VENV)])


def pip_for_venv() -> list[str]:
    """The command that installs into .venv: its own pip, or this Python's."""
    if (BIN / ("pip.exe" if os.name == "nt" else "pip")).exists():
        return [str(PYTHON), "-m", "pip"]
    return [sys.executable, "-m", "pip", "--python", str(PYTHON)]


# ---- .venv --------------------------------------------------------------------------------------


def fingerprint(requirements: Path) -> str:
    """What an installation depends on: the pinned list, and how the project is packaged."""
    import tomllib

    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    packaging = [pyproject["project"], pyproject["build-system"], pyproject["tool"]["hatch"]]
    digest = hashlib.sha256(requirements.read_bytes())
    digest.update(json.dumps(packaging, sort_keys=True).encode())
    return digest.hexdigest()


def fingerprints() -> dict[str, str]:
    """The fingerprint of each pinned list, by its name."""
    return {name: fingerprint(ROOT / "requirements" / f"{name}.txt") for name in ("base", "test")}


def here() -> dict[str, str]:
    """The Python and the folder that a .venv belongs to: scripts in it name both."""
    return {"python": sys.implementation.cache_tag, "place": str(ROOT)}


def read_stamp() -> dict[str, str]:
    """What the finished .venv holds; empty where there is none, or it belongs elsewhere."""
    try:
        stamp: dict[str, str] = json.loads(STAMP.read_text("utf-8"))
        usable = PYTHON.exists() and here().items() <= stamp.items()
    except (OSError, ValueError, AttributeError):
        return {}
    return stamp if usable else {}


@contextlib.contextmanager
def only_one() -> Iterator[None]:
    """Keep a second run.py in this checkout waiting while the first one installs."""
    try:
        import fcntl
    except ImportError:  # not on this system: then nothing keeps two apart
        yield
        return
    with Path(__file__).open("rb") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            say("Waiting for another run.py, which is installing here ...")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def require_writable() -> None:
    """Say plainly that the checkout cannot be written, before something deep inside does."""
    try:
        with tempfile.TemporaryFile(dir=ROOT):
            pass
    except OSError as error:
        raise RunError(
            f"{ROOT} cannot be written ({error.strerror}), and run.py keeps its environment\n"
            "there, in .venv. Copy the checkout to a folder of yours and start it from there."
        ) from None


def prepare_venv(name: str) -> None:
    """Make .venv hold the pinned list `name` ("base" or "test") and the project, if it does not."""
    wanted = fingerprints()
    if read_stamp().get(name) == wanted[name]:
        return
    require_writable()
    with only_one():
        stamp = read_stamp()
        if stamp.get(name) == wanted[name]:
            return
        STAMP.unlink(missing_ok=True)  # from here until the end .venv counts as unfinished
        if not stamp:
            make_venv()
        install_into_venv(name)
        # the list "test" holds all of "base", in the same versions
        held = {"base": wanted["base"], name: wanted[name]}
        STAMP.write_text(json.dumps(here() | held, indent=1), "utf-8")


def install_into_venv(name: str) -> None:
    """Install the pinned list, then the project itself as it lies here."""
    requirements = ROOT / "requirements" / f"{name}.txt"
    pip = [*pip_for_venv(), "--disable-pip-version-check", "--no-input", "install"]
    step(
        "Installing the pinned packages (the first time this takes a minute or two)",
        [*pip, "--require-hashes", "-r", str(requirements)],
    )
    project = ["--no-deps", "--no-build-isolation", "--editable", str(ROOT)]
    step("Installing OpenDurak", [*pip, *project])


# ---- the checks ---------------------------------------------------------------------------------


def prepare_node_modules() -> None:
    """Install the pinned type checker for the page's scripts, unless it is there."""
    wanted = hashlib.sha256((ROOT / "package-lock.json").read_bytes()).hexdigest()
    with only_one():
        if NODE_STAMP.exists() and NODE_STAMP.read_text("utf-8") == wanted:
            return
        step("Installing the scripts' type checker", ["npm", "ci", "--ignore-scripts"])
        NODE_STAMP.write_text(wanted, "utf-8")


def check(title: str, command: Sequence[str], *, env: Mapping[str, str] | None = None) -> None:
    """Run one check with its output shown, announced and timed."""
    say(f"\n== {title}: {Path(command[0]).name} {' '.join(command[1:])}")
    started = time.monotonic()
    status = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **(env or {})}, check=False
    ).returncode
    say(f"== {title}: {'failed' if status else 'passed'} in {time.monotonic() - started:.1f} s")
    if status:
        raise RunError(f"{title}: failed (status {status}); the checks after it did not run.")


def run_checks() -> None:
    """Every check in order, the quick ones first, stopping at the first that fails."""
    started = time.monotonic()
    check("format", [str(BIN / "ruff"), "format", "--check"])
    check("lint", [str(BIN / "ruff"), "check"])
    check("types", [str(BIN / "mypy")])
    check("layers", [str(BIN / "lint-imports")])
    check("docs", [str(BIN / "sphinx-build"), "-q", "-W", "docs", "docs/_build"])
    if any((ROOT / "src/durak/web/static").glob("**/*.js")):
        prepare_node_modules()
        check("types of the page's scripts", [str(NODE_MODULES / ".bin/tsc"), "--project", "."])
    # Each worker takes a file at a time; tests wait more than they compute.
    workers = ["-n", "auto", "--maxprocesses", "4", "--dist", "loadfile"]
    check("tests", [str(BIN / "pytest"), *workers])
    # Out-of-bounds access is silent in compiled code: the engine's tests run once more without it.
    slow = ["-m", "not compiled", "--hypothesis-profile", "uncompiled"]
    check(
        "engine tests, not compiled",
        [str(BIN / "pytest"), "tests/engine", *slow, *workers],
        env={"NUMBA_DISABLE_JIT": "1"},
    )
    say(f"\nEvery check passed in {time.monotonic() - started:.0f} s.")


def hand_over(command: Sequence[str]) -> int:
    """Become another program; where the system cannot, run it and return its status."""
    sys.stdout.flush()
    if os.name != "nt":
        os.execv(command[0], list(command))
    return subprocess.run(command, check=False).returncode


def main(arguments: Sequence[str]) -> int:
    """Do what the command line asks; the exit status."""
    if arguments[:1] in (["--help"], ["-h"]):
        print(HELP, end="")
        return 0
    try:
        if arguments[:1] != ["test"]:
            prepare_venv("base")
            return hand_over([str(BIN / "durak"), "serve", *arguments])
        prepare_system(must_be_whole=len(arguments) == 1)
        prepare_venv("test")
        if len(arguments) > 1:
            os.chdir(ROOT)
            return hand_over([str(BIN / "pytest"), *arguments[1:]])
        run_checks()
    except RunError as error:
        sys.stdout.flush()
        print(f"\n{error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped. Starting again goes on from a clean state.", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
