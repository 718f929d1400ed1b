"""Who may do what, cell by cell. Whoever changes the policy changes this table too."""

import pytest

from bot.actions.access import POLICY, Action, Relation, may, may_ask, roles_for
from bot.chat.registry import BUTTONS, COMMANDS
from bot.domain.known_delivery import DeliveryRow
from bot.domain.person import Person, Role
from bot.fleet import State

# "own" is: theirs to ride and not over yet; "brought": theirs, and delivered. For customers: one
# that they follow, in any state ("followed"), while it is not over ("waiting"), and once it is
# delivered ("served").
TABLE = """
action             stranger  owner  dispatcher  rider  customer
greet              yes       yes    yes         yes    yes
help               yes       yes    yes         yes    yes
cancel_dialog      yes       yes    yes         yes    yes
stop               yes       yes    yes         yes    yes
share_contact      yes       yes    yes         yes    yes
talk               yes       yes    yes         yes    yes
see_me             yes       yes    yes         yes    yes
choose_language    yes       yes    yes         yes    yes
mute               yes       yes    yes         yes    yes
choose_news        yes       yes    yes         yes    yes
fold_away          -         yes    yes         yes    -
choose_lists       -         yes    yes         -      -
answer             -         yes    yes         yes    -
write              -         yes    yes         yes    yes
forget             yes       yes    yes         yes    yes
see_in_full        -         yes    yes         yes    yes
list_jobs          -         -      -           yes    -
accept             -         -      -           own    -
confirm_pickup     -         -      -           own    -
confirm_dropoff    -         -      -           own    -
undo               -         -      -           own    -
decline_job        -         -      -           own    -
report_problem     -         -      -           own    -
navigate           -         -      -           own    -
see_own_history    -         -      -           yes    -
set_duty           -         -      -           yes    -
share_location     -         -      -           yes    -
message_customer   -         -      -           own    -
take_parcel        -         -      -           own    -
find_each_other    -         -      -           yes    -
show_handover      -         -      -           yes    -
say_late           -         -      -           own    -
say_at_door        -         -      -           own    -
sign_up            -         -      -           yes    -
say_taker          -         -      -           yes    -
collect_cash       -         yes    yes         brought -
confirm_hand_in    -         -      -           yes    -
deny_tip           -         -      -           yes    -
read_broadcast     -         -      -           yes    -
see_cash           -         yes    yes         yes    -
write_to_person    -         yes    yes         -      -
see_board          -         yes    yes         -      -
list_deliveries    -         yes    yes         -      -
find               -         yes    yes         -      -
see_delivery       -         yes    yes         -      -
see_order_picture  -         yes    yes         own    -
create_delivery    -         yes    yes         -      -
edit_delivery      -         yes    yes         -      -
use_address        -         yes    yes         own    -
cancel_delivery    -         yes    yes         -      -
set_status         -         yes    yes         -      -
assign             -         yes    yes         -      -
move_work          -         yes    yes         -      -
end_handover       -         yes    yes         -      -
link_customer      -         yes    yes         -      -
unlock_codes       -         yes    yes         -      -
see_riders         -         yes    yes         -      -
switch_rider       -         yes    yes         -      -
invite_by_email    -         yes    yes         -      -
see_booking        -         yes    yes         -      -
see_report         -         yes    yes         -      -
receive_cash       -         yes    yes         -      -
write_to_all       -         yes    yes         -      -
see_health         -         yes    yes         -      -
see_team           -         yes    yes         -      -
invite_rider       -         yes    yes         -      -
invite_dispatcher  -         yes    -           -      -
remove_rider_link  -         yes    yes         -      -
remove_dispatcher  -         yes    -           -      -
bind_group         -         yes    -           -      -
bind_shop          -         yes    yes         -      -
ask_shop           -         yes    yes         -      -
ask_photo          -         yes    yes         -      -
write_to_shop      -         yes    yes         -      -
say_ready          waiting   waiting waiting    waiting waiting
take_back          waiting   waiting waiting    waiting waiting
track              -         -      -           -      yes
see_where          -         -      -           -      followed
leave_note         -         -      -           -      waiting
send_place         -         -      -           -      waiting
message_rider      -         -      -           -      waiting
rate               -         -      -           -      served
tip                -         -      -           -      served
confirm_receipt    -         -      -           -      waiting
"""

