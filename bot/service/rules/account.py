"""Keys and webhooks of an account, which the operator sets while the service runs.

- A new key replaces the former at once for signing webhooks, and the former still opens the API
  until its callers have the new one. The receiver of webhooks has to accept both meanwhile.
- An environment without a key answers 401 to everything, and its webhooks wait: nothing could
  sign them.
- A webhook that waits goes to the URL that is set when it is sent; without one it waits. Without a
  URL no new webhook is stored, so one that is set later hears of what happens from then on.
- A webhook that its receiver does not take holds back the later ones of its own delivery, and of no
  other, until it is taken or failed: up to 21 minutes. That is the price of their order, which the
  contract does not promise and receivers count on: `delivery.completed` before `delivery.picked_up`
  is news that nobody believes. The log says at the first failure how many wait and until when.
- A webhook that is sent again has all its attempts once more, whatever became of it before; its
  receiver may get one twice anyway (contract: Events, rule 6).
"""

from collections.abc import Mapping
from datetime import timedelta

from bot.service.vocabulary import Event, State

KEY_PREFIXES: Mapping[str, str] = {"development": "hk_dev_", "production": "hk_live_"}
"""A person who copies a key sees which environment it opens."""

KEY_BYTES = 32
"""Of randomness in a key: nobody guesses it, however fast a server answers."""

FORMER_KEY_VALID_FOR = timedelta(hours=24)
"""A day: enough to give the new key to every system that uses the former."""

WEBHOOK_STATUS: Mapping[State, str] = {
    State.PENDING: "pending",
    State.AWAITING_PICKUP: "awaiting_pickup",
    State.ORDER_ACCEPTED: "accepted",
    State.IN_TRANSIT: "in_transit",
    State.DELIVERED: "delivered",
    State.CANCELLED: "cancelled",
    State.DECLINED: "declined",
}
"""`delivered` is the one that the contract has seen; the others follow its form."""

EVENT_STATUS: Mapping[Event, str] = {Event.FAILED: "failed"}
"""What a webhook gives as status whatever the state: a failed attempt leaves that as it is."""

DECLINED_EVENT = Event.CANCELLED
"""The contract has no event for it, but receivers have to hear; `status` says `declined`."""

TRIAL_EVENT = "handover.test"
"""The kind of a webhook that an operator tries the way with: none of the contract's (Events, rule
2), so that no receiver takes it for news of a delivery. Handover's bot tells its owners of one."""

WEBHOOK_PAUSES = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=15))
"""Pauses between attempts, each after the former's failure: 0, 1, 6 and 21 minutes in all."""

WEBHOOK_TIMEOUT = timedelta(seconds=10)
"""For one attempt as a whole. A receiver has only to store the event."""

DESTINATION_LOOKED_FOR = timedelta(days=1)
"""Webhooks without a URL or a key go as soon as there is one; that they look for it by themselves,
too, is for what nobody sets, such as a key file that was put back."""

LOOK_AGAIN = timedelta(seconds=2)
"""Another process, such as the command line, cannot wake the senders, so they look by themselves:
soon enough for who waits for a text at a counter, and seldom enough to cost nothing."""

SENDS_AT_ONCE = 8
"""Of each kind. Enough for a slow receiver, and no burst for a small one."""
