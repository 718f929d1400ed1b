"""Access: a table of action, role and relation; anything that it does not name is denied.

The fleet service knows only the account's key, so every check of a person is made here: when a
button is pressed or a command typed, and again when the work is done.
"""

from collections.abc import Mapping
from enum import Enum, StrEnum

from bot.domain.known_delivery import DeliveryRow
from bot.domain.person import Person, Role
from bot.fleet import State


class Action(StrEnum):
    GREET = "greet"
    HELP = "help"
    CANCEL_DIALOG = "cancel_dialog"
    STOP = "stop"
    SHARE_CONTACT = "share_contact"
    TALK = "talk"
    SEE_ME = "see_me"
    CHOOSE_LANGUAGE = "choose_language"
    MUTE = "mute"
    CHOOSE_NEWS = "choose_news"
    FOLD_AWAY = "fold_away"
    CHOOSE_LISTS = "choose_lists"
    ANSWER = "answer"
    WRITE = "write"
    FORGET = "forget"
    SEE_IN_FULL = "see_in_full"

    LIST_JOBS = "list_jobs"
    ACCEPT = "accept"
    CONFIRM_PICKUP = "confirm_pickup"
    CONFIRM_DROPOFF = "confirm_dropoff"
    UNDO = "undo"
    DECLINE_JOB = "decline_job"
    REPORT_PROBLEM = "report_problem"
    NAVIGATE = "navigate"
    SEE_OWN_HISTORY = "see_own_history"
    SET_DUTY = "set_duty"
    SHARE_LOCATION = "share_location"
    MESSAGE_CUSTOMER = "message_customer"
    TAKE_PARCEL = "take_parcel"
    FIND_EACH_OTHER = "find_each_other"
    SHOW_HANDOVER = "show_handover"
    SAY_LATE = "say_late"
    SAY_AT_DOOR = "say_at_door"
    SIGN_UP = "sign_up"
    SAY_TAKER = "say_taker"
    COLLECT_CASH = "collect_cash"
    CONFIRM_HAND_IN = "confirm_hand_in"
    DENY_TIP = "deny_tip"
    READ_BROADCAST = "read_broadcast"

    SEE_CASH = "see_cash"
    WRITE_TO_PERSON = "write_to_person"

    SEE_BOARD = "see_board"
    LIST_DELIVERIES = "list_deliveries"
    FIND = "find"
    SEE_DELIVERY = "see_delivery"
    SEE_ORDER_PICTURE = "see_order_picture"
    CREATE_DELIVERY = "create_delivery"
    EDIT_DELIVERY = "edit_delivery"
    USE_ADDRESS = "use_address"
    CANCEL_DELIVERY = "cancel_delivery"
    SET_STATUS = "set_status"
    ASSIGN = "assign"
    MOVE_WORK = "move_work"
    END_HANDOVER = "end_handover"
    LINK_CUSTOMER = "link_customer"
    UNLOCK_CODES = "unlock_codes"
    SEE_RIDERS = "see_riders"
    SWITCH_RIDER = "switch_rider"
    INVITE_BY_EMAIL = "invite_by_email"
    SEE_BOOKING = "see_booking"
    SEE_REPORT = "see_report"
    RECEIVE_CASH = "receive_cash"
    WRITE_TO_ALL = "write_to_all"
    SEE_HEALTH = "see_health"
    SEE_TEAM = "see_team"
    INVITE_RIDER = "invite_rider"
    INVITE_DISPATCHER = "invite_dispatcher"
    REMOVE_RIDER_LINK = "remove_rider_link"
    REMOVE_DISPATCHER = "remove_dispatcher"
    BIND_GROUP = "bind_group"
    BIND_SHOP = "bind_shop"
    ASK_SHOP = "ask_shop"
    ASK_PHOTO = "ask_photo"
    WRITE_TO_SHOP = "write_to_shop"
    SAY_READY = "say_ready"
    TAKE_BACK = "take_back"

    TRACK = "track"
    SEE_WHERE = "see_where"
    LEAVE_NOTE = "leave_note"
    SEND_PLACE = "send_place"
    MESSAGE_RIDER = "message_rider"
    RATE = "rate"
    TIP = "tip"
    CONFIRM_RECEIPT = "confirm_receipt"


