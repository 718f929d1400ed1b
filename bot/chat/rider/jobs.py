"""/jobs: the rider's open work, a card each, in working order; and a pin for the next stop.

All jobs that wait at one pickup share a card, and so do the parcels that the rider has.
"""

from bot.actions import effect_keys
from bot.actions.access import Action
from bot.actions.notice_kinds import View
from bot.actions.rider import rounds
from bot.actions.rider.pickups import without_those_shown_together
from bot.base.database.transaction import Transaction
from bot.chat.handler import Button, Command
from bot.chat.rider.own_job import pressed_job
from bot.chat.turn import Turn, settled
from bot.texts.callbacks import Verb
from bot.texts.rider import replies as texts
from bot.texts.words import phrase


@settled
def jobs(tx: Transaction, turn: Turn) -> None:
    """Send every open job's card again, so that they stand together at the end of the chat."""
    rows = rounds.working_order(tx, turn.person)
    if not rows:
        turn.reply(tx, texts.NO_JOBS)
        return
    turn.reply(tx, texts.your_jobs(turn.say, len(rows)))
    # One card shows all that waits at a pickup, so it is sent once.
    for row in without_those_shown_together(rows):
        key = effect_keys.card_asked_for(turn.job.key, row.uuid)
        turn.send_card(tx, row.uuid, View.RIDER, key)


JOBS = Command("jobs", Action.LIST_JOBS, phrase("your open jobs"), jobs)


@settled
def pin(tx: Transaction, turn: Turn) -> None:
    """Send the pin again, at the end of the chat; it moves on and goes with the job."""
    row = pressed_job(tx, turn, Action.NAVIGATE)
    if row is None:
        return
    turn.send_card(tx, row.uuid, View.NEXT_STOP, effect_keys.pin(turn.job.key))


NAVIGATE = Button(Verb.NAVIGATE, Action.NAVIGATE, pin)
