"""Texts that wait or have failed: to whom and about what, never what they tell."""

from collections.abc import Sequence

from starlette.responses import Response
from starlette.routing import Route

from bot.service.operations.text_log import list_texts
from bot.service.pages.operator.desk import Desk, Desks
from bot.service.store.tables import FAILED, WAITING

_SHOWN = 100


def text_routes(desks: Desks) -> Sequence[Route]:
    return [desks.get("/texts", _list)]


async def _list(desk: Desk) -> Response:
    waiting = await list_texts(desk.environment, [WAITING], _SHOWN)
    failed = await list_texts(desk.environment, [FAILED], _SHOWN)
    return desk.show("texts", "texts", waiting=waiting, failed=failed, shown=_SHOWN)
