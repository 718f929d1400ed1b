"""Effect keys: each names one effect, so that it happens once, however often it is begun.

`bot.base.queue.jobs` adds a job once for each key of its kind. Most keys are made from the key of a
cause: an update or a request to the fleet leads to the same keys when it is handled again after a
crash. Running installations store keys: a key with another text is a new key, and nothing is known
under it.

No two effects share a key, as long as no uuid and no number equals one of the words here.
A docstring names the effect, or the cause of effects, that the key stands for.
"""

import hashlib
from collections.abc import Callable
from datetime import datetime

from bot.base.queue.jobs import EffectKey


def _key(*parts: object) -> EffectKey:
    return EffectKey("|".join(map(str, parts)))


def _word_after(word: str) -> Callable[[EffectKey], EffectKey]:
    return lambda cause: _key(cause, word)


def _word_before(word: str) -> Callable[[str], EffectKey]:
    return lambda reason: _key(word, reason)


def _numbered_after(word: str) -> Callable[[EffectKey, int], EffectKey]:
    return lambda cause, number: _key(cause, word, number)


def _of_entry(word: str, *more: str) -> Callable[[int], EffectKey]:
    """Return a function that makes the key of an effect of an entry in the cash ledger."""
    return lambda entry: _key(word, entry, *more)


def to(effect: EffectKey, chat_id: int) -> EffectKey:
    """The copy for one chat of a message that several chats get."""
    return _key(effect, chat_id)


def in_album(effect: EffectKey, number: int) -> EffectKey:
    """A further picture of an album."""
    return _key("album", effect, number)


# Arrivals.


def update(bot_id: int, update_id: int) -> EffectKey:
    """An update of Telegram's."""
    return EffectKey(f"{bot_id}:{update_id}")


def written_on_page(user_id: int, form: str) -> EffectKey:
    """The words from a form of a page, however often the form was sent."""
    return _key("page", user_id, hashlib.sha256(form.encode()).hexdigest()[:16])


def webhook(environment: str, raw: bytes) -> EffectKey:
    return EffectKey(hashlib.sha256(environment.encode() + b"\0" + raw).hexdigest())


# Cards, and the messages under them, by the state of their delivery.


def card(
    chat_id: int, delivery: str, view: str, revision: int, *, fresh: bool, create: bool
) -> EffectKey:
    which = "new" if fresh else "any" if create else "old"
    return _key("card", chat_id, delivery, view, revision, which)


def card_later(chat_id: int, delivery: str, view: str, at: datetime) -> EffectKey:
    """A card that time alone changes."""
    return _key("card", chat_id, delivery, view, at.isoformat())


def shared_card(cause: EffectKey, view: str) -> EffectKey:
    """The card of a pickup or a round, or one seen alone, that may have to change."""
    return _key("shared", cause, view)


def pickup_left(chat_id: int, pickup: str, delivery: str, revision: int) -> EffectKey:
    """The card of the pickup that a job has left, because it now waits elsewhere."""
    return _key("card", chat_id, pickup, delivery, revision)


def said(delivery: str, reader: int, html: str, *what: str | int) -> EffectKey:
    """The message about something that happened to a delivery, in certain words."""
    told = hashlib.sha256(html.encode()).hexdigest()[:16]
    return _key("say", delivery, reader, *what, told)


def door_photo(delivery: str, file_id: str) -> EffectKey:
    """The photo that a rider sends of a hand-over."""
    return _key("door_photo", delivery, hashlib.sha256(file_id.encode()).hexdigest()[:16])


def photo_wanted(delivery: str) -> EffectKey:
    """The message to a rider that the photo of a finished pickup is missing."""
    return _key("photo_wanted", delivery)


def photo_for_fleet(delivery: str, file_id: str, at: datetime) -> EffectKey:
    """The photo of a hand-over for the fleet service, each time that a rider shows one."""
    file = hashlib.sha256(file_id.encode()).hexdigest()[:16]
    return _key("photo", delivery, file, at.isoformat())


def said_in_groups(delivery: str, *what: str | int) -> EffectKey:
    return _key("say", delivery, *what)


def place(reader: int, delivery: str, reason: EffectKey) -> EffectKey:
    return _key("place", reader, delivery, reason)


def step(at: datetime, shifts: int) -> EffectKey:
    """The cause of a map's next step: its time has come. A clock set back can bring it again."""
    return _key("step", int(at.timestamp()), shifts)


def revision(number: int) -> EffectKey:
    """The cause of a map that appears or goes: its delivery has changed."""
    return _key("revision", number)


def changed(delivery: str, revision: int) -> EffectKey:
    """The cause of effects for other people: a delivery has changed."""
    return _key("changed", delivery, revision)


def approach(delivery: str, what: str, attempt: int) -> EffectKey:
    """The message that a rider is near, or at the door."""
    return _key("approach", delivery, what, attempt)


