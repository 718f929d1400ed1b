"""The queue of requests to the fleet: add one, list those under way, take one back in time.

`fleet_requests` has the kinds of requests and carries them out. Code that only shows or compares
open requests goes by their verb and by the person who asked.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, ClassVar, Self

from pydantic import BaseModel, ConfigDict
from pydantic_core import from_json

from bot.actions.access import Action
from bot.base.database.transaction import Transaction
from bot.base.queue import job_contents, jobs, lanes
from bot.base.queue.jobs import EffectKey, NewJob
from bot.identifiers import DeliveryUuid, RiderUuid
from bot.store import audit, deliveries
from bot.store.job_kind import JobKind
from bot.texts.callbacks import Verb

_KINDS: dict[str, type["FleetRequest"]] = {}


class FleetRequest(BaseModel):
    """A change that a person asks for. Requests in one lane are carried out in order.

    A class with a literal `kind` can be read back from its job by that name.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    allowed_by: ClassVar[Action]

    by: int

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:  # noqa: ANN401 - as pydantic has it
        super().__pydantic_init_subclass__(**kwargs)
        if "kind" in cls.model_fields:
            _KINDS[cls.model_fields["kind"].default] = cls

    @property
    def action(self) -> Action:
        """The action that the person must be allowed, now and when it is carried out."""
        return self.allowed_by

    @property
    def lane(self) -> str:
        """The lane in which it waits; by default it waits for the person's own requests."""
        return f"office:{self.by}"

    @property
    def about(self) -> frozenset[str]:
        """The deliveries that it changes."""
        return frozenset()

    @property
    def detail(self) -> str | None:
        """The detail that the audit keeps besides the action and the delivery."""
        return None

    def to_be_kept(self) -> Self:
        """Return the request without its code, as it may be kept for long."""
        return self


class DeliveryRequest(FleetRequest):
    """A change of one delivery; its card shows the pressed button as under way."""

    pressed: ClassVar[Verb]

    delivery: DeliveryUuid

    @property
    def verb(self) -> Verb:
        return self.pressed

    @property
    def lane(self) -> str:
        return _lane_of_delivery(self.delivery)

    @property
    def about(self) -> frozenset[str]:
        return frozenset({self.delivery})


def _lane_of_delivery(delivery: DeliveryUuid) -> str:
    return f"delivery:{delivery}"


def lane_of_problems(delivery: DeliveryUuid) -> str:
    return f"problem:{delivery}"


def lane_of_places(delivery: DeliveryUuid) -> str:
    return f"place:{delivery}"


def lane_of_payment(delivery: DeliveryUuid) -> str:
    return f"payment:{delivery}"


def lane_of_taker(delivery: DeliveryUuid) -> str:
    return f"taker:{delivery}"


def lane_of_rider(rider: RiderUuid) -> str:
    return f"rider:{rider}"


def read(body: bytes) -> FleetRequest:
    """Read a request back from its job.

    Raises:
        ValueError: the job is of another version of the bot.
    """
    kept = from_json(body)
    name = kept.get("kind") if isinstance(kept, dict) else None
    if not isinstance(name, str) or name not in _KINDS:
        raise ValueError(f"there is no request of the kind {name!r}")
    return _KINDS[name].model_validate(kept)


def readable(body: bytes) -> FleetRequest | None:
    try:
        return read(body)
    except ValueError:
        return None


@dataclass(frozen=True, slots=True)
class Pending:
    """A change under way; `held_up` by something, such as a fleet service that does not answer.

    Until `starts_at` it can still be taken back.
    """

    request: DeliveryRequest
    key: EffectKey
    held_up: bool
    starts_at: datetime


def enqueue(
    tx: Transaction, request: FleetRequest, key: EffectKey, *, after: timedelta = timedelta()
) -> None:
    """Ask for a change: it is durable with this transaction, and the cards show it as pending.

    It begins `after` a while, so that a person who pressed by mistake can take it back.
    """
    body = request.model_dump_json().encode()
    new = NewJob(JobKind.FLEET_REQUEST, request.lane, key, body, due_at=tx.now + after)
    if not jobs.add(tx, new):
        # The same tap or word has come twice.
        return
    delivery = request.delivery if isinstance(request, DeliveryRequest) else None
    if delivery is not None:
        deliveries.touch(tx, delivery)
    audit.record(tx, request.by, request.action, delivery, request.detail)


def pending(tx: Transaction, delivery: DeliveryUuid) -> list[Pending]:
    return _in_lanes(tx, _lane_of_delivery(delivery))


def pending_or_untold(tx: Transaction, delivery: DeliveryUuid) -> list[Pending]:
    """Return the open requests for a delivery, first the problems that nobody was told yet."""
    untold = lane_of_problems(delivery)
    changes = _in_lanes(tx, untold, _lane_of_delivery(delivery))
    return sorted(changes, key=lambda change: change.request.lane != untold)


def _in_lanes(tx: Transaction, *names: str) -> list[Pending]:
    return [
        Pending(request, job.key, job.held_up_by is not None, job.due_at)
        for job in lanes.open_jobs(tx, JobKind.FLEET_REQUEST, *names)
        if isinstance(request := readable(job.body), DeliveryRequest)
    ]


def withdraw(tx: Transaction, change: Pending) -> bool:
    """Take back a change that has not begun; `False` if it is too late."""
    if change.starts_at <= tx.now or not jobs.withdraw(tx, JobKind.FLEET_REQUEST, change.key):
        return False
    request = change.request
    deliveries.touch(tx, request.delivery)
    audit.record(tx, request.by, f"undo_{request.action}", request.delivery)
    return True


def drop(tx: Transaction, change: Pending) -> bool:
    """Remove a change that was never tried from the queue; `False` if it is too late."""
    return jobs.withdraw(tx, JobKind.FLEET_REQUEST, change.key)


def let_go(tx: Transaction, change: Pending) -> None:
    """Start a change at once, if it could still be taken back."""
    if change.starts_at > tx.now:
        jobs.bring_forward(tx, JobKind.FLEET_REQUEST, change.key)


def given_together(tx: Transaction, rider: RiderUuid, delivery: DeliveryUuid) -> bool:
    """Tell whether an open request gives this delivery to a rider together with others."""
    waiting = lanes.open_jobs(tx, JobKind.FLEET_REQUEST, lane_of_rider(rider))
    requests = [readable(job.body) for job in waiting]
    return any(request is not None and delivery in request.about for request in requests)


def drop_of(tx: Transaction, user_id: int) -> None:
    """Drop the open requests of a person."""

    def is_theirs(body: bytes) -> bool:
        request = readable(body)
        return request is not None and request.by == user_id

    job_contents.drop(tx, JobKind.FLEET_REQUEST, is_theirs)
