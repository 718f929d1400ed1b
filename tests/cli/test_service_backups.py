"""`handover service backup` and `restore`: what is not a backup for this place changes nothing."""

import shutil
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from zipfile import ZipFile

import pytest

from bot.base.backup.manifest import Manifest
from bot.base.database.file_lock import alone_on
from bot.store.schema import SCHEMA
from tests.cli.operating import Operator


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "backups"
    folder.mkdir()
    return folder


@pytest.fixture
def file(operator: Operator, folder: Path) -> Path:
    operator.does("key", "new", "development")
    operator.does("backup", str(folder / "one.zip"))
    return folder / "one.zip"


def changed(file: Path, **facts: object) -> None:
    """Let a backup say something else of itself."""
    with ZipFile(file) as packed:
        content = {name: packed.read(name) for name in packed.namelist()}
    manifest = Manifest.model_validate_json(content["manifest.json"]).model_copy(update=facts)
    content["manifest.json"] = manifest.model_dump_json().encode()
    with ZipFile(file, "w") as packed:
        for name, each in content.items():
            packed.writestr(name, each)


def is_text(file: Path) -> None:
    file.write_text("Dear diary\n")


def is_cut_off(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def has_a_flaw(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[len(content) // 3] ^= 0xFF
    file.write_bytes(content)


def is_another_zip(file: Path) -> None:
    with ZipFile(file, "w") as packed:
        packed.writestr("letter.txt", "Dear diary")


def is_gone(file: Path) -> None:
    file.unlink()


def is_of_the_bot(file: Path) -> None:
    changed(file, program=SCHEMA.program)


def is_of_a_server(file: Path) -> None:
    changed(file, backend="postgresql")


def is_of_another_business(file: Path) -> None:
    changed(file, belongs_to={"key_file": "0" * 32})


def is_newer(file: Path) -> None:
    changed(file, revision="9999")


def is_a_day_older_than_it_says(file: Path) -> None:
    changed(file, made_at=datetime(2026, 3, 1, tzinfo=UTC))


def is_a_device(file: Path) -> None:
    file.unlink()
    file.symlink_to("/dev/zero")


def says_endlessly_much(file: Path) -> None:
    _with(file, "manifest.json", lambda manifest: manifest[:-1] + b" " * 2**24 + b"}")


def says_that_it_is_small(file: Path) -> None:
    changed(file, size=2**10)


def names_its_tables_loosely(file: Path) -> None:
    changed(file, revision="head")


def has_other_rows(file: Path) -> None:
    _with(file, "database", _with_statement("DELETE FROM api_keys"))


def has_a_trigger(file: Path) -> None:
    trigger = "CREATE TRIGGER mine AFTER INSERT ON riders BEGIN DELETE FROM api_keys; END"
    _with(file, "database", _with_statement(trigger))
    with ZipFile(file) as packed:
        database = packed.read("database")
    changed(file, size=len(database), sha256=sha256(database).hexdigest())


def _with(file: Path, name: str, change: Callable[[bytes], bytes]) -> None:
    with ZipFile(file) as packed:
        content = {each: packed.read(each) for each in packed.namelist()}
    content[name] = change(content[name])
    with ZipFile(file, "w") as packed:
        for each, bytes_ in content.items():
            packed.writestr(each, bytes_)


def _with_statement(statement: str) -> Callable[[bytes], bytes]:
    def changed(database: bytes) -> bytes:
        with closing(sqlite3.connect(":memory:")) as connection:
            connection.deserialize(database)
            connection.execute(statement)
            connection.commit()
            return connection.serialize()

    return changed


FORGED: dict[Callable[[Path], None], tuple[int, str]] = {
    is_a_device: (1, "is not a backup that"),
    says_endlessly_much: (1, "is not a backup that"),
    says_that_it_is_small: (1, "is damaged"),
    names_its_tables_loosely: (2, "made by a later version"),
    has_other_rows: (1, "is damaged"),
    has_a_trigger: (1, "holds what no version of the fleet service makes"),
}

WRONG: dict[Callable[[Path], None], tuple[int, str]] = {
    is_text: (1, "is not a backup that"),
    is_cut_off: (1, "is only a part of a backup, or damaged"),
    has_a_flaw: (1, "is damaged"),
    is_another_zip: (1, "is not a backup that"),
    is_gone: (1, "No such file"),
    is_of_the_bot: (1, "a backup of the bot's database"),
    is_of_a_server: (1, "a backup of a PostgreSQL database"),
    is_of_another_business: (1, "with another key file"),
    is_newer: (2, "made by a later version of the fleet service"),
    is_a_day_older_than_it_says: (1, "was changed since it was made"),
    has_other_rows: (1, "is damaged"),
    says_that_it_is_small: (1, "was changed since it was made"),
}


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: wrong.__name__)
def test_a_wrong_file_is_one_sentence_and_nothing_is_changed(
    operator: Operator, file: Path, wrong: Callable[[Path], None]
):
    wrong(file)
    database = operator.folder / "fleet.db"
    before, beside = database.read_bytes(), sorted(operator.folder.glob("fleet.*"))
    code, words = WRONG[wrong]
    assert words in operator.cannot("restore", str(file), code=code)
    assert database.read_bytes() == before
    new = set(operator.folder.glob("fleet.*")) - set(beside)
    assert {path.name for path in new} <= {"fleet.db.lock"}


@pytest.mark.parametrize("forge", FORGED, ids=lambda forge: forge.__name__)
def test_a_forged_file_is_refused_although_it_may_be_somebody_elses(
    operator: Operator, file: Path, forge: Callable[[Path], None]
):
    forge(file)
    database = (operator.folder / "fleet.db").read_bytes()
    code, words = FORGED[forge]
    assert words in operator.cannot("restore", str(file), "--even-if-others", code=code)
    assert (operator.folder / "fleet.db").read_bytes() == database


def test_what_was_backed_up_is_there_again_and_the_former_database_beside_it(
    operator: Operator, folder: Path
):
    operator.creates()
    assert "fleet.key" in operator.does("backup", str(folder))
    operator.creates()
    (file,) = folder.iterdir()
    said = operator.does("restore", str(file))
    assert [row[0] for row in operator.rows("delivery", "list", "development")] == ["1001"]
    (aside,) = operator.folder.glob("fleet.db.before-*")
    assert str(aside) in said
    with closing(sqlite3.connect(aside)) as former:
        assert former.execute("SELECT count(*) FROM deliveries").fetchone() == (2,)


def test_what_is_made_is_for_its_owner_alone(operator: Operator, file: Path):
    operator.does("restore", str(file))
    (aside,) = operator.folder.glob("fleet.db.before-*")
    for each in (file, operator.folder / "fleet.db", aside):
        assert stat.S_IMODE(each.stat().st_mode) == 0o600


def test_the_key_is_not_in_it(operator: Operator, file: Path):
    key = (operator.folder / "fleet.key").read_bytes()
    with ZipFile(file) as packed:
        assert all(key not in packed.read(name) for name in packed.namelist())


def test_it_is_put_back_on_a_new_machine_and_by_somebody_else_only_if_told_so(
    operator: Operator, file: Path
):
    (operator.folder / "fleet.db").unlink()
    operator.does("restore", str(file))
    (operator.folder / "fleet.key").unlink()
    assert "fleet.key cannot be used" in operator.cannot("restore", str(file), code=2)
    operator.does("restore", str(file), "--even-if-others")
    operator.does("key", "rotate", "development", "--new-key-file")


def test_while_the_service_runs_nothing_is_put_back(operator: Operator, file: Path):
    with alone_on(f"sqlite+aiosqlite:///{operator.folder}/fleet.db"):
        assert "fleet.db; stop it first" in operator.cannot("restore", str(file), code=2)
    assert list(operator.folder.glob("fleet.db.before-*")) == []


def test_a_broken_database_is_no_backup_and_can_be_replaced_by_one(
    operator: Operator, file: Path, folder: Path
):
    database = operator.folder / "fleet.db"
    content = database.read_bytes()
    database.write_bytes(content[: len(content) // 2])
    operator.cannot("backup", str(folder / "two.zip"), code=1)
    assert list(folder.iterdir()) == [file]
    operator.does("restore", str(file))
    assert operator.does("key", "show", "development")


def test_a_folder_that_is_not_there_is_made_for_its_owner_alone(operator: Operator, folder: Path):
    operator.does("key", "new", "development")
    operator.does("backup", str(folder / "nightly"), "--keep", "2")
    assert (folder / "nightly").stat().st_mode & 0o777 == 0o700
    (file,) = (folder / "nightly").iterdir()
    assert file.suffix == ".zip"
    assert f"There is no folder {folder}/no" in operator.cannot(
        "backup", str(folder / "no" / "nightly"), code=1
    )


def test_only_the_oldest_backups_of_the_same_database_are_removed(operator: Operator, folder: Path):
    operator.does("key", "new", "development")
    operator.does("backup", str(folder / "one.zip"))
    others = [folder / f"handover-service-2020010{n}-000000.zip" for n in range(1, 4)]
    for other in others:
        shutil.copy(folder / "one.zip", other)
    changed(others[0], belongs_to={"key_file": "0" * 32})
    others[1].write_text("no backup")
    operator.does("backup", str(folder), "--keep", "1")
    assert not others[2].exists()
    assert others[0].exists()
    assert others[1].exists()
    assert len(set(folder.glob("handover-*")) - set(others)) == 1
    assert "--keep goes with a folder" in operator.cannot(
        "backup", str(folder / "one.zip"), "--keep", "1", code=2
    )


def test_what_is_no_backup_is_not_written_over(operator: Operator, folder: Path):
    operator.does("key", "new", "development")
    letter = folder / "letter"
    letter.write_text("Dear diary")
    assert "is left as it is" in operator.cannot("backup", str(letter), code=1)
    assert letter.read_text() == "Dear diary"
    assert "There is no folder" in operator.cannot("backup", str(folder / "no" / "x"), code=1)


def test_before_the_first_start_there_is_nothing_to_back_up(operator: Operator, folder: Path):
    assert "fleet.key cannot be used" in operator.cannot("backup", str(folder), code=2)
    operator.does("key", "new", "development")
    (operator.folder / "fleet.db").unlink()
    assert "There is no" in operator.cannot("backup", str(folder), code=1)
    assert not (operator.folder / "fleet.db").exists()
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    "terminal",
    [
        {"TTY_COMPATIBLE": "1", "COLUMNS": "100"},
        {"TTY_COMPATIBLE": "1", "COLUMNS": "24"},
        {"TTY_COMPATIBLE": "1", "NO_COLOR": "1"},
        {"TTY_COMPATIBLE": "1", "TERM": "dumb"},
        {},
    ],
    ids=["wide", "narrow", "no colour", "dumb", "none"],
)
def test_how_far_it_is_is_shown_only_at_a_terminal_that_can(
    operator: Operator, folder: Path, terminal: dict[str, str]
):
    operator.does("key", "new", "development")
    result = operator.command("backup", str(folder), **terminal)
    assert result.exit_code == 0
    can = "TTY_COMPATIBLE" in terminal and terminal.get("TERM") != "dumb"
    assert ("Packing" in result.stderr) == can
    assert "Packing" not in result.stdout
    if "NO_COLOR" in terminal:
        assert "\x1b[3" not in result.stderr
