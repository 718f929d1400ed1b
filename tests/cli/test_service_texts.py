"""`handover service text list`: what became of texts, never what they tell."""

from tests.cli.operating import Operator


def test_texts_are_listed_without_what_they_tell(operator: Operator):
    operator.creates()
    operator.creates()
    listed = operator.rows("text", "list", "development")
    assert [(order, about, state, tries) for _, order, about, state, tries, *_ in listed] == [
        ("1002", "drop-off", "waiting", "0"),
        ("1002", "pickup", "waiting", "0"),
        ("1001", "drop-off", "waiting", "0"),
        ("1001", "pickup", "waiting", "0"),
    ]
    assert "code" not in operator.does("text", "list", "development")
    of_one = operator.rows("text", "list", "development", "--delivery", "1001")
    assert {order for _, order, *_ in of_one} == {"1001"}
    assert len(operator.rows("text", "list", "development", "--limit", "1")) == 1


def test_what_is_called_off_is_told_no_more(operator: Operator):
    operator.creates()
    operator.does("delivery", "decline", "development", "1001", "--note", "Too far")
    listed = operator.rows("text", "list", "development")
    assert [state for _, _, _, state, *_ in listed] == ["dropped", "dropped"]
    said = operator.does("text", "list", "development", "--failed")
    assert said == "There are no such texts."


def test_a_delivery_that_is_not_there_is_named(operator: Operator):
    said = operator.cannot("text", "list", "development", "--delivery", "7", code=1)
    assert said == "There is no delivery 7 in development."