HEAD, *ROWS = (line.split() for line in TABLE.strip().splitlines())
CELLS = [(row[0], who, cell) for row in ROWS for who, cell in zip(HEAD[1:], row[1:], strict=True)]

MINE, SOMEBODYS = "rider-1", "rider-2"


def person(*roles: str, rider: str | None = MINE) -> Person:
    held = frozenset(Role(role) for role in roles if role != "stranger")
    return Person(7, "Ada", "en", roles=held, rider=rider if Role.RIDER in held else None)


def delivery(
    *, rider: str | None, is_open: bool = True, state: State = State.ACCEPTED
) -> DeliveryRow:
    return DeliveryRow("d", "0042", state, state.rank, is_open, rider, None, "{}")


OPEN = delivery(rider=MINE)
CANCELLED = delivery(rider=MINE, is_open=False, state=State.CANCELLED)
DELIVERED = delivery(rider=MINE, is_open=False, state=State.DELIVERED)
BROUGHT_BY_ANOTHER = delivery(rider=SOMEBODYS, is_open=False, state=State.DELIVERED)
SOMEBODY_ELSES = delivery(rider=SOMEBODYS)
NOBODYS = delivery(rider=None)

ALWAYS = {"yes"}
# What a person may have to do with a delivery, and the cells that allow it then.
RELATIONS = [
    (None, False, ALWAYS),
    (OPEN, False, ALWAYS | {"own"}),
    (OPEN, True, ALWAYS | {"own", "followed", "waiting"}),
    (CANCELLED, False, ALWAYS),
    (CANCELLED, True, ALWAYS | {"followed"}),
    (DELIVERED, False, ALWAYS | {"brought"}),
    (DELIVERED, True, ALWAYS | {"brought", "followed", "served"}),
    (BROUGHT_BY_ANOTHER, False, ALWAYS),
    (SOMEBODY_ELSES, False, ALWAYS),
    (SOMEBODY_ELSES, True, ALWAYS | {"followed", "waiting"}),
    (NOBODYS, False, ALWAYS),
    (NOBODYS, True, ALWAYS | {"followed", "waiting"}),
]


def test_the_table_names_every_action_and_every_role():
    assert [row[0] for row in ROWS] == [action.value for action in Action]
    assert set(HEAD[2:]) == {role.value for role in Role}


@pytest.mark.parametrize(("action", "who", "cell"), CELLS)
def test_every_cell_holds_for_every_relation(action: str, who: str, cell: str):
    for about, follows, allowing in RELATIONS:
        allowed = may(person(who), Action(action), about, follows=follows)
        assert allowed is (cell in allowing), (about, follows)


@pytest.mark.parametrize(("action", "who", "cell"), CELLS)
def test_what_is_never_allowed_need_not_be_asked_for(action: str, who: str, cell: str):
    assert may_ask(person(who), Action(action)) is (cell != "-")


def test_several_roles_allow_what_each_allows():
    ada = person("dispatcher", "rider")
    assert may(ada, Action.ASSIGN, SOMEBODY_ELSES)
    assert may(ada, Action.ACCEPT, OPEN)
    assert not may(ada, Action.ACCEPT, SOMEBODY_ELSES)
    assert not may(ada, Action.INVITE_DISPATCHER)


def test_a_rider_who_is_nobody_at_the_fleet_service_owns_no_delivery_of_nobody():
    nobody = person("rider", rider=None)
    assert not may(nobody, Action.ACCEPT, NOBODYS)


def test_who_is_not_said_to_follow_a_delivery_does_not():
    assert not may(person("customer"), Action.SEE_WHERE, OPEN)


def test_whom_an_action_is_for_are_its_roles_and_for_everybody_none():
    assert roles_for(Action.FIND) == {Role.OWNER, Role.DISPATCHER}
    assert roles_for(Action.SEE_ORDER_PICTURE) == {Role.OWNER, Role.DISPATCHER, Role.RIDER}
    assert roles_for(Action.HELP) == frozenset()


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
            if relation is not Relation.ANY:
                who = role.value if isinstance(role, Role) else "stranger"
                assert not may(person(who), action, follows=True)
