"""A receiver of webhooks that keeps each in SQLite, in a commit of its own, before it answers."""

import aiosqlite
import uvloop
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tests.benchmarks.references.serving import serve, settings


async def main() -> None:
    told = settings()
    async with aiosqlite.connect(told["database"], isolation_level=None) as database:
        await database.execute("PRAGMA journal_mode=WAL")
        await database.execute("PRAGMA synchronous=FULL")
        await database.execute("CREATE TABLE webhooks (id INTEGER PRIMARY KEY, body BLOB NOT NULL)")

        async def receive(request: Request) -> Response:
            body = await request.body()
            await database.execute("INSERT INTO webhooks (body) VALUES (?)", (body,))
            return Response()

        app = Starlette(routes=[Route("/events", receive, methods=["POST"])])
        await serve(app, told)


if __name__ == "__main__":
    uvloop.run(main())
