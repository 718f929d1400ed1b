"""The choice of the message that shows a job to its rider: a card of its own or a shared one.

Two or more jobs that a rider has to fetch at one place share a card, until all of them are fetched
or gone. The card of the first job becomes the shared one. The jobs that a rider is to take over
from one other rider, and those of the rider's round, share cards in the same way.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from bot.actions.follow_ups import handovers
from bot.actions.notice_kinds import ShowCard, View
from bot.actions.rider import pickups, rounds
from bot.base.database.transaction import Transaction
from bot.domain.known_delivery import DeliveryRow
from bot.domain.person import Person
from bot.fleet import State
from bot.identifiers import DeliveryUuid, RiderUuid
from bot.store import cards, deliveries
from bot.store.cards import Card

_ONE_SOUND = timedelta(minutes=2)
"""Jobs that are given within this time ring only once."""


@dataclass(frozen=True, slots=True)
class Target:
    """The card that a notice is for.

    `card` is its present message, if there is one. If `fresh`, a new message replaces it. A new
    message is kept as `sent`. `replaced` are the cards of jobs that this card shows from now on.
    `left` are other cards that may still show the job. `covers` are the deliveries and views that
    this card shows, too. If it `is_over`, it is shown for the last time. `row` is the delivery, if
    it was read to find this out.
    """

    sent: Card
    card: Card | None
    fresh: bool
    replaced: tuple[Card, ...] = ()
    left: tuple[Card, ...] = ()
    covers: frozenset[tuple[str, View]] = frozenset()
    row: DeliveryRow | None = None
    is_over: bool = False

    @property
    def delivery(self) -> DeliveryUuid:
        return self.sent.delivery

    @property
    def view(self) -> View:
        return View(self.sent.view)

    def changed(self, card: Card, shown: str) -> Card:
        """Return the record of a message that shows this from now on, without a sound."""
        return replace(card, delivery=self.sent.delivery, view=self.sent.view, shown=shown)


@dataclass(frozen=True, slots=True)
class _Shared:
    """A card for several jobs: its view, its uuid in the store, and the jobs."""

    view: View
    uuid: DeliveryUuid
    rows: Sequence[DeliveryRow]


def aim(tx: Transaction, person: Person | None, notice: ShowCard, *, is_quiet: bool) -> Target:
    """Find the card that a notice is for, as things are now; `is_quiet`: it may not ring."""
    row = deliveries.get(tx, notice.delivery) if notice.view is View.RIDER else None
    if row is None:
        card = cards.get(tx, notice.chat_id, notice.delivery, notice.view)
        is_over = not _shows_any(tx, person, notice)
        return replace(_alone(notice, card, row, is_quiet), is_over=is_over)
    known_by: dict[str, str | None] = {
        View.RIDER: row.uuid,
        View.PICKUP: row.pickup,
        View.HANDOVER: row.holder,
        View.ROUND: person.rider if person else None,
    }
    by_view = cards.of_job(tx, notice.chat_id, known_by)
    own, shared = by_view.pop(View.RIDER, None), _shared(tx, person, row)
    card = by_view.pop(shared.view, None) if shared else None
    left = tuple(by_view.values())
    if shared is None or not _is_shown_together(notice, shared, own, card):
        still = left if card is None else (*left, card)
        return replace(_alone(notice, own, row, is_quiet), left=still)
    if card is not None and shared.view is View.PICKUP:
        own_cards = [own] if own else []
    else:
        # Replace the cards of all these jobs, for this card shows every one of them.
        in_chat = cards.of_chat(tx, notice.chat_id)
        jobs = {each.delivery: each for each in in_chat if each.view == View.RIDER}
        own_cards = [jobs[each.uuid] for each in shared.rows if each.uuid in jobs]
    if card is None and own_cards:
        # The card that rang last becomes the shared card.
        card = max(own_cards, key=lambda one: one.rang_for.timestamp() if one.rang_for else 0)
    return replace(_together(notice, row, shared, card, own_cards, is_quiet), left=left)


def message_of(tx: Transaction, chat_id: int, delivery: DeliveryUuid, view: View) -> Card | None:
    """Return the card in a chat under which messages about a delivery belong."""
    own = cards.get(tx, chat_id, delivery, view)
    row = deliveries.get(tx, delivery) if own is None and view is View.RIDER else None
    if row is None:
        return own
    # Without a card of its own the job is on the round's card, the handover's or the pickup's.
    if row.state == State.IN_TRANSIT and row.rider:
        on_round = cards.get(tx, chat_id, DeliveryUuid(row.rider), View.ROUND)
        if on_round is not None:
            return on_round
    if row.holder:
        to_take = cards.get(tx, chat_id, DeliveryUuid(row.holder), View.HANDOVER)
        if to_take is not None:
            return to_take
    return cards.get(tx, chat_id, DeliveryUuid(row.pickup), View.PICKUP) if row.pickup else None


def _shared(tx: Transaction, person: Person | None, row: DeliveryRow) -> _Shared | None:
    """Return the jobs that can share a card with this one: of its round, holder or pickup."""
    if person is None or person.rider is None:
        return None
    if rounds.brings(person, row):
        return _Shared(View.ROUND, DeliveryUuid(person.rider), rounds.stops(tx, person))
    if row.holder and handovers.is_to_take(person, row):
        to_take = handovers.waiting(tx, person, row.holder)
        return _Shared(View.HANDOVER, DeliveryUuid(row.holder), to_take)
    if row.pickup is None or not pickups.waits(person, row):
        return None
    return _Shared(View.PICKUP, DeliveryUuid(row.pickup), pickups.waiting(tx, person, row.pickup))


def _shows_any(tx: Transaction, person: Person | None, notice: ShowCard) -> bool:
    """Tell whether a shared card has any job left to show; other cards always have."""
    match notice.view:
        case View.PICKUP:
            return person is not None and bool(pickups.waiting(tx, person, notice.delivery))
        case View.ROUND:
            return person is not None and bool(rounds.stops(tx, person))
        case View.HANDOVER:
            holder = RiderUuid(notice.delivery)
            return person is not None and bool(handovers.waiting(tx, person, holder))
    return True


def _is_shown_together(
    notice: ShowCard, shared: _Shared, own: Card | None, card: Card | None
) -> bool:
    """Tell whether a shared card shows a job.

    At a pickup a job's own card, which somebody asked for, stays until the job is news or is to be
    shown anew. On other shared cards the job joins the others.
    """
    if not shared.rows or notice.alone:
        return False
    if card is None:
        return len(shared.rows) > 1
    return shared.view is not View.PICKUP or own is None or notice.is_news or notice.fresh


def _alone(notice: ShowCard, card: Card | None, row: DeliveryRow | None, is_quiet: bool) -> Target:
    rang_before = card.rang_for if card else None
    rang_for = row.given_at if row and not is_quiet else rang_before
    sent = Card(notice.chat_id, notice.delivery, notice.view, 0, "", rang_for)
    covers = frozenset({(notice.delivery, notice.view)})
    return Target(sent, card, notice.fresh, covers=covers, row=row)


def _together(
    notice: ShowCard,
    row: DeliveryRow,
    shared: _Shared,
    card: Card | None,
    own: Sequence[Card],
    is_quiet: bool,
) -> Target:
    rang_before, given_at = card.rang_for if card else None, row.given_at
    # The last sound covers a job that was given before it or shortly after it.
    is_new = not rang_before or not given_at or given_at > rang_before + _ONE_SOUND
    rings = notice.is_news and not is_quiet and is_new
    sent = Card(notice.chat_id, shared.uuid, shared.view, 0, "", given_at if rings else rang_before)
    jobs = ((each.uuid, View.RIDER) for each in shared.rows)
    return Target(
        sent,
        card,
        rings if notice.is_news else notice.fresh,
        replaced=tuple(own),
        covers=frozenset({(shared.uuid, shared.view), *jobs}),
    )
