"""`handover service operator-key …`."""

from tests.cli.operating import Operator


def test_each_key_is_printed_once_and_is_another(operator: Operator):
    keys = [operator.does("operator-key", "new", "development") for _ in range(2)]
    assert all(key.startswith("hop_dev_") for key in keys)
    assert len(set(keys)) == 2
    assert operator.does("operator-key", "new", "production").startswith("hop_live_")


def test_a_list_tells_which_are_valid_and_never_a_key(operator: Operator):
    keys = [operator.does("operator-key", "new", "production") for _ in range(2)]
    (second, *_), (first, *_) = operator.rows("operator-key", "list", "production")
    ended = operator.does("operator-key", "end", "production", first)
    assert ended == f"Operator key {first} of production is ended."
    rows = operator.rows("operator-key", "list", "production")
    assert [(row[0], row[2]) for row in rows] == [(second, "valid"), (first, "ended")]
    assert rows[0][3] == ""
    assert rows[1][3].endswith(" UTC")
    for key in keys:
        assert key not in operator.does("operator-key", "list", "production")


def test_only_a_valid_key_of_the_environment_can_be_ended(operator: Operator):
    operator.does("operator-key", "new", "development")
    ((number, *_),) = operator.rows("operator-key", "list", "development")
    for environment, named in (("production", number), ("development", "99")):
        told = operator.cannot("operator-key", "end", environment, named, code=1)
        assert "operator-key list" in told
    operator.does("operator-key", "end", "development", number)
    assert "no valid" in operator.cannot("operator-key", "end", "development", number, code=1)


def test_without_keys_it_says_how_to_make_one(operator: Operator):
    assert "operator-key new production" in operator.does("operator-key", "list", "production")


def test_a_key_is_none_of_the_apis(operator: Operator):
    operator.does("operator-key", "new", "development")
    assert "key new development" in operator.cannot("key", "show", "development", code=1)
    assert "key new development" in operator.does("key", "list", "development")
