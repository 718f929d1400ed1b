"""Effect keys: by which what was done is known again, so that it is done once, however often begun.

`base.jobs` adds a job once for each key of its kind. Most keys follow from that of a cause: the
update that somebody sent, or the request to the fleet that is being carried out, handled again
after a crash, leads to the same keys. They are rows of running installations: another text for a
key is another key, by which nothing is known.

No two effects share one, as far as no uuid and no number is one of the words here.
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
    """Return what makes the key of something that follows an entry of the ledger of cash."""
    return lambda entry: _key(word, entry, *more)


def to(effect: EffectKey, chat_id: int) -> EffectKey:
    """What several are told, for one of them."""
    return _key(effect, chat_id)


def in_album(effect: EffectKey, number: int) -> EffectKey:
    """A further picture of an album."""
    return _key("album", effect, number)


# What arrives.


def update(bot_id: int, update_id: int) -> EffectKey:
    """An update of Telegram's."""
    return EffectKey(f"{bot_id}:{update_id}")


def written_on_page(user_id: int, form: str) -> EffectKey:
    """What a form of a page has brought, however often it was sent."""
    return _key("page", user_id, hashlib.sha256(form.encode()).hexdigest()[:16])


def webhook(environment: str, raw: bytes) -> EffectKey:
    return EffectKey(hashlib.sha256(environment.encode() + b"\0" + raw).hexdigest())


# Cards, and what is said under them, by the state of their delivery.


def card(
    chat_id: int, delivery: str, view: str, revision: int, *, fresh: bool, create: bool
) -> EffectKey:
    which = "new" if fresh else "any" if create else "old"
    return _key("card", chat_id, delivery, view, revision, which)


def card_later(chat_id: int, delivery: str, view: str, at: datetime) -> EffectKey:
    """A card that time alone changes."""
    return _key("card", chat_id, delivery, view, at.isoformat())


def shared_card(cause: EffectKey, view: str) -> EffectKey:
    """The card of a pickup or a round, or one seen alone, where something may have changed."""
    return _key("shared", cause, view)


def pickup_left(chat_id: int, pickup: str, delivery: str, revision: int) -> EffectKey:
    """The card of the pickup where a job does not wait any more, for it waits elsewhere."""
    return _key("card", chat_id, pickup, delivery, revision)


def said(delivery: str, reader: int, html: str, *what: str | int) -> EffectKey:
    """What has happened to a delivery, said in certain words."""
    told = hashlib.sha256(html.encode()).hexdigest()[:16]
    return _key("say", delivery, reader, *what, told)


def door_photo(delivery: str, file_id: str) -> EffectKey:
    """What a rider shows of a hand-over."""
    return _key("door_photo", delivery, hashlib.sha256(file_id.encode()).hexdigest()[:16])


def photo_wanted(delivery: str) -> EffectKey:
    """That the photo of a pickup that is over has not come, for its rider."""
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
    """The cause of a map's next step: its time has come, which may come again when it is set."""
    return _key("step", int(at.timestamp()), shifts)


def revision(number: int) -> EffectKey:
    """The cause of a map that appears or goes: its delivery has changed."""
    return _key("revision", number)


def changed(delivery: str, revision: int) -> EffectKey:
    """The cause of what follows for others: a delivery has changed."""
    return _key("changed", delivery, revision)


def approach(delivery: str, what: str, attempt: int) -> EffectKey:
    """That a rider is near, or at the door."""
    return _key("approach", delivery, what, attempt)


def handed_over(delivery: str, revision: int) -> EffectKey:
    """That another rider has a parcel that was on the way."""
    return _key("handed_over", delivery, revision)


def erased(chat_id: int, message_id: int) -> EffectKey:
    return _key("erase", chat_id, message_id)


def living_step(chat_id: int, which: str, at: datetime, shifts: int) -> EffectKey:
    """A digest or a board that is brought up to date, with all that has changed until then."""
    return _key("living", chat_id, which, at.isoformat(), shifts)


def shop_asked(question: str, delivery: str, revision: int) -> EffectKey:
    """The card by which a shop is asked, brought up to date for one of its deliveries."""
    return _key("shop", question, delivery, revision)


# What nobody has done.


