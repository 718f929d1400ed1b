"""Who may do what, cell by cell. Whoever changes the policy changes this table too."""

import pytest

from bot.actions.access import POLICY, Action, Relation, may, may_ask
from bot.chat.registry import BUTTONS, COMMANDS
from bot.store.deliveries import DeliveryRow
from bot.store.people import Person, Role

# "own" is: a delivery that is theirs and not over yet.
TABLE = """
action             stranger  owner  dispatcher  rider  customer
greet              yes       yes    yes         yes    yes
help               yes       yes    yes         yes    yes
cancel_dialog      yes       yes    yes         yes    yes
stop               yes       yes    yes         yes    yes
share_contact      yes       yes    yes         yes    yes
talk               yes       yes    yes         yes    yes
list_jobs          -         -      -           yes    -
accept             -         -      -           own    -
confirm_pickup     -         -      -           own    -
confirm_dropoff    -         -      -           own    -
list_deliveries    -         yes    yes         -      -
find               -         yes    yes         -      -
see_delivery       -         yes    yes         -      -
assign             -         yes    yes         -      -
link_customer      -         yes    yes         -      -
unlock_codes       -         yes    yes         -      -
see_team           -         yes    yes         -      -
invite_rider       -         yes    yes         -      -
invite_dispatcher  -         yes    -           -      -
track              -         -      -           -      yes
"""

HEAD, *ROWS = (line.split() for line in TABLE.strip().splitlines())
CELLS = [(row[0], who, cell) for row in ROWS for who, cell in zip(HEAD[1:], row[1:], strict=True)]

MINE, SOMEBODYS = "rider-1", "rider-2"


def person(*roles: str, rider: str | None = MINE) -> Person:
    held = frozenset(Role(role) for role in roles if role != "stranger")
    return Person(7, "Ada", "en", roles=held, rider=rider if Role.RIDER in held else None)


def delivery(*, rider: str | None, is_open: bool) -> DeliveryRow:
    return DeliveryRow("d", "0042", "accepted", 2, is_open, rider, None, "{}")


# What a person may have to do with a delivery, and whether that is "own".
RELATIONS = [
    (None, False),
    (delivery(rider=MINE, is_open=True), True),
    (delivery(rider=MINE, is_open=False), False),
    (delivery(rider=SOMEBODYS, is_open=True), False),
    (delivery(rider=None, is_open=True), False),
]


def test_the_table_names_every_action_and_every_role():
    assert [row[0] for row in ROWS] == [action.value for action in Action]
    assert set(HEAD[2:]) == {role.value for role in Role}


@pytest.mark.parametrize(("action", "who", "cell"), CELLS)
def test_every_cell_holds_for_every_relation(action: str, who: str, cell: str):
    for about, is_own in RELATIONS:
        expected = {"yes": True, "own": is_own, "-": False}[cell]
        assert may(person(who), Action(action), about) is expected, about


@pytest.mark.parametrize(("action", "who", "cell"), CELLS)
def test_what_is_never_allowed_need_not_be_asked_for(action: str, who: str, cell: str):
    assert may_ask(person(who), Action(action)) is (cell != "-")


def test_several_roles_allow_what_each_allows():
    ada = person("dispatcher", "rider")
    assert may(ada, Action.ASSIGN, delivery(rider=SOMEBODYS, is_open=True))
    assert may(ada, Action.ACCEPT, delivery(rider=MINE, is_open=True))
    assert not may(ada, Action.ACCEPT, delivery(rider=SOMEBODYS, is_open=True))
    assert not may(ada, Action.INVITE_DISPATCHER)


def test_a_rider_who_is_nobody_at_the_fleet_service_owns_no_delivery_of_nobody():
    nobody = person("rider", rider=None)
    assert not may(nobody, Action.ACCEPT, delivery(rider=None, is_open=True))


def test_every_action_has_a_policy():
    assert set(POLICY) == set(Action)


@pytest.mark.parametrize("handled", [*COMMANDS, *BUTTONS], ids=lambda handled: str(handled.action))
def test_everything_that_can_be_typed_or_pressed_has_a_policy(handled):
    assert handled.action in POLICY


def test_no_command_and_no_button_is_listed_twice():
    names = [command.name for command in COMMANDS]
    verbs = [button.verb for button in BUTTONS]
    assert len(set(names)) == len(names)
    assert len(set(verbs)) == len(verbs)


def test_what_depends_on_a_delivery_is_denied_without_one():
    for action, grants in POLICY.items():
        for role, relation in grants.items():
            if relation is Relation.OWN_OPEN:
                assert not may(person(role.value), action)
