"""What can only be read: texts that wait or have failed, and who has done what."""

from typing import Annotated

from pydantic import BaseModel, Field
from starlette.responses import Response

from bot.service.api.refusal_words import checked
from bot.service.operations.tell import list_texts
from bot.service.pages.operator.desk import Desk, DeskSection
from bot.service.store.audit_rows import entries_before
from bot.service.store.tables import FAILED, WAITING

_SHOWN = 100
_ALL = 2**63 - 1

section = DeskSection()


class _Page(BaseModel):
    before: Annotated[int, Field(ge=1, le=_ALL)] = _ALL


@section.get("/texts")
async def _list_texts(desk: Desk) -> Response:
    """Show to whom texts are and about what, never what they tell."""
    waiting = await list_texts(desk.environment, [WAITING], _SHOWN)
    failed = await list_texts(desk.environment, [FAILED], _SHOWN)
    return desk.show("texts", "texts", waiting=waiting, failed=failed, shown=_SHOWN)


@section.get("/audit")
async def _list_deeds(desk: Desk) -> Response:
    environment, before = desk.environment, checked(_Page, desk.visit.request.query_params).before
    entries = await environment.database.read(entries_before, environment.name, before, _SHOWN)
    older = entries[-1].number if len(entries) == _SHOWN else None
    return desk.show("audit", "audit", entries=entries, older=older)