def alarm(kind: str, delivery: str, trouble: str, since: datetime) -> EffectKey:
    return _key("alarm", kind, delivery, trouble, since.isoformat())


def not_got(delivery: str, rider: str, now: datetime) -> EffectKey:
    """That a rider cannot be reached any more, for one of their jobs."""
    return _key("not_got", delivery, rider, now.isoformat())


def folded_away(chat_id: int, at: datetime) -> EffectKey:
    """The line in the place of a chat's finished cards."""
    return _key("folded", chat_id, at.isoformat())


def digest_rings(chat_id: int, digest: str, now: datetime) -> EffectKey:
    return _key("digest", chat_id, digest, now.isoformat())


def missed(now: datetime) -> EffectKey:
    """That several orders went wrong while no webhook came, found by one look."""
    return _key("missed", now.isoformat())


def of_copy(cause: EffectKey, now: datetime) -> EffectKey:
    """What waited in an old copy of the database, once that was put back."""
    return _key(cause, "copy", now.isoformat())


def found(chat_id: int, message_id: int) -> EffectKey:
    """A card that was sent, and of which the database did not know."""
    return _key("found", chat_id, message_id)


put_right = _numbered_after("put_right")  # the card of somebody to whom one can write again


def unshown(chat_id: int, delivery: str, revision: int) -> EffectKey:
    """A job that a rider has, and was never shown."""
    return _key("unshown", chat_id, delivery, revision)


def group_menu(chat_id: int, number: int) -> EffectKey:
    """The commands of a group that is bound, or not any more."""
    return _key("group_menu", chat_id, number)


def group_lost(chat_id: int, bound_at: datetime | None, owner: int) -> EffectKey:
    return _key("group_lost", chat_id, bound_at, owner)


def lost(user_id: int, now: datetime) -> EffectKey:
    """The cause of what ends when nothing may be sent to somebody any more."""
    return _key("lost", user_id, now.isoformat())


def key_refused(reader: int, now: datetime) -> EffectKey:
    """That the fleet service does not take the API key, once a day."""
    return _key("key_refused", reader, f"{now:%Y-%m-%d}")


def operator_key_refused(owner: int, now: datetime) -> EffectKey:
    """That the fleet service does not take the key of its operator's door, once a day."""
    return _key("operator_key_refused", owner, f"{now:%Y-%m-%d}")


def setting_suspected(reader: int, setting: str, now: datetime) -> EffectKey:
    """That the fleet service seems to want a setting changed, once a day."""
    return _key("setting_suspected", reader, setting, f"{now:%Y-%m-%d}")


def other_poller(owner: int, since: datetime) -> EffectKey:
    """That another program takes this bot's messages."""
    return _key("other_poller", owner, since.isoformat())


# What people's words and taps lead to.


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
    """The card of somebody whose turn has come nearer, or has not."""
    return _key("nearer", delivery, reader, cause)


def board_rests(cause: EffectKey, board: str) -> EffectKey:
    """A board that is kept current no more, because another one was asked for."""
    return _key("rests", board, cause)


privately = _word_after("privately")  # what could not be shown in the group where it was asked
not_shown = _word_after("not_shown")  # that what one person saw in a group goes from there
receipt = _word_after("receipt")  # the sign that what they wrote was read
sorry = _word_after("sorry")  # that it was given up by a fault of ours
moved = _word_after("moved")  # a notice for the supergroup that its group has become
order_picture = _word_after("picture")  # the picture in which an order came
pin = _word_after("pin")  # the next stop on the map
board = _word_after("board")  # a board, or another page of it
board_pinned = _word_after("pinned")  # and it stands over the chat
own_menu = _word_after("menu")  # the commands, for who has chosen a language or is forgotten
trial = _word_after("trial")  # that the webhook of a trial has come
note = _word_before("note")  # a customer's note for the rider


def words_taken(conversation: str, revision: int) -> EffectKey:
    """That a customer's words go from who has no more to do with them."""
    return _key("words_taken", conversation, revision)


def late_for(cause: EffectKey, delivery: str) -> EffectKey:
    """That a rider is late, for who follows an order."""
    return _key("late_for", delivery, cause)


