"""What schemathesis is told beyond the page: what there is, dates, and one check more."""

import json
import os
import re
from collections.abc import Sequence
from typing import Any
from uuid import UUID

import schemathesis
from hypothesis import strategies as st
from schemathesis import Case, Response
from schemathesis.checks import CheckContext
from schemathesis.hooks import HookContext

from tests.openapi.fuzz import KNOWN

_known: dict[str, Sequence[str]] = json.loads(os.environ[KNOWN])

_BLAMES_THE_FORM = re.compile(r"^The \S+ field (?!is required when )")

schemathesis.openapi.format(
    "day-first-date", st.dates().map(lambda day: f"{day:%d-%m-}{day.year:04}")
)


@schemathesis.hook
def map_body(_context: HookContext, body: Any) -> Any:
    """Let half of a body's uuids be of what there is; what is no uuid stays as it was drawn."""
    if not isinstance(body, dict):
        return body
    return {
        name: _met(value, _known[root]) if (root := name.partition("[")[0]) in _known else value
        for name, value in body.items()
    }


def _met(value: Any, known: Sequence[str]) -> Any:
    if isinstance(value, list):
        return [_met(element, known) for element in value]
    try:
        drawn = UUID(value).int
    except (ValueError, AttributeError, TypeError):
        return value
    return known[drawn // 2 % len(known)] if drawn % 2 else value


@schemathesis.check
def well_formed_data_is_refused_for_what_it_says_only(
    _context: CheckContext, response: Response, case: Case
) -> None:
    """A 422 that blames the form of data which the page calls well-formed: the page is wrong."""
    if case.meta is None or not case.meta.generation.mode.is_positive:
        return
    if response.status_code != 422:
        return
    texts = [text for texts in response.json()["errors"].values() for text in texts]
    blames = [text for text in texts if _BLAMES_THE_FORM.search(text)]
    assert not blames, f"the page calls this well-formed: {blames}"
