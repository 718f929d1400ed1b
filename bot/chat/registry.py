"""Everything that can be typed, pressed or answered; commands in the order of the help."""

from bot.chat.customer.track import TRACK
from bot.chat.dispatcher.assign import ASSIGN, ASSIGN_TO, CHOOSE_RIDER
from bot.chat.dispatcher.customer_link import CUSTOMER_LINK
from bot.chat.dispatcher.deliveries import DELIVERIES, FIND
from bot.chat.dispatcher.delivery import DELIVERY, SHOW
from bot.chat.dispatcher.team import INVITE_DISPATCHER, INVITE_RIDER, INVITE_WHICH_RIDER, TEAM
from bot.chat.dispatcher.unlock import UNLOCK
from bot.chat.everyone.cancel import CANCEL, TAKE_AWAY
from bot.chat.everyone.help import make_help
from bot.chat.everyone.start import START
from bot.chat.everyone.stop import STOP
from bot.chat.handler import Answer, Button, Command
from bot.chat.rider.accept import ACCEPT, ACCEPT_BUTTON
from bot.chat.rider.codes import DELIVERED, DROPOFF, DROPOFF_CODE, PICKED_UP, PICKUP, PICKUP_CODE
from bot.chat.rider.jobs import JOBS

COMMANDS: tuple[Command, ...] = (
    JOBS,
    ACCEPT,
    PICKUP,
    DROPOFF,
    DELIVERIES,
    DELIVERY,
    FIND,
    ASSIGN,
    TEAM,
    TRACK,
    START,
    make_help(lambda: COMMANDS),
    CANCEL,
    STOP,
)

BUTTONS: tuple[Button, ...] = (
    ACCEPT_BUTTON,
    PICKED_UP,
    DELIVERED,
    CHOOSE_RIDER,
    ASSIGN_TO,
    SHOW,
    UNLOCK,
    CUSTOMER_LINK,
    INVITE_DISPATCHER,
    INVITE_WHICH_RIDER,
    INVITE_RIDER,
    TAKE_AWAY,
)

ANSWERS: tuple[Answer, ...] = (PICKUP_CODE, DROPOFF_CODE)
