"""Telegram's webhook: it compares the secret, stores the update, and only then answers."""

import hmac
from dataclasses import dataclass
from http import HTTPStatus

from starlette.types import Receive, Scope

from bot.actions.arrivals import AnswerPress, ArrivedUpdate, UnreadableUpdate, read_update
from bot.base.database.transaction import DatabaseFailed
from bot.base.log import Logger
from bot.store.intake import Intake, IntakeFull
from bot.web.requests import BODY_DEADLINE, PostRefused, headers, read_body

_log = Logger(__name__)

LIMIT = 1024 * 1024
"""The most bytes of an update."""


@dataclass(frozen=True, slots=True, repr=False)
class TelegramWebhook:
    """Takes updates; its `secret` is not the fleet service's key."""

    intake: Intake
    bot_id: int
    secret: str
    answer_press: AnswerPress
    body_deadline: float = BODY_DEADLINE

    async def __call__(self, scope: Scope, receive: Receive) -> str:
        secrets = headers(scope, b"x-telegram-bot-api-secret-token")
        if not secrets or not hmac.compare_digest(secrets[0], self.secret.encode()):
            raise PostRefused(401)
        arrived = await self._read(scope, receive)
        if arrived is None:
            return ""
        if arrived.pressed is not None:
            self.answer_press(arrived.pressed)
        try:
            await self.intake.accept(arrived.job)
        except (IntakeFull, DatabaseFailed) as error:
            raise PostRefused(503) from error
        return ""

    async def _read(self, scope: Scope, receive: Receive) -> ArrivedUpdate | None:
        """Return the update; `None` if it cannot be read or is too long.

        Such a post is not refused: Telegram would repeat it, and hold back later updates.
        """
        try:
            raw = await read_body(scope, receive, LIMIT, self.body_deadline)
            return read_update(self.bot_id, raw)
        except PostRefused as refused:
            if refused.status != HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
                raise
        except UnreadableUpdate:
            pass
        _log.error("left out what is not an update")
        return None
