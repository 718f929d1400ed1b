"""Proof photos come to a delivery, and everybody who knows the address sees them."""

import secrets
from collections.abc import Mapping

from bot.base.pictures import PictureFault
from bot.base.reader_process import FileRefused, ReadingLimits
from bot.service.environment import Environment, UnitOfWork, lookup
from bot.service.errors import RefusedError
from bot.service.photos import plain_jpeg
from bot.service.rules.deliveries import PHOTO_LIMIT, PHOTO_MEMORY, PHOTO_PIXELS, PHOTO_TOKEN_BYTES
from bot.service.store.photo_rows import photo_at, photo_of, replace_photo
from bot.service.vocabulary import Stage

_LIMITS = ReadingLimits(memory=PHOTO_MEMORY)
_TOO_BIG = f"It has more than {PHOTO_LIMIT // 1024**2} MB: send a smaller one."
_WHY: Mapping[str, str] = {
    PictureFault.TOO_LARGE: f"It has more than {PHOTO_PIXELS:,} pixels: send a smaller one.",
    PictureFault.NOT_WHOLE: "It is not a whole JPEG, PNG or WebP picture.",
    PictureFault.POISONOUS: "It takes too much to read: take another one, or save it again.",
}
_COLUMNS = {Stage.PICKUP: "pickup_photo", Stage.DROPOFF: "dropoff_photo"}

find_photo = lookup(photo_at)
"""Return the JPEG under a token, or None."""


async def put_photo(environment: Environment, uuid: str, stage: Stage, content: bytes) -> str:
    """Keep the photo of a hand-over, in place of a former one; return where it is seen.

    The same photo again stays under its address.

    Raises:
        NotFoundError: there is no such delivery.
        RefusedError: it was not picked up yet, or the photo cannot be taken.
    """
    if len(content) > PHOTO_LIMIT:
        raise _refused(_TOO_BIG)
    try:
        # Before the transaction, which would hold up all other writers meanwhile.
        photo = await environment.reader.read(plain_jpeg, content, limits=_LIMITS)
    except FileRefused as refusal:
        raise _refused(_WHY[refusal.why]) from refusal
    return await environment.write(_keep, uuid, stage, photo)


def _refused(sentence: str) -> RefusedError:
    return RefusedError({"photo": [f"The photo cannot be taken. {sentence}"]})


def _keep(work: UnitOfWork, uuid: str, stage: Stage, photo: bytes) -> str:
    delivery = work.delivery(uuid)
    if delivery.pickup_at is None:
        refusal = f"Delivery {delivery.order_number} has not been picked up yet: no photo is taken."
        raise RefusedError({"delivery_uuid": [refusal]})
    present = delivery.proof_of(stage)
    if present and photo_of(work.tx, uuid, stage) == photo:
        return present
    token = secrets.token_urlsafe(PHOTO_TOKEN_BYTES)
    origin = work.environment.settings.public_url.rstrip("/")
    url = f"{origin}/{work.environment.name}/photos/{token}.jpg"
    work.change(delivery, {_COLUMNS[stage]: url})
    replace_photo(work.tx, work.environment.name, uuid, stage, token=token, content=photo)
    work.did(f"photo of the {stage} put", delivery.title)
    return url