class Relation(Enum):
    """The relation that a person must have to the delivery in question."""

    ANY = "any"
    OWN_OPEN = "theirs to ride, and not over yet"
    OWN_DELIVERED = "theirs, and delivered"
    FOLLOWED = "one that they follow"
    FOLLOWED_OPEN = "one that they follow, and not over yet"
    FOLLOWED_OVER = "one that they follow, and delivered"
    THEIR_SHOPS = "of the shop in whose group they are, or that they follow as; not over yet"


class Anyone(Enum):
    """The table's entry for everybody, known or not."""

    ANYONE = "anyone"


Grants = Mapping[Role | Anyone, Relation]

_ANYONE: Grants = {Anyone.ANYONE: Relation.ANY}
_OWNER: Grants = {Role.OWNER: Relation.ANY}
_STAFF: Grants = {Role.OWNER: Relation.ANY, Role.DISPATCHER: Relation.ANY}
_RIDER: Grants = {Role.RIDER: Relation.ANY}
_HERE: Grants = {**_STAFF, **_RIDER}
_HERE_OR_SERVED: Grants = {**_HERE, Role.CUSTOMER: Relation.ANY}
_ITS_RIDER: Grants = {Role.RIDER: Relation.OWN_OPEN}
_WHO_BROUGHT_IT: Grants = {Role.RIDER: Relation.OWN_DELIVERED}
_CUSTOMER: Grants = {Role.CUSTOMER: Relation.ANY}
_ITS_CUSTOMER: Grants = {Role.CUSTOMER: Relation.FOLLOWED}
_ITS_WAITING_CUSTOMER: Grants = {Role.CUSTOMER: Relation.FOLLOWED_OPEN}
# A shop is a place: everybody in its group speaks for it, known here or not.
_ITS_SHOP: Grants = {Anyone.ANYONE: Relation.THEIR_SHOPS}
_ITS_SERVED_CUSTOMER: Grants = {Role.CUSTOMER: Relation.FOLLOWED_OVER}

POLICY: Mapping[Action, Grants] = {
    Action.GREET: _ANYONE,
    Action.HELP: _ANYONE,
    Action.CANCEL_DIALOG: _ANYONE,
    Action.STOP: _ANYONE,
    Action.SHARE_CONTACT: _ANYONE,
    Action.TALK: _ANYONE,
    Action.SEE_ME: _ANYONE,
    Action.CHOOSE_LANGUAGE: _ANYONE,
    Action.MUTE: _ANYONE,
    Action.CHOOSE_NEWS: _ANYONE,
    Action.FORGET: _ANYONE,
    Action.FOLD_AWAY: _HERE,
    Action.CHOOSE_LISTS: _STAFF,
    Action.ANSWER: _HERE,
    Action.WRITE: _HERE_OR_SERVED,
    # Rendering the card decides how much of it they see.
    Action.SEE_IN_FULL: _HERE_OR_SERVED,
    Action.WRITE_TO_PERSON: _STAFF,
    Action.LIST_JOBS: _RIDER,
    Action.SHOW_HANDOVER: _RIDER,
    Action.ACCEPT: _ITS_RIDER,
    Action.CONFIRM_PICKUP: _ITS_RIDER,
    Action.CONFIRM_DROPOFF: _ITS_RIDER,
    Action.UNDO: _ITS_RIDER,
    Action.DECLINE_JOB: _ITS_RIDER,
    Action.REPORT_PROBLEM: _ITS_RIDER,
    Action.NAVIGATE: _ITS_RIDER,
    Action.SEE_OWN_HISTORY: _RIDER,
    Action.SET_DUTY: _RIDER,
    Action.SHARE_LOCATION: _RIDER,
    Action.MESSAGE_CUSTOMER: _ITS_RIDER,
    Action.TAKE_PARCEL: _ITS_RIDER,
    # One of the two no longer has the delivery: the press checks whose hand-over it is.
    Action.FIND_EACH_OTHER: _RIDER,
    Action.SAY_LATE: _ITS_RIDER,
    Action.SAY_AT_DOOR: _ITS_RIDER,
    # The action itself checks that they are only invited.
    Action.SIGN_UP: _RIDER,
    # The words may come before the end or with it: they are taken only from the parcel's rider.
    Action.SAY_TAKER: _RIDER,
    Action.COLLECT_CASH: {**_STAFF, **_WHO_BROUGHT_IT},
    # The action itself checks that the cash, or the tip, is theirs.
    Action.CONFIRM_HAND_IN: _RIDER,
    Action.DENY_TIP: _RIDER,
    Action.READ_BROADCAST: _RIDER,
    Action.SEE_CASH: _HERE,
    Action.SEE_BOARD: _STAFF,
    Action.LIST_DELIVERIES: _STAFF,
    Action.FIND: _STAFF,
    Action.SEE_DELIVERY: _STAFF,
    Action.SEE_ORDER_PICTURE: {**_STAFF, **_ITS_RIDER},
    Action.CREATE_DELIVERY: _STAFF,
    Action.EDIT_DELIVERY: _STAFF,
    Action.USE_ADDRESS: {**_STAFF, **_ITS_RIDER},
    Action.CANCEL_DELIVERY: _STAFF,
    Action.SET_STATUS: _STAFF,
    Action.ASSIGN: _STAFF,
    Action.MOVE_WORK: _STAFF,
    Action.END_HANDOVER: _STAFF,
    Action.LINK_CUSTOMER: _STAFF,
    Action.UNLOCK_CODES: _STAFF,
    Action.SEE_RIDERS: _STAFF,
    Action.SWITCH_RIDER: _STAFF,
    Action.INVITE_BY_EMAIL: _STAFF,
    Action.SEE_BOOKING: _STAFF,
    Action.SEE_REPORT: _STAFF,
    # The action itself checks from whom they take it, and that it is not from themselves.
    Action.RECEIVE_CASH: _STAFF,
    Action.WRITE_TO_ALL: _STAFF,
    Action.SEE_HEALTH: _STAFF,
    Action.SEE_TEAM: _STAFF,
    Action.INVITE_RIDER: _STAFF,
    Action.INVITE_DISPATCHER: _OWNER,
    Action.REMOVE_RIDER_LINK: _STAFF,
    Action.REMOVE_DISPATCHER: _OWNER,
    Action.BIND_GROUP: _OWNER,
    Action.BIND_SHOP: _STAFF,
    Action.ASK_SHOP: _STAFF,
    Action.ASK_PHOTO: _STAFF,
    Action.WRITE_TO_SHOP: _STAFF,
    Action.SAY_READY: _ITS_SHOP,
    Action.TAKE_BACK: _ITS_SHOP,
    Action.TRACK: _CUSTOMER,
    Action.SEE_WHERE: _ITS_CUSTOMER,
    Action.LEAVE_NOTE: _ITS_WAITING_CUSTOMER,
    Action.SEND_PLACE: _ITS_WAITING_CUSTOMER,
    Action.MESSAGE_RIDER: _ITS_WAITING_CUSTOMER,
    Action.RATE: _ITS_SERVED_CUSTOMER,
    Action.TIP: _ITS_SERVED_CUSTOMER,
    # The action itself checks that the parcel was left for them.
    Action.CONFIRM_RECEIPT: _ITS_WAITING_CUSTOMER,
}


