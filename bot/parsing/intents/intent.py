"""Intents: what a person may mean; what follows from it is decided by their role."""

from enum import StrEnum


class Intent(StrEnum):
    """The name of each is the key of its phrases in the file of every language.

    Only what leads to something else than being passed on to a person has to be one.
    """

    STOP = "stop"
    WITHDRAW = "withdraw"
    """Nothing but that: it is no answer to any question."""
    CANCEL = "cancel"
    """Not now, or a slip: it could be what somebody wants to have written to somebody else."""
    HELP = "help"
    WHO = "who"
    HUMAN = "human"
    LANGUAGE = "language"
    FORGET = "forget"

    WHERE = "where"
    PRICE = "price"
    """What it costs, and whether it is paid."""
    CANCEL_ORDER = "cancel_order"
    NEW_ADDRESS = "new_address"
    """It goes to another place than was agreed."""
    COMPLAINT = "complaint"
    READY = "ready"
    """An order waits to be picked up, says its shop."""

    DECLINE = "decline"
    ACCEPT = "accept"
    COLLECTED = "collected"
    DONE = "done"
    AT_DOOR = "at_door"
    """They stand where somebody waits for them."""
    NOT_HOME = "not_home"
    WRONG_ADDRESS = "wrong_address"
    REFUSED = "refused"
    DAMAGED = "damaged"
    BROKEN_DOWN = "broken_down"
    """Their vehicle does not go on, and somebody else has to take their load."""
    JOBS = "jobs"
    CONTACT = "contact"
    OFF_DUTY = "off_duty"
    ON_DUTY = "on_duty"

    ASSIGN = "assign"
    NO_RIDER = "no_rider"
    """Which orders wait for a rider."""
    ALL_WAITING = "all_waiting"
    """All that has no rider yet is meant."""
    TELL = "tell"
    TELL_CUSTOMER = "tell_customer"
    """A rider wants a customer to be told what stands behind it."""
    STATUS = "status"
    FIND = "find"
    BOARD = "board"
    RIDERS = "riders"
    NEW_ORDER = "new_order"
    CASH = "cash"
    """Who carries how much of it."""
    REPORT = "report"

    THANKS = "thanks"
    GREETING = "greeting"
