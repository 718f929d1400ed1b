"""/toall: a dispatcher writes to all riders on duty, who say with a tap that they have seen it."""

from bot.actions import broadcasts
from bot.actions.access import Action
from bot.base.database.transaction import Transaction
from bot.chat.handler import Button, Command
from bot.chat.own_words import own_words
from bot.chat.turn import Turn, settled
from bot.texts.callbacks import Verb
from bot.texts.dispatcher import broadcasts as texts
from bot.texts.everyone.replies import too_long
from bot.texts.words import phrase


@settled
def typed(tx: Transaction, turn: Turn) -> None:
    if not turn.argument:
        turn.reply(tx, texts.HOW_TO_WRITE)
        return
    # The message keeps its line breaks.
    words = own_words(tx, turn, turn.argument_as_written)
    if words.is_only_code:
        turn.reply(tx, texts.NO_CODES)
    elif len(words.text) > texts.LONGEST:
        turn.reply(tx, too_long(turn.say, texts.LONGEST))
    elif not broadcasts.send(tx, turn.person, words.text, turn.job.key):
        turn.reply(tx, texts.NOBODY_ON_DUTY)


@settled
def seen(tx: Transaction, turn: Turn) -> None:
    broadcast = broadcasts.see(tx, turn.person, turn.objects()[0], turn.job.key)
    if broadcast is None:
        turn.stale()
    else:
        turn.replace(tx, texts.seen(turn.say, broadcast))


TO_ALL = Command(
    "toall",
    Action.WRITE_TO_ALL,
    phrase("write to all riders on duty, and see who has read it"),
    typed,
    takes=phrase("<words>"),
)
BROADCAST_SEEN = Button(Verb.BROADCAST_SEEN, Action.READ_BROADCAST, seen)
