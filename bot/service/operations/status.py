"""Moving deliveries from state to state: accepted, on their way, delivered, cancelled."""

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
from bot.service.request_bodies.moves import CODE_FIELDS, StatusChange
from bot.service.rules.moves import ACCEPTED_FIRST, MOVES, OPEN
from bot.service.rules.texts import MAX_WRONG_CODES
from bot.service.store.delivery_rows import digest_columns, set_misses
from bot.service.vocabulary import Stage, State


async def update_status(environment: Environment, uuid: str, update: StatusChange) -> Delivery:
    """Move a delivery (contract: States and transitions).

    Raises:
        NotFoundError: there is no such delivery.
        RefusedError: a move that `MOVES` lacks; a code that is missing, wrong or void.
    """
    moved = await environment.write(_move_if_proven, uuid, update)
    if isinstance(moved, Stage):  # After the transaction, which has counted the miss.
        raise RefusedError({CODE_FIELDS[moved]: [f"The {moved} code is not correct."]})
    return moved


def _move_if_proven(work: UnitOfWork, uuid: str, update: StatusChange) -> Delivery | Stage:
    """Move a delivery, or return the hand-over whose code was wrong."""
    move = MOVES[update.status]
    typed = None
    if move.proof is not None:
        field = CODE_FIELDS[move.proof]
        typed = getattr(update, field)
        # What a status requires is asked of the request, whatever state the delivery is in
        # (contract: States and transitions).
        if typed is None:
            refusal = f"The {field} field is required when status is {update.status}."
            raise RefusedError({field: [refusal]})
    delivery = work.delivery(uuid)
    sources = move.sources
    if work.environment.settings.accepted_first:
        sources = ACCEPTED_FIRST.get(update.status, sources)
    if delivery.state not in sources:
        refusal = f"A delivery that is {delivery.state} cannot become {move.to}."
        raise RefusedError({"status": [refusal]})
    if move.needs_rider and delivery.rider is None:
        raise RefusedError({"status": ["The delivery has no rider yet."]})
    columns: dict[str, object] = {"state": move.to}
    if move.proof is not None and typed is not None:
        if not _is_right(work, delivery, move.proof, typed):
            set_misses(work.tx, uuid, move.proof, delivery.misses(move.proof) + 1)
            return move.proof
        # A code that was the right one is used up.
        columns |= digest_columns({move.proof: None})
    if move.to is State.IN_TRANSIT:
        columns["pickup_at"] = work.now
    elif move.to is State.DELIVERED:
        columns["dropoff_at"] = work.now
        columns["earned"] = delivery.commission(work.environment.business.commission)
    elif move.to is State.CANCELLED:
        # A key names no person, so the business is named as who has cancelled.
        columns |= work.calling_off(update.note)
    moved = work.change(delivery, columns)
    _tell(work, delivery, moved)
    work.announce(moved, move.emits)
    return moved


def _is_right(work: UnitOfWork, delivery: Delivery, stage: Stage, typed: SecretStr) -> bool:
    if delivery.misses(stage) >= MAX_WRONG_CODES:
        refusal = f"The {stage} code is void after too many wrong ones; it has to be sent again."
        raise RefusedError({CODE_FIELDS[stage]: [refusal]})
    code, digest = typed.get_secret_value().strip(), delivery.digest(stage)
    context = code_context(delivery.uuid, stage)
    return digest is not None and work.environment.vault.matches(code, digest, context=context)


def _tell(work: UnitOfWork, before: Delivery, moved: Delivery) -> None:
    """Tell what is to be told now, and nothing that the move has overtaken."""
    if moved.state is State.IN_TRANSIT:
        if told_at(work, before):
            tell_on_another_day(work, moved)
        # Its carrier may have failed to say that it was told.
        work.drop_texts(moved, Stage.PICKUP)
    elif moved.state not in OPEN:
        tell_nothing_more(work, moved)
