"""People are told by text: one-time codes, and that a parcel is coming."""

from bot.service.codes import COURTESY, code_context, code_text, courtesy_text, new_code
from bot.service.environment import UnitOfWork
from bot.service.records import Delivery
from bot.service.store.delivery_rows import set_digest
from bot.service.vocabulary import Stage


async def tell_code(
    work: UnitOfWork, delivery: Delivery, stage: Stage, *, replaces: bool = False
) -> bool:
    """Make a hand-over's code, text it to its person, and remember its hash alone.

    Without a phone there is nobody to tell, and no code. Return whether there is one now. A former
    code is void from here on, and not told any more if its text still waits; `replaces` says that
    this person has had it.
    """
    person = delivery.person(stage)
    if person is None or not person.phone:
        return False
    if delivery.digest(stage) is not None:
        await work.drop_texts(delivery, stage)
    code = new_code(work.environment.settings.code_length)
    digest = work.environment.vault.digest(code, context=code_context(delivery.uuid, stage))
    await set_digest(work.connection, delivery.uuid, stage, digest)
    text = code_text(delivery, stage, code, replaces=replaces)
    await work.text(delivery, stage, person.phone, text)
    return True


async def tell_courtesy(work: UnitOfWork, delivery: Delivery) -> None:
    """Text the receiver that a parcel is coming, where that is wished and possible."""
    if delivery.send_sms and delivery.receiver and delivery.receiver.phone:
        await work.text(delivery, COURTESY, delivery.receiver.phone, courtesy_text(delivery))
