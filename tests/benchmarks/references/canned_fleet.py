"""A fleet service that says the same to every question, as fast as it can be said."""

from starlette.types import Receive, Scope, Send

from tests.benchmarks.references.serving import run, settings

_ANSWER = str(settings()["answer"]).encode() if __name__ == "__main__" else b""
_HEADERS = [
    (b"content-type", b"application/json"),
    (b"content-length", str(len(_ANSWER)).encode()),
]


async def answer(_scope: Scope, _receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
    await send({"type": "http.response.body", "body": _ANSWER})


if __name__ == "__main__":
    run(answer)
