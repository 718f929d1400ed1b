"""News besides changes: who hears each kind, how loud, and that the table has no half rows."""

import ast
from pathlib import Path

import pytest

import bot.actions
from bot.actions.happenings import PICKED_UP
from bot.actions.news import NEWS, Hears, News
from bot.actions.notice_kinds import Urgency
from bot.actions.recipients.muted_kinds import KINDS

ROOT = Path(bot.actions.__file__).parent

# name: who hears it, how urgent, whether it rings, whether people can do without it
TABLE = {
    "late": (Hears.FOLLOWERS, Urgency.DOOR, True, True),
    "late_for_shop": (Hears.SHOP_GROUP, Urgency.DOOR, True, False),
    "near": (Hears.RECEIVERS, Urgency.DOOR, True, True),
    "at_door": (Hears.RECEIVERS, Urgency.DOOR, True, False),
    "handed_over": (Hears.FOLLOWERS, Urgency.NEWS, True, True),
    "out_of_reach": (Hears.STAFF, Urgency.ALARM, True, False),
    "address_used": (Hears.STAFF_IN_PRIVATE, Urgency.ALARM, True, False),
    "problem": (Hears.STAFF, Urgency.ALARM, True, False),
    "problem_at_pickup": (Hears.SENDERS, Urgency.DOOR, True, False),
    "problem_at_door": (Hears.RECEIVERS, Urgency.DOOR, True, False),
    "shop_trouble": (Hears.STAFF, Urgency.ALARM, True, False),
    "codes_stopped": (Hears.STAFF, Urgency.ALARM, True, False),
    "code_held_up": (Hears.STAFF, Urgency.ALARM, True, False),
    "complaint": (Hears.STAFF_IN_PRIVATE, Urgency.ALARM, True, False),
    "outcome": (Hears.RECEIVERS, Urgency.DOOR, True, False),
    "outcome_for_shop": (Hears.SHOP, Urgency.DOOR, True, False),
    "outcome_for_staff": (Hears.STAFF, Urgency.ALARM, True, False),
    "photo": (Hears.FOLLOWERS, Urgency.NEWS, False, False),
    "photo_for_staff": (Hears.STAFF_IN_PRIVATE, Urgency.NEWS, False, False),
    "photo_wanted": (Hears.RIDER, Urgency.ANSWER, False, False),
    "shop_words": (Hears.SHOP, Urgency.DOOR, True, False),
    "job_edited": (Hears.RIDER, Urgency.DOOR, True, False),
    "note": (Hears.RIDER, Urgency.DOOR, True, False),
    "place": (Hears.RIDER, Urgency.DOOR, True, False),
    "ready_later": (Hears.RIDER, Urgency.DOOR, True, False),
    "cash_written": (Hears.RIDER, Urgency.NEWS, False, False),
    "tip": (Hears.RIDER, Urgency.NEWS, False, False),
}

# Who asks who follows a delivery, and is not about to tell them something.
LOOKS_UP = {
    "actions/customer/subscriptions.py": "what somebody follows",
    "actions/rider/usual_span.py": "whose card counts the stops",
    "actions/tracking/parties.py": "who follows it no more",
}


def test_each_kind_is_heard_as_it_stands_here():
    found = {
        each.name: (
            each.hears,
            each.urgency,
            not each.quiet,
            (each.muted_as or each.muted_with) is not None,
        )
        for each in NEWS
    }
    assert found == TABLE


def test_what_can_be_muted_stands_in_the_choice():
    chosen = {f"c-{(each.muted_with or each).name}" for each in NEWS if TABLE[each.name][3]}
    assert chosen <= KINDS.keys()


@pytest.mark.parametrize(
    "half",
    [
        {"hears": Hears.STAFF, "muted_as": "Alarms"},
        {"hears": Hears.RECEIVERS, "muted_as": "Photos", "quiet": True},
        {"hears": Hears.RIDER, "muted_with": PICKED_UP},
        {"hears": Hears.RECEIVERS, "of_the_job": True},
        {"hears": Hears.RECEIVERS, "muted_as": "A name too long", "name": "rider_on_strike"},
    ],
)
def test_a_kind_cannot_be_made_by_halves(half: dict[str, object]):
    with pytest.raises(ValueError, match=r"muted|a job|letters"):
        News(**{"name": "new", "urgency": Urgency.NEWS, **half})  # type: ignore[arg-type]


def test_only_the_recipients_know_who_follows_a_delivery():
    asking = {
        str(path.relative_to(ROOT.parent))
        for path in ROOT.rglob("*.py")
        if "recipients" not in path.parts
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "subscriptions.of_delivery"
    }
    assert asking == LOOKS_UP.keys()
