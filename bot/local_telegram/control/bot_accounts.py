"""Bots: made, listed with their tokens, searched through, and what they have called."""

import secrets
from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from bot.local_telegram.bots import BotAccount
from bot.local_telegram.control import bodies
from bot.local_telegram.control.call_log import CallLog
from bot.local_telegram.control.chat_json import account_json
from bot.local_telegram.control.finding import Finder, number_of, path_number
from bot.local_telegram.control.refused import NotDone, read_json
from bot.local_telegram.control.waiting import awaited, wished_wait
from bot.local_telegram.queries import InlineQuery
from bot.local_telegram.telegram import LocalTelegram

_KEPT_SEARCHES = 100
_SECRET_LENGTH = 35
_NOT_KEPT: Mapping[str, str] = {"Cache-Control": "no-store"}


class BotAccounts:
    """Answers the developers of bots."""

    def __init__(self, telegram: LocalTelegram) -> None:
        self._telegram = telegram
        self._finder = Finder(telegram)
        self._calls = CallLog(telegram.world)
        self._searches: dict[str, InlineQuery] = {}

    def routes(self) -> list[Route]:
        return [
            Route("/api/bots", self._list, methods=["GET"]),
            Route("/api/bots", self._add, methods=["POST"]),
            Route("/api/bots/{bot_id}", self._change, methods=["PATCH"]),
            Route("/api/bots/{bot_id}/calls", self._called, methods=["GET"]),
            Route("/api/users/{user_id}/searches", self._search, methods=["POST"]),
            Route("/api/users/{user_id}/searches/{search_id}", self._found, methods=["GET"]),
        ]

    async def _list(self, _: Request) -> Response:
        bots = self._telegram.world.bots.values()
        return JSONResponse({"bots": [account_json(bot) for bot in bots]}, headers=_NOT_KEPT)

    async def _add(self, request: Request) -> Response:
        body = await read_json(request, bodies.NewBot)
        self._finder.refuse_taken(body.username)
        secret = secrets.token_urlsafe(_SECRET_LENGTH)[:_SECRET_LENGTH]
        token = body.token or f"{self._free_number()}:{secret}"
        if self._finder.has(int(token.partition(":")[0])):
            raise NotDone(409, "Choose another token: there is somebody with its number.")
        bot = self._telegram.add_bot(
            token,
            username=body.username,
            first_name=body.first_name or body.username,
            can_read_all_group_messages=not body.privacy,
        )
        return JSONResponse(account_json(bot), status_code=201)

    async def _change(self, request: Request) -> Response:
        bot = self._finder.party(path_number(request, "bot_id"))
        body = await read_json(request, bodies.ChangedBot)
        if not isinstance(bot, BotAccount):
            raise NotDone(400, f"{bot.first_name} is not a bot: choose one of /api/bots.")
        bot.can_read_all_group_messages = not body.privacy
        return JSONResponse(account_json(bot))

    async def _called(self, request: Request) -> Response:
        bot = self._finder.party(path_number(request, "bot_id"))
        after = number_of(request.query_params.get("after", "0"), "after")
        calls = await awaited(
            lambda: self._calls.of(bot.id, after),
            self._calls.next,
            self._telegram.world.clock,
            wished_wait(request),
        )
        return JSONResponse({"calls": calls}, headers=_NOT_KEPT)

    async def _search(self, request: Request) -> Response:
        user, body = self._finder.user(request), await read_json(request, bodies.Search)
        search = user.search(body.query, bot=self._finder.bot_named(body.bot))
        while len(self._searches) >= _KEPT_SEARCHES:
            self._searches.pop(next(iter(self._searches)))
        self._searches[search.id] = search
        return JSONResponse({"id": search.id}, status_code=201)

    async def _found(self, request: Request) -> Response:
        search = self._searches.get(request.path_params["search_id"])
        if search is None:
            raise NotDone(404, "There is no such search: begin it again.")
        await awaited(
            lambda: search.results is not None,
            self._calls.next,
            self._telegram.world.clock,
            wished_wait(request),
        )
        return JSONResponse({"results": search.results}, headers=_NOT_KEPT)

    def _free_number(self) -> int:
        while True:
            number = 1_000_000_000 + secrets.randbelow(8_000_000_000)
            if not self._finder.has(number):
                return number