words_unread = _word_before("words_unread")  # that a customer's words have reached nobody
may_be_lost = _word_before("may_be_lost")  # that words may not have arrived, for their author
answered_words = _word_before("answered_words")  # a card of words that were answered
relayed = _word_before("relay")  # what customer and rider write to each other
complaint = _word_before("complaint")  # what went wrong, in a customer's words, for staff
problem = _word_before("problem")  # a rider's problem, for staff
problem_for_customers = _word_before("customer_problem")  # and for the customers who can help
trouble = _word_before("trouble")  # what a shop says against an order, for staff
ready_later = _word_before("ready_later")  # that it is ready later, for the rider
late = _word_before("late")  # that a rider is late, for a shop
shop_words = _word_before("shop_words")  # what a dispatcher writes to a shop

broadcast = _word_before("broadcast")  # what is written to all riders, and its author's card
outcome = _word_before("outcome")  # what becomes of a parcel that could not be delivered


def try_again(delivery: str, at: datetime) -> EffectKey:
    """That a rider wanted to try again at this time."""
    return _key("try_again", delivery, at.isoformat())


def left_unconfirmed(delivery: str, at: datetime) -> EffectKey:
    """That a receiver has not confirmed by this time what was left for them."""
    return _key("left_unconfirmed", delivery, at.isoformat())


cash_limit = _word_after("cash_limit")  # that a rider has come to carry too much cash
hand_in = _of_entry("hand_in")  # that somebody has taken cash from a rider
hand_in_answered = _of_entry("hand_in", "answered")  # what the rider says to that
cash_told = _word_after("cash_told")  # what was written down of a door, for its rider
tip = _word_after("tip")  # what a customer says the rider was given, for that one
tip_denied = _of_entry("tip_denied")  # that the rider has not got it, for staff


def duty(user_id: int, at: datetime) -> EffectKey:
    """That a rider's shift has begun or ended at a moment."""
    return _key("duty", user_id, at.isoformat())


# Codes.


def code(cause: EffectKey, number: int) -> EffectKey:
    """The request of one of several codes that were said at once, but for the first."""
    return _key(cause, "code", number)


def accepted_with_others(cause: EffectKey, delivery: str) -> EffectKey:
    """The request for one of all jobs at a pickup, which were taken by one tap."""
    return _key(cause, "with_others", delivery)


code_prompt = _word_before("prompt")  # a rider is asked for a code
staff_code_prompt = _word_before("status_code")  # a dispatcher is asked for one
prompt_gone = _word_before("unprompt")  # a question is taken out of the chat
accepted_first = _word_after("accept")  # a request that goes before a code's
at_next_stage = _word_after("dropoff")  # a code that was typed before its stage had come
next_at_door = _word_after("door")  # the cause of a question for the next parcel at a door
answered_earlier = _word_after("answered")  # the cause that ends a question, answered by a code
asked_before = _word_before("before")  # the cause that ends a question, before the next one


# Who comes and goes.


def rides_as(rider: str, user_id: int, now: datetime) -> EffectKey:
    """The cause of what ends when somebody becomes this rider."""
    return _key(rider, user_id, now.isoformat())


def customer_menu(user_id: int, now: datetime) -> EffectKey:
    return _key("menu", "customer", user_id, now.isoformat())


def card_closed(cause: EffectKey, chat_id: int, delivery: str, view: str) -> EffectKey:
    """A card that goes with a role."""
    return _key("closed", chat_id, delivery, view, cause)


def card_for_joined(cause: EffectKey, delivery: str, view: str) -> EffectKey:
    """A card that waits for who has just joined."""
    return _key("joined", delivery, view, cause)


menu = _word_before("menu")  # the commands of who has gained or lost a role
farewell = _word_after("farewell")  # that somebody has lost a role


# What requests to the fleet lead to.


def told(request: EffectKey, about: str = "answer") -> EffectKey:
    """What is told of a request: its answer, or something else."""
    return _key(request, about)


def told_staff(request: EffectKey, about: str) -> EffectKey:
    return _key(request, about, "staff")


def taken_away(request: EffectKey, rider: str) -> EffectKey:
    return _key(request, "taken", rider)


seen_alone = _word_after("seen_alone")  # what some in a group see alone, behind its card
handing_over = _word_after("hand_over")  # what of it is in the former rider's bag
