"""Who hears what: a change of a delivery becomes notices, in the transaction that keeps it."""

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
    """Tell everybody concerned. The actor sees only the card change."""
    if not _is_taken_in(tx, change):
        what = _heard_by_dispatchers(tx, change)
        _tell_dispatchers(tx, change, what)
        _tell_groups(tx, change, what)
    _bring_digests_up_to_date(tx, change)
    board.refresh(tx)
    tell_riders(tx, change)
    for subscription, digest in sent_orders.followers(tx, change.row.uuid):
        person = people.get(tx, subscription.user_id)
        if person is not None and person.reachable:
            seen = change.seen_by(subscription.party)
            hears = hearing(tx, person, digest, seen)
            tell(tx, person, Audience.CUSTOMER, seen, seen.new_to_others, hears)
            if hears is Hearing.EACH:
                _show_late_photos(tx, person, seen)
    if change.happening is COMPLETED and not change.was_told:
        door_photos.show_to_customers(tx, change.row, change.after)
    if change.happening in (PICKED_UP, COMPLETED):
        door_photos.bring(tx, change.row)
    _tell_shop(tx, change)
    _bring_round_nearer(tx, change)
    locations.delivery_changed(tx, change.row, change.former_rider, change.row.rider)


def _is_taken_in(tx: Transaction, change: DeliveryChange) -> bool:
    """Tell whether this is one of many new orders, of which dispatchers read in their digest."""
    if change.new_to_others is not CREATED or change.is_stale(tx.now):
        return False
    return digests.take_in(tx, change.row, change.actor)


def _heard_by_dispatchers(tx: Transaction, change: DeliveryChange) -> Happening | None:
    """Return what it means to dispatchers, unless they read of it together with others."""
    what = change.new_to_others
    is_said = what is not None and what.rules[Audience.DISPATCHER].channel is Channel.SAY
    if not is_said or change.gap is None or change.is_stale(tx.now):
        return what
    return None if missed_news.take_in(tx, change.row) else what


def _bring_digests_up_to_date(tx: Transaction, change: DeliveryChange) -> None:
    """Take from the digest of new orders what has a rider now, or bring back what has none."""
    if change.before is not None and None in {change.before.rider, change.after.rider}:
        digests.shrink(tx, DigestKind.NEW_ORDERS)


def _tell_dispatchers(tx: Transaction, change: DeliveryChange, what: Happening | None) -> None:
    for person in people.with_role(tx, Audience.DISPATCHER.roles):
        tell(tx, person, Audience.DISPATCHER, change, what)


def _tell_groups(tx: Transaction, change: DeliveryChange, what: Happening | None) -> None:
    row = change.row
    if what is None or change.is_stale(tx.now):
        channel = Channel.EDIT
    else:
        channel = what.rules[Audience.DISPATCHER].channel
    rings, known = channel is Channel.CARD, change.before is not None
    create = rings or (known and row.is_open and not change.was_told)
    groups.show(
        *(tx, row),
        fresh=rings and known,
        create=create,
        quiet=not rings,
        only_edits=change.was_told,
    )
    said = what.rules[Audience.DISPATCHER].says_in_groups if what else None
    if what and said and channel is Channel.SAY and change.actor is None:
        key = effect_keys.said_in_groups(row.uuid, *once(what, row))
        groups.say(tx, row.uuid, lambda say: with_time(tx, say, said, change), key)


def _tell_shop(tx: Transaction, change: DeliveryChange) -> None:
    """Ask a shop for what has just been given to a rider, or show it what becomes of it."""
    is_given = change.has_new_rider and not change.is_stale(tx.now)
    moved = change.before is None or change.before.state is not change.after.state
    if change.has_new_rider or moved:
        ready_times.follow(tx, change.row, is_given=is_given)


def _bring_round_nearer(tx: Transaction, change: DeliveryChange) -> None:
    """Show the others of a round that a stop has come to it, or has gone."""
    states = {change.before.state if change.before else None, change.after.state}
    riders = {change.former_rider, change.row.rider}
    if State.IN_TRANSIT in states and (len(states) > 1 or len(riders) > 1):
        cause = effect_keys.changed(change.row.uuid, change.row.revision)
        for rider in filter(None, riders):
            usual_span.refresh(tx, rider, cause, besides=change.row.uuid)


@dataclass(frozen=True, slots=True)
class _Proof:
    """A photo of what people hear of; `key` is for the one message that shows it."""

    of: Happening
    state: State
    url: Callable[[Delivery], str | None]
    says: Said
    key: str


_PROOFS = (
    _Proof(
        *(PICKED_UP, State.IN_TRANSIT, lambda one: one.pickup_photo),
        says=announcements.pickup_photo,
        key="pickup_photo",
    ),
    _Proof(
        *(COMPLETED, State.DELIVERED, lambda one: one.dropoff_photo),
        says=announcements.dropoff_photo,
        key="photo",
    ),
)


def _show_late_photos(tx: Transaction, person: Person, change: DeliveryChange) -> None:
    """Send the photos of what was told before there were any."""
    if change.before is None or change.was_told:
        return
    for proof in _PROOFS:
        told = change.before.state is proof.state and not proof.url(change.before)
        if told and proof.url(change.after) and not _is_from_here(tx, change, proof):
            _show_photo(tx, person, change, proof)


def _is_from_here(tx: Transaction, change: DeliveryChange, proof: _Proof) -> bool:
    """Tell whether a photo was shown already, as its rider has taken it."""
    return proof.of is COMPLETED and door_photos.is_brought(tx, change.row.uuid)


def _show_photo(tx: Transaction, person: Person, change: DeliveryChange, proof: _Proof) -> None:
    if not muted_kinds.is_muted(tx, person, Audience.CUSTOMER, proof.of):
        said = proof.says(Words(person.language), change.after)
        say_under(tx, person, View.CUSTOMER, change.row, said, proof.key)
