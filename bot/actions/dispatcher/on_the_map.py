"""The riders on a dispatcher's map, and those who cannot be shown there."""

from collections.abc import Sequence
from dataclasses import replace

from bot.actions.rider import pins
from bot.base.database.transaction import Transaction
from bot.base.queue.jobs import EffectKey
from bot.domain.limits import PINS_AT_ONCE
from bot.domain.person import standing_of
from bot.identifiers import RiderUuid
from bot.store import people
from bot.texts.dispatcher.on_the_map import MapEntry
from bot.texts.dispatcher.rider_info import RiderInfo


def show_one(tx: Transaction, chat_id: int, rider: RiderUuid, key: EffectKey) -> MapEntry:
    """Send a rider's pin in place of a former one, if there is a recent place; return the entry."""
    shared = pins.seen(tx, rider)
    if shared is not None:
        if shared.is_young(tx.now):
            pins.show(tx, chat_id, shared, key, is_fresh=True)
        return pins.entry(shared, has_pin=shared.is_young(tx.now))
    person = people.rider_person(tx, rider)
    return MapEntry(rider, person.first_name if person else "", standing_of(person))


def show_all(
    tx: Transaction, chat_id: int, riders: Sequence[RiderInfo], key: EffectKey
) -> list[MapEntry]:
    """Send the pins of riders who share a recent place, the busiest first; return all riders.

    A pin that the chat already has stays where it is. A chat has at most `PINS_AT_ONCE`.
    """
    shared = pins.all_seen(tx)
    pinned = [each for each in shared if each.is_young(tx.now)][:PINS_AT_ONCE]
    for each in pinned:
        pins.show(tx, chat_id, each, key, is_fresh=False)
    by_rider = {each.rider: each for each in shared}
    entries = []
    for one in riders:
        place = by_rider.get(one.rider.uuid)
        if place is None:
            entries.append(MapEntry(one.rider.uuid, one.rider.name, one.standing))
        else:
            entry = pins.entry(place, has_pin=place in pinned)
            entries.append(replace(entry, name=one.rider.name))
    return sorted(entries, key=lambda entry: (not entry.has_pin, -entry.open_jobs))
