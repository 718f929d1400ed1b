"""The registry of all commands, buttons and answers, gathered from the modules that define them."""

from types import ModuleType

from bot.chat.customer import note, place, rate, ready_when, received, tip, where
from bot.chat.dispatcher import (
    ask_shop,
    assign,
    assign_many,
    bind,
    board,
    booking,
    broadcast,
    cancel_delivery,
    customer_link,
    deliveries,
    delivery,
    edit,
    find,
    give_out,
    health,
    invite,
    invited_people,
    move,
    new,
    on_the_map,
    own_sentences,
    photos,
    repeat,
    report,
    rider,
    same_direction,
    status,
    switch_riders,
    team,
    their_words,
    unlock,
)
from bot.chat.dispatcher import cash as cash_received
from bot.chat.everyone import (
    cancel,
    conversation,
    forget,
    in_full,
    language,
    me,
    mute,
    order_picture,
    relay,
    start,
    stop,
)
from bot.chat.everyone import cash as cash_carried
from bot.chat.everyone import help as help_shown
from bot.chat.group import shops
from bot.chat.handler import Answer, Button, Command
from bot.chat.rider import (
    accept,
    at_door,
    codes,
    customer_words,
    door_photo,
    duty,
    handover,
    history,
    jobs,
    late,
    pickups,
    problem,
    round_card,
    sign_up,
    undelivered,
    undo,
)
from bot.chat.rider import cash as cash_at_door

# Commands stand in the order of the help.
_PLACES: tuple[ModuleType | Button, ...] = (
    *(
        jobs,
        accept,
        pickups,
        round_card,
        codes,
        undo,
        problem,
        undelivered,
        at_door,
        late,
        handover,
        door_photo,
        customer_words,
        history,
        cash_at_door,
        cash_carried,
        duty,
        sign_up,
    ),
    *(board, deliveries, find, delivery, new, edit, assign, assign_many, give_out, move, rider),
    *(switch_riders, same_direction, ask_shop, photos, repeat, on_the_map),
    *(status, cancel_delivery, unlock, customer_link, invite, booking, report),
    *(cash_received, broadcast),
    *(team, invited_people, bind, shops, health),
    *(where, note, place, rate, tip, ready_when, received),
    *(
        start,
        help_shown,
        help_shown.make_list(lambda: COMMANDS),
        me,
        mute,
        language,
        cancel,
        stop,
        forget,
    ),
    *(in_full, relay, conversation, their_words, own_sentences, order_picture),
)


_ALL = [
    one
    for place in _PLACES
    for one in (vars(place).values() if isinstance(place, ModuleType) else [place])
]

COMMANDS: tuple[Command, ...] = tuple(one for one in _ALL if isinstance(one, Command))
BUTTONS = tuple(one for one in _ALL if isinstance(one, Button))
ANSWERS = tuple(one for one in _ALL if isinstance(one, Answer))
