"""Templates to HTML: every value is escaped and turns no text; one that is missing is an error."""

from collections.abc import Mapping
from datetime import datetime
from hashlib import sha256
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from bot.base.plain_text import without_turns
from bot.service.amounts import grouped

_FOLDER = Path(__file__).parent
TEMPLATES = _FOLDER / "templates"

HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; "
        "frame-ancestors 'none'; base-uri 'none'"
    ),
    # With `no-referrer` browsers hide where a form of ours comes from, from us as well.
    "Referrer-Policy": "same-origin",
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
}
"""Of every page: nothing is run unless it says so, framed, kept, or loaded from elsewhere."""

_YEAR = "public, max-age=31536000, immutable"


class _Asset:
    """A file that pages load, under a name that changes with it."""

    def __init__(self, name: str, media_type: str) -> None:
        self._content = (_FOLDER / name).read_bytes()
        self._media_type = media_type
        stem, suffix = name.rsplit(".", 1)
        self.url = f"/pages/{stem}-{sha256(self._content).hexdigest()[:12]}.{suffix}"

    @property
    def route(self) -> Route:
        return Route(self.url, self._answer)

    async def _answer(self, _request: Request) -> Response:
        headers = {"Cache-Control": _YEAR}
        return Response(self._content, media_type=self._media_type, headers=headers)


_STYLE = _Asset("style.css", "text/css")
_USE_PLACE = _Asset("use_place.js", "text/javascript")
ASSET_ROUTES = [_STYLE.route, _USE_PLACE.route]


def moment(at: datetime | None) -> str:
    """Return a time in UTC as people read it, and a dash for none."""
    return at.strftime("%Y-%m-%d %H:%M") if at else "–"


def _shown(value: object) -> object:
    """Return a value of a template as it may stand on a page, where it is a text."""
    return without_turns(value) if isinstance(value, str) else value


_templates = Environment(
    loader=FileSystemLoader(TEMPLATES),
    autoescape=True,
    undefined=StrictUndefined,
    finalize=_shown,
    trim_blocks=True,
    lstrip_blocks=True,
)
_templates.filters["moment"] = moment
_templates.filters["amount"] = grouped
_templates.globals["style_url"] = _STYLE.url
_templates.globals["use_place_url"] = _USE_PLACE.url


def rendered(template: str, status: int = 200, **values: object) -> Response:
    """Return a page; `template` is a path below the templates."""
    page = _templates.get_template(template).render(values)
    return HTMLResponse(page, status, headers=HEADERS)


def running_scripts(page: Response) -> Response:
    """Let one page run script files of the service's own, and nothing else."""
    page.headers["Content-Security-Policy"] += "; script-src 'self'"
    return page
