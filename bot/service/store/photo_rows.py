"""Proof photos: one of each hand-over of a delivery."""

from sqlalchemy import delete, insert, select

from bot.base.database.prepared import Change, Query, as_value, given
from bot.base.database.transaction import Transaction
from bot.service.store.tables import photos
from bot.service.vocabulary import Stage

_OF_STAGE = (photos.c.delivery_uuid == given("of"), photos.c.stage == given("at"))
_KEPT: Query[bytes] = Query(select(photos.c.content).where(*_OF_STAGE), as_value)
_REMOVE = Change(delete(photos).where(*_OF_STAGE))
_ADD = Change(insert(photos).values({column.name: given(column.name) for column in photos.c}))
_SEEN: Query[bytes] = Query(
    select(photos.c.content).where(
        photos.c.token == given("token"), photos.c.environment == given("environment")
    ),
    as_value,
)


def replace_photo(
    tx: Transaction, environment: str, uuid: str, stage: Stage, *, token: str, content: bytes
) -> None:
    """Keep a photo in place of the former one, until its delivery is wiped."""
    tx.run(_REMOVE, of=uuid, at=stage)
    tx.run(
        _ADD,
        token=token,
        environment=environment,
        delivery_uuid=uuid,
        stage=stage,
        content=content,
    )


def photo_of(tx: Transaction, uuid: str, stage: Stage) -> bytes | None:
    return tx.one(_KEPT, of=uuid, at=stage)


def photo_at(tx: Transaction, environment: str, token: str) -> bytes | None:
    return tx.one(_SEEN, environment=environment, token=token)
