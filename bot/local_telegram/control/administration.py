"""Requests that create and change people, groups and bots, and that order failures."""

import secrets
from collections import defaultdict, deque
from itertools import count
from typing import Any

from starlette.requests import Request
from starlette.routing import Route

from bot.local_telegram.bots import BotAccount
from bot.local_telegram.control import bodies
from bot.local_telegram.control.chat_json import account_json, user_json
from bot.local_telegram.control.lookup import Finder
from bot.local_telegram.control.message_json import moment
from bot.local_telegram.control.requests import (
    NotDone,
    awaited,
    fetched,
    number_of,
    path_number,
    posted,
)
from bot.local_telegram.faults import FloodLimits
from bot.local_telegram.queries import InlineQuery
from bot.local_telegram.queue import Broadcast
from bot.local_telegram.telegram import LocalTelegram
from bot.local_telegram.world import ApiCall

_KEPT_CALLS = 500
"""How many calls of a bot can be read; older ones are dropped."""

_KEPT_SEARCHES = 100
_LONGEST_VALUE = 5000
_SECRET_LENGTH = 35


class Administering:
    """The routes that create and change users, groups and bots, and order failures."""

    def __init__(self, telegram: LocalTelegram) -> None:
        self._telegram = telegram
        self._finder = Finder(telegram)

    def routes(self) -> list[Route]:
        telegram = self._telegram
        return [
            posted("/api/users", bodies.NewUser, self._add_user, status=201),
            posted("/api/users/{user_id}", bodies.ChangedUser, self._change_user, method="PATCH"),
            posted("/api/users/{user_id}/start", bodies.Starting, self._start, status=201),
            posted("/api/groups", bodies.NewGroup, self._add_group, status=201),
            fetched("/api/bots", self._list_bots),
            posted("/api/bots", bodies.NewBot, self._add_bot, status=201),
            posted("/api/bots/{bot_id}", bodies.ChangedBot, self._change_bot, method="PATCH"),
            posted("/api/faults", bodies.Fault, lambda _, body: telegram.fail(**body.model_dump())),
            posted("/api/limits", bodies.Limits, self._limit),
            posted("/api/telegram", bodies.ServerState, self._change_server),
        ]

    def _add_user(self, _: Request, body: bodies.NewUser) -> object:
        self._finder.refuse_taken(body.username)
        return user_json(self._telegram.add_user(**body.model_dump()))

    def _change_user(self, request: Request, body: bodies.ChangedUser) -> object:
        user = self._finder.user(request)
        if body.language_code is not None:
            user.speak(body.language_code)
        if body.offline is not None:
            user.go_offline(offline=body.offline)
        return user_json(user)

    def _start(self, request: Request, body: bodies.Starting) -> None:
        user, bot = self._finder.user(request), self._finder.bot_named(body.bot)
        user.write(f"/start {body.payload}".rstrip(), bot=bot)

    def _add_group(self, _: Request, body: bodies.NewGroup) -> object:
        members = [self._finder.party(member) for member in dict.fromkeys(body.members)]
        if all(member.is_bot for member in members):
            raise NotDone(400, "Put a person among the members: the first one owns the group.")
        return {"id": self._telegram.add_group(body.title, members, forum=body.forum).id}

    async def _list_bots(self, _: Request) -> object:
        return {"bots": [account_json(bot) for bot in self._telegram.world.bots.values()]}

    def _add_bot(self, _: Request, body: bodies.NewBot) -> object:
        self._finder.refuse_taken(body.username)
        token = body.token
        if token is None:
            number = 1_000_000_000 + secrets.randbelow(8_000_000_000)
            token = f"{number}:{secrets.token_urlsafe(_SECRET_LENGTH)[:_SECRET_LENGTH]}"
        if self._telegram.world.party(int(token.partition(":")[0])) is not None:
            raise NotDone(409, "Choose another token: there is somebody with its number.")
        bot = self._telegram.add_bot(
            token,
            username=body.username,
            first_name=body.first_name or body.username,
            can_read_all_group_messages=not body.privacy,
            has_topics=body.topics,
        )
        return account_json(bot)

    def _change_bot(self, request: Request, body: bodies.ChangedBot) -> object:
        bot = self._finder.party(path_number(request, "bot_id"))
        if not isinstance(bot, BotAccount):
            raise NotDone(400, f"{bot.first_name} is not a bot: choose one of /api/bots.")
        if body.privacy is not None:
            bot.can_read_all_group_messages = not body.privacy
        if body.topics is not None:
            bot.has_topics = body.topics
        return account_json(bot)

    def _limit(self, _: Request, body: bodies.Limits) -> None:
        self._telegram.limits = FloodLimits() if body.on else None

    def _change_server(self, _: Request, body: bodies.ServerState) -> None:
        if body.down is not None:
            self._telegram.down = body.down
        if body.knows_rich is not None:
            self._telegram.knows_rich = body.knows_rich


class BotLog:
    """The latest calls of each bot, numbered, and the inline queries of people."""

    def __init__(self, telegram: LocalTelegram) -> None:
        self._clock = telegram.world.clock
        self._finder = Finder(telegram)
        self._searches: dict[str, InlineQuery] = {}
        self._numbers = count(1)
        self._calls: defaultdict[int, deque[dict[str, Any]]] = defaultdict(
            lambda: deque(maxlen=_KEPT_CALLS)
        )
        self._changes = Broadcast()
        telegram.world.call_listeners.append(self._note)

    def routes(self) -> list[Route]:
        searches = "/api/users/{user_id}/searches"
        return [
            fetched("/api/bots/{bot_id}/calls", self._called),
            posted(searches, bodies.Search, self._search, status=201),
            fetched(f"{searches}/{{search_id}}", self._found),
        ]

    def _note(self, call: ApiCall) -> None:
        self._calls[call.bot.id].append(
            {
                "n": next(self._numbers),
                "at": moment(call.at),
                "method": call.method,
                "arguments": {n: value[:_LONGEST_VALUE] for n, value in call.arguments.items()},
                "error": call.error.as_json() if call.error else None,
            }
        )
        self._changes.notify()

    async def _called(self, request: Request) -> object:
        bot = self._finder.party(path_number(request, "bot_id"))
        after = number_of(request.query_params.get("after", "0"), "after")

        def newer() -> list[dict[str, Any]]:
            return [call for call in self._calls[bot.id] if call["n"] > after]

        return {"calls": await awaited(request, self._clock, self._changes.next, newer)}

    def _search(self, request: Request, body: bodies.Search) -> object:
        user, bot = self._finder.user(request), self._finder.bot_named(body.bot)
        search = user.search(body.query, bot=bot)
        # The oldest are dropped, so that the number of searches is bounded.
        while len(self._searches) >= _KEPT_SEARCHES:
            self._searches.pop(next(iter(self._searches)))
        self._searches[search.id] = search
        return {"id": search.id}

    async def _found(self, request: Request) -> object:
        search = self._searches.get(request.path_params["search_id"])
        if search is None:
            raise NotDone(404, "There is no such search: begin it again.")
        # A bot answers a search by a call, so each new call may have set the results.
        await awaited(request, self._clock, self._changes.next, lambda: search.results is not None)
        return {"results": search.results}
