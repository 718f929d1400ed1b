"""The audit log: what operators, their programs and the command line have done."""

from collections.abc import Sequence
from typing import Annotated

from pydantic import BaseModel, Field
from starlette.responses import Response
from starlette.routing import Route

from bot.service.pages.operator.desk import Desk, Desks, checked
from bot.service.store.audit_rows import entries_before

_SHOWN = 100
_ALL = 2**63 - 1


class _Page(BaseModel):
    before: Annotated[int, Field(ge=1, le=_ALL)] = _ALL


def audit_routes(desks: Desks) -> Sequence[Route]:
    return [desks.get("/audit", _list)]


async def _list(desk: Desk) -> Response:
    environment, before = desk.environment, checked(_Page, desk.visit.request.query_params).before
    entries = await environment.database.read(entries_before, environment.name, before, _SHOWN)
    older = entries[-1].number if len(entries) == _SHOWN else None
    return desk.show("audit", "audit", entries=entries, older=older)
