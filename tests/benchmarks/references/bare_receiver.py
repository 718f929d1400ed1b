"""A receiver of webhooks that answers 200, and nothing else."""

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tests.benchmarks.references.serving import run


async def receive(request: Request) -> Response:
    await request.body()
    return Response()


if __name__ == "__main__":
    run(Starlette(routes=[Route("/events", receive, methods=["POST"])]))
