"""`handover service key …`."""

from tests.cli.operating import Operator


def test_the_first_key_is_printed_and_shown_again(operator: Operator):
    key = operator.does("key", "new", "development")
    assert key.startswith("hk_dev_")
    assert operator.does("key", "show", "development") == key
    assert operator.does("key", "new", "production").startswith("hk_live_")


def test_where_there_is_a_key_a_first_one_is_refused(operator: Operator):
    key = operator.does("key", "new", "development")
    assert "key rotate development" in operator.cannot("key", "new", "development", code=1)
    assert operator.does("key", "show", "development") == key


def test_a_rotation_keeps_the_former_key_for_a_day_or_ends_it_at_once(operator: Operator):
    operator.does("key", "new", "development")
    operator.does("key", "rotate", "development")
    key = operator.does("key", "rotate", "development", "--former-valid-for", "0")
    assert operator.does("key", "show", "development") == key
    states = [row[2] for row in operator.rows("key", "list", "development")]
    assert states == ["current", "ended", "ended"]


def test_a_list_tells_until_when_and_never_the_key(operator: Operator):
    former = operator.does("key", "new", "development")
    key = operator.does("key", "rotate", "development")
    listed = operator.does("key", "list", "development")
    assert [line.split("\t")[2] for line in listed.split("\n")] == ["state", "current", "former"]
    assert listed.endswith(" UTC")
    for secret in (former, key):
        assert secret not in listed


def test_a_key_is_ended_by_its_number(operator: Operator):
    operator.does("key", "new", "development")
    ((number, *_),) = operator.rows("key", "list", "development")
    operator.does("key", "end", "development", number)
    for command in (("end", "development", number), ("end", "production", number)):
        assert "key list" in operator.cannot("key", *command, code=1)
    assert "key new development" in operator.cannot("key", "show", "development", code=1)


def test_without_keys_it_says_how_to_make_one(operator: Operator):
    assert "key new production" in operator.does("key", "list", "production")
    assert "key new production" in operator.cannot("key", "show", "production", code=1)


def test_with_another_key_file_it_says_what_to_do(operator: Operator):
    operator.does("key", "new", "development")
    (operator.folder / "fleet.key").write_bytes(bytes(32))
    for command in (("key", "show"), ("key", "rotate"), ("key", "list")):
        sentence = operator.cannot(*command, "development", code=2)
        assert "`key_file`" in sentence
        assert "--new-key-file" in sentence
    key = operator.does("key", "rotate", "development", "--new-key-file")
    assert operator.does("key", "show", "development") == key


def test_no_key_file_is_made_beside_a_database_that_has_one(operator: Operator):
    operator.does("key", "new", "development")
    file = operator.folder / "fleet.key"
    kept = file.rename(operator.folder / "elsewhere.key")
    assert str(file) in operator.cannot("key", "show", "development", code=2)
    assert not file.exists()
    kept.rename(file)
    operator.does("key", "show", "development")
    file.unlink()
    key = operator.does("key", "rotate", "development", "--new-key-file")
    assert operator.does("key", "show", "development") == key


def test_no_database_is_made_beside_a_key_file_that_had_one(operator: Operator):
    operator.does("key", "new", "development")
    for file in operator.folder.glob("fleet.db*"):
        file.unlink()
    for command in (("key", "list", "development"), ("key", "rotate", "development")):
        sentence = operator.cannot(*command, code=2)
        assert "put that one back where store.url says" in sentence
        assert "move the key file away" in sentence
    rotate = ("key", "rotate", "development", "--new-key-file")
    assert "no database that could go on" in operator.cannot(*rotate, code=2)
    (operator.folder / "fleet.db").touch()
    assert "put that one back" in operator.cannot("key", "list", "development", code=2)
    (operator.folder / "fleet.key").rename(operator.folder / "former.key")
    assert operator.does("key", "new", "development").startswith("hk_dev_")


def test_a_first_start_that_fails_leaves_no_key_file_to_be_taken_for_an_old_one(
    operator: Operator,
):
    own = operator.config.read_text()
    operator.config.write_text(own.replace("/fleet.db", "/nowhere/fleet.db"))
    assert "does not open" in operator.cannot("key", "new", "development", code=2)
    assert not (operator.folder / "fleet.key").exists()
    operator.config.write_text(own)
    operator.does("key", "new", "development")
