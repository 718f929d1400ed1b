"""The limit on connections at once, and which one gives way when there is no room for another.

An idle connection costs its holder nothing, so it must not cost others their place. A connection
with a whole request stays until it is answered. All others wait, in two groups: newcomers, also in
their handshake, and those that were answered before. When there is no room left, one of the larger
group gives way: the one that has waited longest from the address that holds most of the group, if
that address has more than its share, and otherwise of all. So a flood, from one address or many,
displaces itself; a reverse proxy, from which every connection comes, has all the room; and no
address needs to be configured.
"""

import contextlib
import ipaddress
import logging
import resource
from collections.abc import Callable

from bot.base.log import OccasionalWarning

_NETWORK_OF_ONE = 64
"""The bits of an IPv6 address that name one customer, who has all addresses behind them."""

_SHARES = 10
"""The part of all connections that one address may hold before it gives way first. Without it, two
newcomers of one address would go before a thousand newcomers from one address each."""

_log = logging.getLogger(__name__)


class ConnectionLimit:
    """Gives out slots, `most` of them; there are more only while as many are being answered."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._slots: set[Slot] = set()
        self.newcomers = _Waiting(most // _SHARES)
        self.answered = _Waiting(most // _SHARES)
        self._crowded = OccasionalWarning(
            _log, "connections are scarce: %d that asked for nothing gave way"
        )
        self._busy = OccasionalWarning(
            _log, "all connections are being answered: %d requests were turned away"
        )

    @property
    def are_scarce(self) -> bool:
        return len(self._slots) > self._most // 2

    def turns_away(self) -> bool:
        """Tell whether a request is one too many, because all others are being answered."""
        if len(self._slots) <= self._most:
            return False
        self._busy.add()
        return True

    def admit(self, address: str, end: Callable[[], None]) -> "Slot":
        """Return a slot for a new connection; this may end another connection."""
        if len(self._slots) >= self._most:
            self.make_room()
        slot = Slot(self, network_of(address), end)
        self._slots.add(slot)
        self.newcomers.add(slot)
        return slot

    def make_room(self) -> None:
        """End one waiting connection, if there is any."""
        waiting = max(self.newcomers, self.answered, key=len)
        if not waiting:
            return
        slot = waiting.first_to_go()
        slot.leave()
        slot.end()
        self._crowded.add()

    def end_all(self) -> None:
        for slot in list(self._slots):
            slot.leave()
            slot.end()

    def holds(self, slot: "Slot") -> bool:
        return slot in self._slots

    def forget(self, slot: "Slot") -> None:
        self._slots.discard(slot)


class Slot:
    """The place of one connection; `end` ends that connection at once."""

    def __init__(self, limit: ConnectionLimit, address: str, end: Callable[[], None]) -> None:
        self.limit = limit
        self.address = address
        self.end = end
        self._waits_in: _Waiting | None = limit.newcomers

    def start_answering(self) -> None:
        """Keep the connection from giving way: it has brought a whole request."""
        self._wait_in(None)

    def start_waiting(self) -> None:
        """Let the connection give way: it is answered, or does not take its answer."""
        if self._waits_in is None:
            self._wait_in(self.limit.answered)

    def leave(self) -> None:
        self._wait_in(None)
        self.limit.forget(self)

    def _wait_in(self, group: "_Waiting | None") -> None:
        # A slot that had to leave learns of the end of its connection only afterwards.
        if not self.limit.holds(self):
            return
        if self._waits_in is not None:
            self._waits_in.remove(self)
        if group is not None:
            group.add(self)
        self._waits_in = group


class _Waiting:
    """Slots of connections that wait, of all and by address; the longest waiting first."""

    def __init__(self, share: int) -> None:
        self._share = share
        self._slots: dict[Slot, None] = {}
        self._by_address: dict[str, dict[Slot, None]] = {}

    def __len__(self) -> int:
        return len(self._slots)

    def add(self, slot: Slot) -> None:
        self._slots[slot] = None
        self._by_address.setdefault(slot.address, {})[slot] = None

    def remove(self, slot: Slot) -> None:
        del self._slots[slot]
        neighbours = self._by_address[slot.address]
        del neighbours[slot]
        if not neighbours:
            del self._by_address[slot.address]

    def first_to_go(self) -> Slot:
        crowd: dict[Slot, None] = max(self._by_address.values(), key=len)
        return next(iter(crowd if len(crowd) > self._share else self._slots))


def network_of(address: str) -> str:
    """Return the address, or for IPv6 the network that belongs to the same customer.

    A text that is no address, such as one with a port from a proxy, is returned as it is.
    """
    try:
        host = ipaddress.IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    return str(ipaddress.IPv6Network((int(host), _NETWORK_OF_ONE), strict=False))


_OTHERS = 256
"""Open files that are no client connections: databases, certificates, our own connections."""


def connections_allowed(wanted: int) -> int:
    """Raise the limit as far as this process may; return how many of `wanted` connections fit."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):  # macOS says "unlimited" and refuses it
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return wanted
    return min(wanted, max(soft - _OTHERS, soft // 2))