def may(
    person: Person, action: Action, delivery: DeliveryRow | None = None, *, follows: bool = False
) -> bool:
    """Decide whether a person may do this, to this delivery if the action is about one.

    `follows`: they follow the delivery as one of its customers, or speak for its shop.
    """
    allowed = POLICY.get(action, {})
    who: tuple[Role | Anyone, ...] = (Anyone.ANYONE, *person.roles)
    relations = {allowed[each] for each in who if each in allowed}
    return any(_holds(relation, person, delivery, follows=follows) for relation in relations)


def may_ask(person: Person, action: Action) -> bool:
    """Decide whether a person's roles allow an action at all, whatever it is about."""
    allowed = POLICY.get(action, {})
    return Anyone.ANYONE in allowed or any(role in allowed for role in person.roles)


def roles_for(action: Action) -> frozenset[Role]:
    return frozenset(role for role in POLICY.get(action, {}) if isinstance(role, Role))


def _holds(
    relation: Relation, person: Person, delivery: DeliveryRow | None, *, follows: bool
) -> bool:
    """Tell whether a person has this relation to a delivery."""
    if relation is Relation.ANY or delivery is None:
        return relation is Relation.ANY
    is_own = delivery.rider is not None and delivery.rider == person.rider
    is_delivered = delivery.state == State.DELIVERED
    # A relation that is missing here raises a KeyError, so it is never granted by oversight.
    return {
        Relation.OWN_OPEN: is_own and delivery.is_open,
        Relation.OWN_DELIVERED: is_own and is_delivered,
        Relation.FOLLOWED: follows,
        Relation.FOLLOWED_OPEN: follows and delivery.is_open,
        Relation.FOLLOWED_OVER: follows and is_delivered,
        Relation.THEIR_SHOPS: follows and delivery.is_open,
    }[relation]
