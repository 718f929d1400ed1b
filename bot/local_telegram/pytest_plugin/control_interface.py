"""Client of the control interface of a running local Telegram."""

from collections.abc import Mapping
from typing import Any

import httpx

from .program import Program

_PATIENCE = 90.0
"""The timeout in seconds: longer than the server holds any request."""


class ControlInterface:
    """Sends requests to the server; `programs` are the processes that the test has started."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.programs: list[Program] = []
        self._http = httpx.Client(base_url=url, timeout=_PATIENCE, trust_env=False)

    def close(self) -> None:
        for program in self.programs:
            program.stop()
        self._http.close()

    def ask(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> Any:  # noqa: ANN401 - JSON
        """Return the answer; raise `ValueError` with the sentence of a refusal."""
        given = None if body is None else {n: v for n, v in body.items() if v is not None}
        return _told(self._http.request(method, path, json=given))

    def send_file(self, path: str, name: str, content: bytes, caption: str) -> Any:  # noqa: ANN401 - JSON
        return _told(
            self._http.post(path, data={"caption": caption}, files={"file": (name, content)})
        )


def _told(answer: httpx.Response) -> Any:  # noqa: ANN401 - JSON
    told = answer.json()
    if answer.is_error:
        raise ValueError(told["error"])
    return told
