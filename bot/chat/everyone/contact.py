"""A shared contact: the way to join without a link."""

from bot.actions.everyone import join
from bot.actions.everyone.join import JoinOutcome
from bot.actions.follow_ups import sent_orders
from bot.actions.rider import invited_riders
from bot.base.database.transaction import Transaction
from bot.chat.everyone.start import greeting, language
from bot.chat.rider.sign_up import take_phone
from bot.chat.turn import Turn
from bot.fleet import FleetError
from bot.parsing.phones import from_telegram, is_anonymous
from bot.store import people
from bot.texts.everyone import replies as texts


async def contact_shared(turn: Turn) -> None:
    phone = own_number(turn)
    if phone is None:

        def ask_for_own(tx: Transaction) -> None:
            people.meet(tx, turn.user.id, turn.user.first_name, language(turn.user))
            people.contact_asked(tx, turn.user.id)
            turn.reply(tx, texts.SHARE_YOUR_OWN)

        await turn.settle(ask_for_own)
        return
    await invited_riders.look_at_riders(turn.context, turn.person)
    is_invited = invited_riders.invited(turn.context, turn.person) is not None
    # A person who is only invited signs up first, so look up no rider by this number.
    if is_invited and not is_anonymous(phone):
        await take_phone(turn, phone)
        return
    try:
        riders = await turn.context.riders.with_phone(phone)
    except FleetError:
        await turn.answer(texts.TRY_LATER)
        return

    def join_in(tx: Transaction) -> None:
        person = people.meet(tx, turn.user.id, turn.user.first_name, language(turn.user))
        joined = join.share_phone(tx, person, phone, riders)
        answers = {
            JoinOutcome.NO_ROLE: (
                texts.NUMBER_ANONYMOUS if is_anonymous(phone) else texts.NUMBER_UNKNOWN
            ),
            JoinOutcome.AMBIGUOUS: texts.ASK_THE_DISPATCHER,
        }
        answered = answers.get(joined.outcome)
        turn.reply(tx, answered or greeting(tx, turn.context.identity, person))
        join.settle_in(tx, person.user_id, joined, turn.job.key)
        sent_orders.gather(tx, person)

    await turn.settle(join_in)


def own_number(turn: Turn) -> str | None:
    """Return the number in E.164; `None` unless it is surely their own, shared at our request."""
    contact = turn.message.contact
    if contact is None or not is_own(turn) or not turn.is_by_them:
        return None
    if not join.was_asked(turn.person, turn.context):
        return None
    return from_telegram(contact.phone_number)


def is_own(turn: Turn) -> bool:
    """Tell whether a contact is its sender's own, as Telegram says."""
    contact = turn.message.contact
    return contact is not None and contact.user_id == turn.user.id
