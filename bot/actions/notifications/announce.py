"""Announcing: a change of a delivery becomes notices, in the transaction that keeps it."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.actions import effect_keys
from bot.actions.cards import board
from bot.actions.delivery_change import DeliveryChange
from bot.actions.follow_ups import digests, ready_times
from bot.actions.follow_ups.sent_orders import Hearing, hearing
from bot.actions.happenings import (
    COMPLETED,
    CREATED,
    PICKED_UP,
    Audience,
    Channel,
    Happening,
    Said,
)
from bot.actions.notice_kinds import View
from bot.actions.notifications import missed_news
from bot.actions.notifications.tell_person import once, say_under, tell, with_time
from bot.actions.notifications.tell_riders import tell_riders
from bot.actions.recipients import groups, muted_kinds
from bot.actions.rider import door_photos, locations, usual_span
from bot.base.database.transaction import Transaction
from bot.domain.person import Person
from bot.fleet import Delivery, State
from bot.store import people, sent_orders
from bot.store.digests import DigestKind
from bot.texts import announcements
from bot.texts.words import Words


def announce(tx: Transaction, change: DeliveryChange) -> None:
    """Tell everybody concerned of a change; its actor only sees the card change."""
    _tell_dispatchers(tx, change)
    board.refresh(tx)
    tell_riders(tx, change)
    _tell_customers(tx, change)
    if change.happening is COMPLETED and not change.was_told:
        door_photos.show_to_customers(tx, change.row, change.after)
    if change.happening in (PICKED_UP, COMPLETED):
        door_photos.bring(tx, change.row)
    if change.happening is PICKED_UP and not change.was_told:
        door_photos.remind(tx, change.row)
    moved = change.before is None or change.before.state is not change.after.state
    if change.has_new_rider or moved:
        # As soon as an order has a rider, its shop is asked when it is ready.
        is_given = change.has_new_rider and not change.is_stale(tx.now)
        ready_times.follow(tx, change.row, is_given=is_given)
    _refresh_round(tx, change)
    locations.delivery_changed(tx, change.row, change.former_rider, change.row.rider)


def _tell_dispatchers(tx: Transaction, change: DeliveryChange) -> None:
    """Tell all dispatchers, in their own chats and groups, or in a digest of many orders."""
    what, is_stale = change.new_to_others, change.is_stale(tx.now)
    is_in_digest = (
        what is CREATED and not is_stale and digests.take_in(tx, change.row, change.actor)
    )
    if not is_in_digest:
        is_said = what is not None and what.rules[Audience.DISPATCHER].channel is Channel.SAY
        # A long look may find many loud changes. After a few, one message tells of the rest.
        if is_said and change.gap is not None and not is_stale:
            what = None if missed_news.take_in(tx, change.row) else what
        for person in people.with_role(tx, Audience.DISPATCHER.roles):
            tell(tx, person, Audience.DISPATCHER, change, what)
        _tell_groups(tx, change, what)
    if change.before is not None and None in {change.before.rider, change.after.rider}:
        # The digest of new orders shows the orders without a rider.
        digests.shrink(tx, DigestKind.NEW_ORDERS)


def _tell_groups(tx: Transaction, change: DeliveryChange, what: Happening | None) -> None:
    row = change.row
    if what is None or change.is_stale(tx.now):
        channel = Channel.EDIT
    else:
        channel = what.rules[Audience.DISPATCHER].channel
    rings, is_known = channel is Channel.CARD, change.before is not None
    groups.show(
        tx,
        row,
        fresh=rings and is_known,
        create=rings or (is_known and row.is_open and not change.was_told),
        quiet=not rings,
        only_edits=change.was_told,
    )
    says = what.rules[Audience.DISPATCHER].says_in_groups if what else None
    if what and says and channel is Channel.SAY and change.actor is None:
        key = effect_keys.said_in_groups(row.uuid, *once(what, row))
        groups.say(tx, row.uuid, lambda say: with_time(tx, say, says, change), key)


def _tell_customers(tx: Transaction, change: DeliveryChange) -> None:
    for subscription, digest in sent_orders.followers(tx, change.row.uuid):
        person = people.get(tx, subscription.user_id)
        if person is not None and person.reachable:
            seen = change.seen_by(subscription.party)
            hears = hearing(tx, person, digest, seen)
            tell(tx, person, Audience.CUSTOMER, seen, seen.new_to_others, hears)
            if hears is Hearing.EACH:
                _show_late_photos(tx, person, seen)


def _refresh_round(tx: Transaction, change: DeliveryChange) -> None:
    """Update the cards of a round's other customers after a stop has joined or left it."""
    states = {change.before.state if change.before else None, change.after.state}
    riders = {change.former_rider, change.row.rider}
    if State.IN_TRANSIT in states and (len(states) > 1 or len(riders) > 1):
        cause = effect_keys.changed(change.row.uuid, change.row.revision)
        for rider in filter(None, riders):
            usual_span.refresh(tx, rider, cause, besides=change.row.uuid)


@dataclass(frozen=True, slots=True)
class _Proof:
    """A photo of a happening; `key` belongs to the one message that shows it."""

    of: Happening
    state: State
    url: Callable[[Delivery], str | None]
    says: Said
    key: str


_PROOFS = (
    _Proof(
        PICKED_UP,
        State.IN_TRANSIT,
        lambda one: one.pickup_photo,
        says=announcements.pickup_photo,
        key="pickup_photo",
    ),
    _Proof(
        COMPLETED,
        State.DELIVERED,
        lambda one: one.dropoff_photo,
        says=announcements.dropoff_photo,
        key="photo",
    ),
)


def _show_late_photos(tx: Transaction, person: Person, change: DeliveryChange) -> None:
    """Send photos that came after people were told of the happening."""
    if change.before is None or change.was_told:
        return
    for proof in _PROOFS:
        had_none = change.before.state is proof.state and not proof.url(change.before)
        if not had_none or not proof.url(change.after):
            continue
        if proof.of is COMPLETED and door_photos.is_brought(tx, change.row.uuid):
            continue  # the rider's own photo was shown already
        if not muted_kinds.is_muted(tx, person, Audience.CUSTOMER, proof.of):
            message = proof.says(Words(person.language), change.after)
            say_under(tx, person, View.CUSTOMER, change.row, message, proof.key)