def handed_over(delivery: str, revision: int) -> EffectKey:
    """The message that another rider now has a parcel that was on the way."""
    return _key("handed_over", delivery, revision)


def erased(chat_id: int, message_id: int) -> EffectKey:
    return _key("erase", chat_id, message_id)


def living_step(chat_id: int, which: str, at: datetime, shifts: int) -> EffectKey:
    """An update of a digest or a board, with all changes up to its time."""
    return _key("living", chat_id, which, at.isoformat(), shifts)


def shop_asked(question: str, delivery: str, revision: int) -> EffectKey:
    """An update of the card that asks a shop, for one of the card's deliveries."""
    return _key("shop", question, delivery, revision)


# Effects that no person has caused.


def alarm(kind: str, delivery: str, trouble: str, since: datetime) -> EffectKey:
    return _key("alarm", kind, delivery, trouble, since.isoformat())


def not_got(delivery: str, rider: str, now: datetime) -> EffectKey:
    """The message that a rider can no longer be reached, for one of their jobs."""
    return _key("not_got", delivery, rider, now.isoformat())


def folded_away(chat_id: int, at: datetime) -> EffectKey:
    """The line that replaces a chat's finished cards."""
    return _key("folded", chat_id, at.isoformat())


def digest_rings(chat_id: int, digest: str, now: datetime) -> EffectKey:
    return _key("digest", chat_id, digest, now.isoformat())


def missed(now: datetime) -> EffectKey:
    """The message that several orders went wrong while no webhook came, found by one look."""
    return _key("missed", now.isoformat())


def of_copy(cause: EffectKey, now: datetime) -> EffectKey:
    """A notice that waited in an old copy of the database, after the copy was put back."""
    return _key(cause, "copy", now.isoformat())


def found(chat_id: int, message_id: int) -> EffectKey:
    """A card that was sent and that the database did not know."""
    return _key("found", chat_id, message_id)


put_right = _numbered_after("put_right")  # a card of somebody who can be reached again


def unshown(chat_id: int, delivery: str, revision: int) -> EffectKey:
    """A job that a rider has but was never shown."""
    return _key("unshown", chat_id, delivery, revision)


def group_menu(chat_id: int, number: int) -> EffectKey:
    """The commands of a group that was bound or unbound."""
    return _key("group_menu", chat_id, number)


def group_lost(chat_id: int, bound_at: datetime | None, owner: int) -> EffectKey:
    return _key("group_lost", chat_id, bound_at, owner)


def lost(user_id: int, now: datetime) -> EffectKey:
    """The cause of effects for a rider to whom nothing may be sent from now on."""
    return _key("lost", user_id, now.isoformat())


def key_refused(reader: int, now: datetime) -> EffectKey:
    """The message that the fleet service refuses the API key, once a day."""
    return _key("key_refused", reader, f"{now:%Y-%m-%d}")


def operator_key_refused(owner: int, now: datetime) -> EffectKey:
    """The message that the fleet service refuses the key of its operator's door, once a day."""
    return _key("operator_key_refused", owner, f"{now:%Y-%m-%d}")


def setting_suspected(reader: int, setting: str, now: datetime) -> EffectKey:
    """The message that the fleet service seems to want a setting changed, once a day."""
    return _key("setting_suspected", reader, setting, f"{now:%Y-%m-%d}")


def other_poller(owner: int, since: datetime) -> EffectKey:
    """The message that another program takes this bot's messages."""
    return _key("other_poller", owner, since.isoformat())


# Effects of people's words and taps.


answer = _numbered_after("answer")  # one of the answers to an update, counted from 1
aloud = _numbered_after("aloud")  # one that a whole group reads
new_delivery = _numbered_after("delivery")  # one of the orders that one tap asks for


def card_asked_for(cause: EffectKey, delivery: str) -> EffectKey:
    return _key(cause, delivery)


def card_translated(cause: EffectKey, delivery: str, view: str) -> EffectKey:
    return _key(cause, delivery, view)


def map_asked_for(cause: EffectKey, delivery: str) -> EffectKey:
    return _key(cause, "where", delivery)


def nearer(cause: EffectKey, delivery: str, reader: int) -> EffectKey:
    """The card of a customer whose turn may have come nearer."""
    return _key("nearer", delivery, reader, cause)


def board_rests(cause: EffectKey, board: str) -> EffectKey:
    """A board that is no longer kept current, because somebody asked for another one."""
    return _key("rests", board, cause)


privately = _word_after("privately")  # an answer that the group where it was asked may not see
not_shown = _word_after("not_shown")  # the end of a message that one person saw in a group
receipt = _word_after("receipt")  # the sign that the bot has read a message
sorry = _word_after("sorry")  # the message that a fault of ours stopped the work
moved = _word_after("moved")  # a notice for the supergroup that its group has become
order_picture = _word_after("picture")  # the picture in which an order came
pin = _word_after("pin")  # the next stop on the map
board = _word_after("board")  # a board, or another page of it
board_pinned = _word_after("pinned")  # and it stands over the chat
own_menu = _word_after("menu")  # the commands of somebody who chose a language or is forgotten
trial = _word_after("trial")  # the message that the webhook of a trial has come
note = _word_before("note")  # a customer's note for the rider


