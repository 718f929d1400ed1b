"""Moving work: all open jobs of one rider go to another rider."""

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
    """A move that was shown to a dispatcher and waits for a yes, with exactly its deliveries."""

    name = "move"
    lasts = timedelta(minutes=30)

    former: RiderUuid
    rider: RiderUuid
    deliveries: list[DeliveryUuid]


def understood(
    words: Sequence[str], riders: Sequence[Candidate]
) -> tuple[RiderUuid | None, RiderUuid | None]:
    """Return the uuids of the two riders whom typed words name; `None` for an ambiguous one.

    Each typed word is the beginning of a word of the name. Try every place where the first name
    may end and the second one begin.
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
        # The words may name only the rider who gives the work away.
        formers = _named(words, riders)
    return _the_one(formers), _the_one(takers)


def _named(words: Sequence[str], riders: Sequence[Candidate]) -> set[RiderUuid]:
    """Return the riders whom the words may mean; a rider's whole name means only that rider."""
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
    """Return a rider's open deliveries as the fleet service has them, the oldest first.

    Raises:
        FleetError: the fleet service did not answer.
    """
    for delivery in (await context.fleet.get_rider(rider)).ongoing:
        await reconcile.compare(context, delivery)
    return oldest_first(map(snapshot, await context.database.read(deliveries.open_of_rider, rider)))


def proposed(tx: Transaction, person: Person, former: RiderUuid, rider: RiderUuid) -> Plan | None:
    """Return the plan that was shown last, if it is between these riders, and close it."""
    plan = Plan.current(tx, person.user_id)
    if plan is None or (plan.former, plan.rider) != (former, rider):
        return None
    dialogs.close(tx, person.user_id)
    return plan
