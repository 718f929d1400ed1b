"""What schemathesis is told beyond the page: what there is, and one check more."""

import json
import os
import re
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
import schemathesis
from schemathesis import Case, Response
from schemathesis.checks import CheckContext
from schemathesis.generation.meta import TestPhase
from schemathesis.hooks import HookContext

from tests.openapi.fitting import Fitting, Staged
from tests.openapi.fuzz import SHARES, STAGE
from tests.openapi.shares import Shares
from tests.support.patience import PATIENCE

_AS_DRAWN = 4
"""One of so many requests is sent as it was drawn, about what there is not."""

# Which fields go together, and which days the calendar has, no schema says.
_BLAMES_THE_FORM = re.compile(
    r"^The \S+ field (?!is required when |has to be a day that the calendar has)"
)

_told: dict[str, Any] = json.loads(os.environ[STAGE])
_http = httpx.Client(trust_env=False, timeout=PATIENCE)
_turns: Counter[str] = Counter()


def _staged(state: str) -> Staged:
    staged: Staged = _http.get(f"{_told['url']}/{state}").raise_for_status().json()
    return staged


_fitting = Fitting(_staged, _told["courier"], _told["riders"], _told["link_code"])
_shares = Shares(Path(os.environ[SHARES]))


def _is_allowed(case: Case) -> bool:
    """Tell whether the page allows a request, as far as schemathesis knows."""
    return case.meta is not None and case.meta.generation.mode.is_positive


def _name(case: Case) -> str:
    return str(case.operation.definition.raw["operationId"])


@schemathesis.hook
def before_call(_context: HookContext, case: Case, _kwargs: dict[str, Any]) -> None:
    name = _name(case)
    _turns[name] += 1
    # Along the links it goes on with what there is.
    along_links = case.meta is not None and case.meta.phase.name == TestPhase.STATEFUL
    if _is_allowed(case) and not along_links and _turns[name] % _AS_DRAWN:
        _fitting.fit(name, case.path_parameters or {}, case.query or {}, case.body)


@schemathesis.hook
def after_call(_context: HookContext, case: Case, response: Response) -> None:
    _shares.note(_name(case), allowed=_is_allowed(case), accepted=response.status_code == 200)


@schemathesis.check
def well_formed_data_is_refused_for_what_it_says_only(
    _context: CheckContext, response: Response, case: Case
) -> None:
    """A 422 that blames the form of data which the page calls well-formed: the page is wrong."""
    if not _is_allowed(case) or response.status_code != 422:
        return
    texts = [text for texts in response.json()["errors"].values() for text in texts]
    blames = [text for text in texts if _BLAMES_THE_FORM.search(text)]
    assert not blames, f"the page calls this well-formed: {blames}"
