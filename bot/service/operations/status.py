"""Deliveries move on: accepted, on their way, delivered, cancelled."""

from pydantic import SecretStr

from bot.service.environment import Environment, UnitOfWork
from bot.service.errors import RefusedError
from bot.service.operations.tell import (
    code_context,
    tell_nothing_more,
    tell_on_another_day,
    told_at,
)
from bot.service.records import Delivery
from bot.service.request_bodies.moves import StatusChange
from bot.service.rules.moves import ACCEPTED_FIRST, MOVES, OPEN, Move
from bot.service.rules.texts import MAX_WRONG_CODES
from bot.service.store.delivery_rows import digest_columns, set_misses
from bot.service.store.tables import Values
from bot.service.vocabulary import Stage, State

_CODE_FIELDS = {Stage.PICKUP: "pickup_otp", Stage.DROPOFF: "dropoff_otp"}


async def update_status(environment: Environment, uuid: str, update: StatusChange) -> Delivery:
    """Move a delivery (contract: States and transitions).

    Raises:
        NotFoundError: there is no such delivery.
        RefusedError: a move that `MOVES` lacks; a code that is missing, wrong or void.
    """
    moved = await environment.write(_move_if_proven, uuid, update)
    if isinstance(moved, Stage):  # After the transaction, which has counted the miss.
        raise RefusedError({_CODE_FIELDS[moved]: [f"The {moved} code is not correct."]})
    return moved


def _move_if_proven(work: UnitOfWork, uuid: str, update: StatusChange) -> Delivery | Stage:
    """Move a delivery, or return the hand-over whose code is not the right one."""
    move = MOVES[update.status]
    field = _CODE_FIELDS[move.proof] if move.proof else None
    if field is not None and getattr(update, field) is None:
        refusal = f"The {field} field is required when status is {update.status}."
        raise RefusedError({field: [refusal]})
    delivery = work.delivery(uuid)
    _check_move(delivery, move, _sources(work, update, move))
    if move.proof is not None and not _is_proven(work, delivery, update, move.proof):
        set_misses(work.tx, uuid, move.proof, delivery.misses(move.proof) + 1)
        return move.proof
    # A code that was the right one is used up.
    used_up = {} if move.proof is None else digest_columns({move.proof: None})
    marks = _marks(work, delivery, update, move.to)
    moved = work.change(delivery, {"state": move.to, **marks, **used_up})
    if move.to is State.IN_TRANSIT and told_at(work, delivery):
        tell_on_another_day(work, moved)
    if move.to is State.IN_TRANSIT:
        # Its carrier may have failed to say that it was told.
        work.drop_texts(moved, Stage.PICKUP)
    if move.to not in OPEN:
        tell_nothing_more(work, moved)
    work.announce(moved, move.emits)
    return moved


def _sources(work: UnitOfWork, update: StatusChange, move: Move) -> frozenset[State]:
    if work.environment.settings.accepted_first:
        return ACCEPTED_FIRST.get(update.status, move.sources)
    return move.sources


def _check_move(delivery: Delivery, move: Move, sources: frozenset[State]) -> None:
    if delivery.state not in sources:
        refusal = f"A delivery that is {delivery.state} cannot become {move.to}."
        raise RefusedError({"status": [refusal]})
    if move.needs_rider and delivery.rider is None:
        raise RefusedError({"status": ["The delivery has no rider yet."]})


def _is_proven(work: UnitOfWork, delivery: Delivery, update: StatusChange, stage: Stage) -> bool:
    """Say whether the code is the right one."""
    field = _CODE_FIELDS[stage]
    code: SecretStr = getattr(update, field)
    if delivery.misses(stage) >= MAX_WRONG_CODES:
        refusal = f"The {stage} code is void after too many wrong ones; it has to be sent again."
        raise RefusedError({field: [refusal]})
    typed = code.get_secret_value().strip()
    digest = delivery.digest(stage)
    context = code_context(delivery.uuid, stage)
    vault = work.environment.vault
    return digest is not None and vault.matches(typed, digest, context=context)


def _marks(work: UnitOfWork, delivery: Delivery, update: StatusChange, state: State) -> Values:
    earned = delivery.commission(work.environment.business.commission)
    marks: dict[State, Values] = {
        State.IN_TRANSIT: {"pickup_at": work.now},
        State.DELIVERED: {"dropoff_at": work.now, "earned": earned},
        State.CANCELLED: work.calling_off(update.note),
    }
    return marks.get(state, {})
