"""Everything that can be typed, pressed or answered; commands in the order of the help."""

from bot.chat.customer.note import NOTE, NOTE_BUTTON, NOTE_WORDS
from bot.chat.customer.rate import COMPLAINT, RATE, STARS
from bot.chat.customer.track import TRACK
from bot.chat.customer.where import WHERE, WHERE_BUTTON
from bot.chat.dispatcher.assign import ASSIGN, ASSIGN_TO, CHOOSE_RIDER, RIDER_PAGE
from bot.chat.dispatcher.assign_many import ASSIGN_MANY, CHOOSE_MANY, CHOOSE_RIDER_FOR_MANY, TICK
from bot.chat.dispatcher.board import BOARD, BOARD_PAGE
from bot.chat.dispatcher.booking import BOOKING
from bot.chat.dispatcher.cancel_delivery import CANCEL_DELIVERY, CANCEL_REASON, CANCEL_WORDS
from bot.chat.dispatcher.customer_link import CUSTOMER_LINK, LINK_QR
from bot.chat.dispatcher.deliveries import DELIVERIES, LIST_FILTER, LIST_PAGE
from bot.chat.dispatcher.delivery import DELIVERY, SHOW
from bot.chat.dispatcher.edit import EDIT, EDIT_ANSWER, EDIT_BUTTON, EDIT_FIELD
from bot.chat.dispatcher.find import FIND, FOUND_PAGE
from bot.chat.dispatcher.health import HEALTH
from bot.chat.dispatcher.invite import INVITE
from bot.chat.dispatcher.move import MOVE, MOVE_CHOSEN, MOVE_NOW
from bot.chat.dispatcher.new import NEW, NEW_ANSWER, NEW_RIDER, NEW_STEP
from bot.chat.dispatcher.report import REPORT, REPORT_PERIOD
from bot.chat.dispatcher.rider import RIDER, RIDER_CARD, RIDER_HISTORY, SWITCH_RIDER
from bot.chat.dispatcher.riders import RIDERS, RIDERS_PAGE
from bot.chat.dispatcher.status import SEND_STATUS_WORD, SET_STATUS, STATUS, STATUS_CODE
from bot.chat.dispatcher.team import (
    INVITE_DISPATCHER,
    INVITE_RIDER,
    INVITE_WHICH_RIDER,
    REMOVE_STAFF,
    TEAM,
    TEAM_PAGE,
)
from bot.chat.dispatcher.unlock import UNLOCK
from bot.chat.everyone.cancel import CANCEL, TAKE_AWAY
from bot.chat.everyone.forget import FORGET, FORGET_BUTTON
from bot.chat.everyone.help import make_help
from bot.chat.everyone.language import LANGUAGE, LANGUAGE_BUTTON
from bot.chat.everyone.me import ME
from bot.chat.everyone.mute import CHOOSE_NEWS, MUTE, MUTE_BUTTON
from bot.chat.everyone.relay import MESSAGE_CUSTOMER, MESSAGE_RIDER, TOLD_CUSTOMER, TOLD_RIDER
from bot.chat.everyone.start import START
from bot.chat.everyone.stop import STOP
from bot.chat.handler import Answer, Button, Command
from bot.chat.rider.accept import ACCEPT, ACCEPT_BUTTON
from bot.chat.rider.codes import (
    DELIVERED,
    DROPOFF,
    DROPOFF_CODE,
    PICKED_UP,
    PICKUP,
    PICKUP_CODE,
    SEND_WORD,
)
from bot.chat.rider.decline import DECLINE
from bot.chat.rider.duty import DUTY, DUTY_BUTTON
from bot.chat.rider.history import HISTORY, HISTORY_PAGE
from bot.chat.rider.jobs import JOBS
from bot.chat.rider.navigate import NAVIGATE
from bot.chat.rider.problem import PROBLEM, PROBLEM_BUTTON, PROBLEM_REASON, PROBLEM_WORDS, SOLVED
from bot.chat.rider.same_door import SKIP
from bot.chat.rider.undo import UNDO

COMMANDS: tuple[Command, ...] = (
    JOBS,
    ACCEPT,
    PICKUP,
    DROPOFF,
    PROBLEM,
    HISTORY,
    DUTY,
    BOARD,
    DELIVERIES,
    FIND,
    DELIVERY,
    NEW,
    EDIT,
    ASSIGN,
    MOVE,
    RIDERS,
    RIDER,
    INVITE,
    BOOKING,
    REPORT,
    TEAM,
    HEALTH,
    TRACK,
    WHERE,
    NOTE,
    RATE,
    START,
    make_help(lambda: COMMANDS),
    ME,
    MUTE,
    LANGUAGE,
    CANCEL,
    STOP,
    FORGET,
)

BUTTONS: tuple[Button, ...] = (
    ACCEPT_BUTTON,
    PICKED_UP,
    DELIVERED,
    SEND_WORD,
    SKIP,
    UNDO,
    DECLINE,
    PROBLEM_BUTTON,
    PROBLEM_REASON,
    SOLVED,
    NAVIGATE,
    HISTORY_PAGE,
    DUTY_BUTTON,
    BOARD_PAGE,
    LIST_PAGE,
    LIST_FILTER,
    FOUND_PAGE,
    SHOW,
    CHOOSE_RIDER,
    RIDER_PAGE,
    ASSIGN_TO,
    CHOOSE_MANY,
    TICK,
    CHOOSE_RIDER_FOR_MANY,
    ASSIGN_MANY,
    MOVE_CHOSEN,
    MOVE_NOW,
    STATUS,
    SET_STATUS,
    SEND_STATUS_WORD,
    CANCEL_DELIVERY,
    CANCEL_REASON,
    UNLOCK,
    CUSTOMER_LINK,
    LINK_QR,
    INVITE_DISPATCHER,
    INVITE_WHICH_RIDER,
    INVITE_RIDER,
    TEAM_PAGE,
    REMOVE_STAFF,
    NEW_STEP,
    NEW_RIDER,
    EDIT_BUTTON,
    EDIT_FIELD,
    RIDERS_PAGE,
    RIDER_CARD,
    RIDER_HISTORY,
    SWITCH_RIDER,
    REPORT_PERIOD,
    TAKE_AWAY,
    WHERE_BUTTON,
    NOTE_BUTTON,
    STARS,
    MESSAGE_RIDER,
    MESSAGE_CUSTOMER,
    MUTE_BUTTON,
    CHOOSE_NEWS,
    LANGUAGE_BUTTON,
    FORGET_BUTTON,
)

ANSWERS: tuple[Answer, ...] = (
    PICKUP_CODE,
    DROPOFF_CODE,
    PROBLEM_WORDS,
    STATUS_CODE,
    CANCEL_WORDS,
    NEW_ANSWER,
    EDIT_ANSWER,
    NOTE_WORDS,
    COMPLAINT,
    TOLD_RIDER,
    TOLD_CUSTOMER,
)
