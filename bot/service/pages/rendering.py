"""Templates to HTML: everything is escaped, and nothing that is missing stays unnoticed."""

from collections.abc import Mapping
from datetime import datetime
from hashlib import sha256
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

_FOLDER = Path(__file__).parent
TEMPLATES = _FOLDER / "templates"
_STYLE = (_FOLDER / "style.css").read_bytes()
_STYLE_URL = f"/pages/style-{sha256(_STYLE).hexdigest()[:12]}.css"

HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; "
        "frame-ancestors 'none'; base-uri 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    # With `no-referrer` browsers hide where a form of ours comes from, from us as well.
    "Referrer-Policy": "same-origin",
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
}
"""Of every page: nothing is run, framed, kept, or loaded from elsewhere."""

_YEAR = "public, max-age=31536000, immutable"


def moment(at: datetime | None) -> str:
    """Return a time in UTC as people read it, and a dash for none."""
    return at.strftime("%Y-%m-%d %H:%M") if at else "–"


_templates = Environment(
    loader=FileSystemLoader(TEMPLATES),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_templates.filters["moment"] = moment
_templates.globals["style_url"] = _STYLE_URL


def rendered(template: str, status: int = 200, **values: object) -> Response:
    """Return a page; `template` is a path below the templates."""
    page = _templates.get_template(template).render(values)
    return HTMLResponse(page, status, headers=HEADERS)


async def _style(_request: Request) -> Response:
    return Response(_STYLE, media_type="text/css", headers={"Cache-Control": _YEAR})


STYLE_ROUTE = Route(_STYLE_URL, _style)
"""The one stylesheet, under a name that changes with it."""
