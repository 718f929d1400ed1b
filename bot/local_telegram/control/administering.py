"""Who there is in the local Telegram, and what is to go wrong in it."""

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from bot.local_telegram.control import bodies
from bot.local_telegram.control.chat_json import user_json
from bot.local_telegram.control.finding import Finder
from bot.local_telegram.control.refused import NotDone, read_json, told
from bot.local_telegram.faults import FloodLimits
from bot.local_telegram.telegram import LocalTelegram


class Administering:
    """Makes users and groups, and orders faults."""

    def __init__(self, telegram: LocalTelegram) -> None:
        self._telegram = telegram
        self._finder = Finder(telegram)

    def routes(self) -> list[Route]:
        posts = {
            "/api/users": self._add_user,
            "/api/groups": self._add_group,
            "/api/users/{user_id}/start": self._start,
            "/api/faults": self._fail,
            "/api/limits": self._limit,
            "/api/telegram": self._change_server,
        }
        return [
            *(Route(path, do, methods=["POST"]) for path, do in posts.items()),
            Route("/api/users/{user_id}", self._change_user, methods=["PATCH"]),
        ]

    async def _add_user(self, request: Request) -> Response:
        body = await read_json(request, bodies.NewUser)
        self._finder.refuse_taken(body.username)
        user = self._telegram.add_user(**body.model_dump())
        return JSONResponse(user_json(user), status_code=201)

    async def _change_user(self, request: Request) -> Response:
        user, body = self._finder.user(request), await read_json(request, bodies.ChangedUser)
        if body.language_code is not None:
            user.speak(body.language_code)
        if body.offline is not None:
            user.go_offline(offline=body.offline)
        return JSONResponse(user_json(user))

    async def _add_group(self, request: Request) -> Response:
        body = await read_json(request, bodies.NewGroup)
        members = [self._finder.party(member) for member in dict.fromkeys(body.members)]
        if all(member.is_bot for member in members):
            raise NotDone(400, "Put a person among the members: the first one owns the group.")
        group = self._telegram.add_group(body.title, members, forum=body.forum)
        return JSONResponse({"id": group.id}, status_code=201)

    async def _start(self, request: Request) -> Response:
        user, body = self._finder.user(request), await read_json(request, bodies.Starting)
        bot = self._finder.bot_named(body.bot)
        user.write(f"/start {body.payload}".rstrip(), bot=bot)
        return JSONResponse({}, status_code=201)

    async def _fail(self, request: Request) -> Response:
        body = await read_json(request, bodies.Fault)
        with told():
            self._telegram.fail(**body.model_dump())
        return JSONResponse({})

    async def _limit(self, request: Request) -> Response:
        body = await read_json(request, bodies.Limits)
        self._telegram.limits = FloodLimits() if body.on else None
        return JSONResponse({})

    async def _change_server(self, request: Request) -> Response:
        body = await read_json(request, bodies.ServerState)
        if body.down is not None:
            self._telegram.down = body.down
        if body.knows_rich is not None:
            self._telegram.knows_rich = body.knows_rich
        return JSONResponse({})
