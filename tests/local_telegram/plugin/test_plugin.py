"""The pytest plugin where it is installed: in a project that has a bot, and calls it `bot`."""

import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PROJECT = Path(__file__).parent / "project"

pytestmark = pytest.mark.long("a wheel is built and installed, and a project is tested with it")


def run(*command: str | Path, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of an environment with the wheel, and what the wheel needs from this one."""
    folder = tmp_path_factory.mktemp("environment")
    told = run(
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "-w",
        folder,
        ROOT,
        folder=folder,
    )
    assert told.returncode == 0, told.stderr
    venv.create(folder / "venv", with_pip=False)
    python = folder / "venv" / "bin" / "python"
    here = run(
        python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", folder=folder
    ).stdout.strip()
    [wheel] = folder.glob("handover_bot-*.whl")
    told = run(
        sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", here, wheel,
        folder=folder,
    )  # fmt: skip
    assert told.returncode == 0, told.stderr
    # What it depends on stands behind it, without this project, which may be installed there, too.
    shared = folder / "shared"
    shared.mkdir()
    for each in Path(sysconfig.get_path("purelib")).iterdir():
        if "handover" not in each.name and each.suffix != ".pth":
            (shared / each.name).symlink_to(each)
    (Path(here) / "shared.pth").write_text(str(shared))
    return python


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name in ("bot.py", "pytest.ini"):
        shutil.copy(PROJECT / name, tmp_path)
    return tmp_path


def test_a_project_tests_its_bot_in_a_process_and_in_the_test_itself(
    installed: Path, project: Path
):
    shutil.copy(PROJECT / "stories.py", project / "test_bot.py")
    told = run(installed, "-m", "pytest", "-q", "-p", "no:cacheprovider", folder=project)
    assert "4 passed" in told.stdout, told.stdout + told.stderr


def test_a_wrong_bot_fails_with_what_was_read_and_called(installed: Path, project: Path):
    shutil.copy(PROJECT / "wrong_stories.py", project / "test_bot.py")
    told = run(installed, "-m", "pytest", "-q", "-p", "no:cacheprovider", folder=project)
    assert "1 failed" in told.stdout, told.stdout + told.stderr
    assert "Ada reads nothing with 'Good morning' within 2 seconds." in told.stdout
    assert "Small: 'gninrom dooG'" in told.stdout
    assert "@small_bot has called getMe" in told.stdout


def test_who_has_it_installed_for_other_reasons_is_not_disturbed(installed: Path, project: Path):
    (project / "test_bot.py").write_text(
        "import bot\n\ndef test_own():\n    assert bot.application\n"
    )
    told = run(installed, "-m", "pytest", "-q", folder=project)
    assert "1 passed" in told.stdout, told.stdout + told.stderr
    (project / "pytest.ini").write_text("[pytest]\nfilterwarnings = error\n")
    told = run(installed, "-m", "pytest", "-q", "-p", "no:asyncio", folder=project)
    assert "1 passed" in told.stdout, told.stdout + told.stderr


def test_at_pytests_start_nothing_is_imported_but_the_fixtures(installed: Path, project: Path):
    code = "import pytest, sys; before = set(sys.modules); import handover_telegram; "
    told = run(
        installed, "-P", "-c", code + "print(sorted(set(sys.modules) - before))", folder=project
    )
    assert told.stdout.strip() == "['handover_telegram']", told.stderr
