"""Moving work: everything that one rider has in hand goes to another."""

from collections.abc import Sequence
from datetime import timedelta

from bot.actions.context import Context
from bot.actions.snapshots import oldest_first, snapshot
from bot.actions.tracking import reconcile
from bot.base.database.transaction import Transaction
from bot.base.text_folds import folded
from bot.domain.person import Person
from bot.fleet import Delivery
from bot.identifiers import DeliveryUuid, RiderUuid
from bot.store import deliveries, dialogs
from bot.store.dialogs import Question
from bot.texts.dispatcher.rider_picker import Candidate


class Plan(Question):
    """A move that was shown to a dispatcher and waits for a yes: exactly this is moved."""

    name = "move"
    lasts = timedelta(minutes=30)

    former: RiderUuid
    rider: RiderUuid
    deliveries: list[DeliveryUuid]


def understood(
    words: Sequence[str], riders: Sequence[Candidate]
) -> tuple[RiderUuid | None, RiderUuid | None]:
    """Find the two riders whom typed words name, by uuid; `None` for one who is not clear.

    Each word is the beginning of a word of the name. Where the first name ends and the second one
    begins is found by trying.
    """
    cuts = range(1, len(words))
    pairs = {
        (former, rider)
        for cut in cuts
        for former in _named(words[:cut], riders)
        for rider in _named(words[cut:], riders)
        if former != rider
    }
    formers, takers = {former for former, _ in pairs}, {rider for _, rider in pairs}
    if not pairs:
        # Only the rider who gives the work away may be named.
        formers = _named(words, riders)
    return _the_one(formers), _the_one(takers)


def _named(words: Sequence[str], riders: Sequence[Candidate]) -> set[RiderUuid]:
    """Return who is meant by the words; whose whole name they are is meant alone."""
    typed = [folded(word) for word in words]
    names = {rider.uuid: folded(rider.name).split() for rider in riders}
    exact = {uuid for uuid, name in names.items() if name == typed}
    return exact or {
        uuid
        for uuid, name in names.items()
        if typed and all(any(part.startswith(word) for part in name) for word in typed)
    }


def _the_one(uuids: set[RiderUuid]) -> RiderUuid | None:
    return next(iter(uuids)) if len(uuids) == 1 else None


async def work_of(context: Context, rider: RiderUuid) -> list[Delivery]:
    """Return everything that a rider has in hand, the oldest first, as the fleet service has it.

    Raises:
        FleetError: the fleet service did not answer.
    """
    for delivery in (await context.fleet.get_rider(rider)).ongoing:
        await reconcile.compare(context, delivery)
    return oldest_first(map(snapshot, await context.database.read(deliveries.open_of_rider, rider)))


def proposed(tx: Transaction, person: Person, former: RiderUuid, rider: RiderUuid) -> Plan | None:
    """Return the move between these riders that was shown last, and take it off the table."""
    plan = Plan.current(tx, person.user_id)
    if plan is None or (plan.former, plan.rider) != (former, rider):
        return None
    dialogs.close(tx, person.user_id)
    return plan
