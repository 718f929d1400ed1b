"""Which message shows a job to its rider: a card of its own, or that of the pickup where it waits.

What one rider has to fetch at one place is one card as soon as it is more than one job, and stays
it until all of that is fetched or gone. The card of the first becomes it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from bot.actions.notice_kinds import ShowCard, View
from bot.actions.rider import pickups
from bot.base.database.transaction import Transaction
from bot.domain.known_delivery import DeliveryRow
from bot.domain.person import Person
from bot.identifiers import DeliveryUuid
from bot.store import cards, deliveries
from bot.store.cards import Card

_ONE_SOUND = timedelta(minutes=2)
"""Jobs that are given in so short a time ring once."""


@dataclass(frozen=True, slots=True)
class Target:
    """The card that a notice is for: `card` is the message that it is now, if it is there.

    A `fresh` one takes its place, and any new one is kept as `sent`. `replaced` are cards of jobs
    that it shows from then on. `pickup` is another card, which may still show the job. It shows
    what is asked for by any of `covers`. When it `is_over`, it stays as it is then. `row` is the
    delivery, where that was read to find this out.
    """

    sent: Card
    card: Card | None
    fresh: bool
    replaced: tuple[Card, ...] = ()
    pickup: Card | None = None
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
        """Return how a message is kept that shows this from now on, without a sound."""
        return replace(card, delivery=self.sent.delivery, view=self.sent.view, shown=shown)


def aim(tx: Transaction, person: Person | None, notice: ShowCard, *, is_quiet: bool) -> Target:
    """Find the card that a notice is for, as things are now; `is_quiet` if none may ring."""
    row = deliveries.get(tx, notice.delivery) if notice.view is View.RIDER else None
    if row is None or row.pickup is None:
        card = cards.get(tx, notice.chat_id, notice.delivery, notice.view)
        is_over = notice.view is View.PICKUP and not _waits_any(tx, person, notice.delivery)
        return replace(_alone(notice, card, row, is_quiet), is_over=is_over)
    own, pickup = _cards_of(tx, notice.chat_id, row, row.pickup)
    waits = person is not None and pickups.waits(person, row)
    mates = pickups.waiting(tx, person, row.pickup) if person and waits else []
    if not _is_shown_together(notice, mates, own, pickup):
        return replace(_alone(notice, own, row, is_quiet), pickup=pickup)
    known = [own] if pickup else _own_cards(tx, notice.chat_id, mates)
    own_cards = [card for card in known if card]
    card = pickup or max(own_cards, key=_rang_for, default=None)
    rings = notice.is_news and not is_quiet and _is_new(row, card)
    return _together(notice, row, mates, card, own_cards, rings=rings)


def message_of(tx: Transaction, chat_id: int, delivery: DeliveryUuid, view: View) -> Card | None:
    """Return the card in a chat under which something is said of a delivery."""
    own = cards.get(tx, chat_id, delivery, view)
    pickup = deliveries.pickup_of(tx, delivery) if own is None and view is View.RIDER else None
    return cards.get(tx, chat_id, DeliveryUuid(pickup), View.PICKUP) if pickup else own


def _cards_of(
    tx: Transaction, chat_id: int, row: DeliveryRow, pickup: str
) -> tuple[Card | None, Card | None]:
    return cards.either(tx, chat_id, row.uuid, View.RIDER, pickup, View.PICKUP)


def _waits_any(tx: Transaction, person: Person | None, pickup: str) -> bool:
    return person is not None and bool(pickups.waiting(tx, person, pickup))


def _own_cards(tx: Transaction, chat_id: int, rows: Sequence[DeliveryRow]) -> list[Card | None]:
    return [cards.get(tx, chat_id, row.uuid, View.RIDER) for row in rows]


def _is_shown_together(
    notice: ShowCard, mates: Sequence[DeliveryRow], own: Card | None, pickup: Card | None
) -> bool:
    """Tell whether the card of a pickup shows a job; one of its own may have been asked for."""
    if not mates or notice.alone:
        return False
    if pickup is None:
        return len(mates) > 1
    return own is None or notice.is_news or notice.fresh


def _alone(notice: ShowCard, card: Card | None, row: DeliveryRow | None, is_quiet: bool) -> Target:
    known = card.rang_for if card else None
    rang_for = row.given_at if row and not is_quiet else known
    sent = Card(notice.chat_id, notice.delivery, notice.view, 0, "", rang_for)
    covers = frozenset({(notice.delivery, notice.view)})
    return Target(sent, card, notice.fresh, covers=covers, row=row)


def _together(
    notice: ShowCard,
    row: DeliveryRow,
    mates: Sequence[DeliveryRow],
    card: Card | None,
    own: Sequence[Card],
    *,
    rings: bool,
) -> Target:
    known = card.rang_for if card else None
    rang_for = row.given_at if rings else known
    uuid = DeliveryUuid(row.pickup or "")
    return Target(
        Card(notice.chat_id, uuid, View.PICKUP, 0, "", rang_for),
        card,
        rings if notice.is_news else notice.fresh,
        replaced=tuple(own),
        covers=frozenset({(uuid, View.PICKUP), *((mate.uuid, View.RIDER) for mate in mates)}),
    )


def _rang_for(card: Card) -> float:
    return card.rang_for.timestamp() if card.rang_for else 0


def _is_new(row: DeliveryRow, card: Card | None) -> bool:
    """Tell whether a job has come later than those for which a card has rung."""
    if card is None or card.rang_for is None or row.given_at is None:
        return True
    return row.given_at > card.rang_for + _ONE_SOUND
