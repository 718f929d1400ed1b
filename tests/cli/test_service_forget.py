"""`handover service forget`: a person who asks for it is wiped."""

from tests.cli.operating import Operator

QUESTION = (
    "Deliveries with 0803 111 2222 that are over in development: 1."
    " Wipe their people for good? [y/N]"
)
KEPT = "and keeps its people until it is over: cancel or finish it, then do this again."


def test_what_is_over_is_wiped_and_what_is_open_is_named(operator: Operator):
    operator.creates()
    operator.creates()
    operator.does("delivery", "decline", "development", "1001", "--note", "Too far")
    said = operator.does("forget", "development", "0803 111 2222", "--yes").splitlines()
    assert said == [
        "1 wiped in development.",
        f"Delivery 1002 is Pending {KEPT}",
    ]
    assert operator.fields("delivery", "show", "development", "1001")["sender"] == ""
    assert "Ada Stores" in operator.fields("delivery", "show", "development", "1002")["sender"]


def test_nobody_is_wiped_without_a_yes(operator: Operator):
    operator.creates()
    operator.does("delivery", "decline", "development", "1001", "--note", "Too far")
    phone = ("forget", "development", "0803 111 2222")
    for answer in ("n\n", "\n", ""):
        asked = operator.command(*phone, answer=answer)
        assert asked.exit_code == 1
        assert QUESTION in asked.stderr
        assert "Nothing was wiped" in asked.stderr
    assert "Ada Stores" in operator.fields("delivery", "show", "development", "1001")["sender"]
    assert operator.command(*phone, answer="y\n").stdout.endswith("1 wiped in development.\n")
    assert operator.fields("delivery", "show", "development", "1001")["sender"] == ""


def test_a_rider_who_has_the_number_is_named(operator: Operator):
    operator.does(
        *("rider", "add", "development", "--name", "Musa", "--phone-code", "234"),
        *("--phone", "08020000001", "--email", "musa@example.com"),
    )
    said = operator.does("forget", "development", "+2348020000001")
    assert said.startswith("0 wiped in development.\nRider 1 has this number")


def test_what_is_no_number_is_refused(operator: Operator):
    for words in ("musa", "12", "+2"):
        assert "not a phone number" in operator.cannot("forget", "development", words, code=2)