def words_taken(conversation: str, revision: int) -> EffectKey:
    """The removal of a customer's words from a rider who no longer has the job."""
    return _key("words_taken", conversation, revision)


def late_for(cause: EffectKey, delivery: str) -> EffectKey:
    """The message that a rider is late, to somebody who follows an order."""
    return _key("late_for", delivery, cause)


words_unread = _word_before("words_unread")  # "nobody read your words", to a customer
may_be_lost = _word_before("may_be_lost")  # "your words may not have arrived", to their author
answered_words = _word_before("answered_words")  # the card of words that were answered
relayed = _word_before("relay")  # a message that is passed on from one person to another
complaint = _word_before("complaint")  # a complaint in a customer's words, for staff
problem = _word_before("problem")  # a rider's problem, for staff
problem_for_customers = _word_before("customer_problem")  # and for the customers who can help
trouble = _word_before("trouble")  # a shop's objection to an order, for staff
ready_later = _word_before("ready_later")  # "it is ready later", to the rider
late = _word_before("late")  # "the rider is late", to a shop
shop_words = _word_before("shop_words")  # a dispatcher's message to a shop

broadcast = _word_before("broadcast")  # a message to all riders, and its author's card
outcome = _word_before("outcome")  # the fate of a parcel that could not be delivered


def try_again(delivery: str, at: datetime) -> EffectKey:
    """The reminder that a rider wanted to try again at this time."""
    return _key("try_again", delivery, at.isoformat())


def left_unconfirmed(delivery: str, at: datetime) -> EffectKey:
    """The reminder that by this time a receiver has not confirmed a parcel left for them."""
    return _key("left_unconfirmed", delivery, at.isoformat())


cash_limit = _word_after("cash_limit")  # "the rider now carries too much cash"
hand_in = _of_entry("hand_in")  # "somebody has taken cash from you", to the rider
hand_in_answered = _of_entry("hand_in", "answered")  # the rider's answer to that
cash_told = _word_after("cash_told")  # what was written down as paid at a door, to its rider
tip = _word_after("tip")  # the tip that a customer says they gave, to the rider
tip_denied = _of_entry("tip_denied")  # "the rider did not get it", to staff


def duty(user_id: int, at: datetime) -> EffectKey:
    """The begin or end of a rider's shift at a moment."""
    return _key("duty", user_id, at.isoformat())


# Codes.


def code(cause: EffectKey, number: int) -> EffectKey:
    """The request for one of several codes that were said at once, except the first."""
    return _key(cause, "code", number)


def accepted_with_others(cause: EffectKey, delivery: str) -> EffectKey:
    """The request for one of the jobs at a pickup that one tap accepts together."""
    return _key(cause, "with_others", delivery)


code_prompt = _word_before("prompt")  # a rider is asked for a code
staff_code_prompt = _word_before("status_code")  # a dispatcher is asked for one
prompt_gone = _word_before("unprompt")  # a question is taken out of the chat
accepted_first = _word_after("accept")  # a request that goes before a code's
at_next_stage = _word_after("dropoff")  # a code that was typed before its stage had come
next_at_door = _word_after("door")  # the cause of a question for the next parcel at a door
answered_earlier = _word_after("answered")  # the cause that ends a question, answered by a code
asked_before = _word_before("before")  # the cause that ends a question, before the next one


# People who come and go.


def rides_as(rider: str, user_id: int, now: datetime) -> EffectKey:
    """The cause of effects when somebody becomes this rider."""
    return _key(rider, user_id, now.isoformat())


def customer_menu(user_id: int, now: datetime) -> EffectKey:
    return _key("menu", "customer", user_id, now.isoformat())


def card_closed(cause: EffectKey, chat_id: int, delivery: str, view: str) -> EffectKey:
    """A card that is closed because its reader has lost a role."""
    return _key("closed", chat_id, delivery, view, cause)


def card_for_joined(cause: EffectKey, delivery: str, view: str) -> EffectKey:
    """A card for somebody who has just joined."""
    return _key("joined", delivery, view, cause)


menu = _word_before("menu")  # the commands of somebody who has gained or lost a role
farewell = _word_after("farewell")  # the message that somebody has lost a role


# Effects of requests to the fleet.


def told(request: EffectKey, about: str = "answer") -> EffectKey:
    """A message about a request: its answer, or something else."""
    return _key(request, about)


def told_staff(request: EffectKey, about: str) -> EffectKey:
    return _key(request, about, "staff")


def taken_away(request: EffectKey, rider: str) -> EffectKey:
    return _key(request, "taken", rider)


taker = _word_after("taker")  # who took the parcel, as the fleet service is told
handing_over = _word_after("hand_over")  # the parcels of it in the former rider's bag
