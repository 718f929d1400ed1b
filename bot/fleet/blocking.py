"""The client for scripts without asyncio: the same methods, each waited for."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from functools import partial
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

from bot.fleet.client import FleetClient
from bot.fleet.service_profile import Profile
from bot.fleet.wire import Wire

P = ParamSpec("P")
T = TypeVar("T")


class BlockingFleet:
    """Asks one account at one fleet service, and waits for each answer.

    It is opened and closed by `with`. What is asked is a method of `FleetClient`, with the same
    arguments, answers and errors; the profile is `FleetClient`'s, the settings are those of `Wire`.

    Raises:
        ValueError: the base URL or the key cannot be used.
        RuntimeError: an event loop runs in this thread, where `FleetClient` is to be awaited.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str,
        profile: Profile | None = None,
        **settings: Any,  # noqa: ANN401 - Wire's
    ) -> None:
        self._runner = asyncio.Runner()
        self._profile = profile
        self._wire = partial(Wire, base_url, api_key, **settings)
        self._client: FleetClient | None = None

    def __enter__(self) -> Self:
        if _a_loop_runs():
            raise RuntimeError("an event loop runs here: await the methods of FleetClient instead")
        try:
            self._client = self._runner.run(self._made())
        except BaseException:
            self._runner.close()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        try:
            self._runner.run(self._open.aclose())
        finally:
            self._client = None
            self._runner.close()

    def ask(
        self,
        method: Callable[Concatenate[FleetClient, P], Coroutine[Any, Any, T]],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Call a method, such as `fleet.ask(FleetClient.get_rider, rider_uuid)`."""
        return self._runner.run(method(self._open, *args, **kwargs))

    def each(
        self,
        method: Callable[Concatenate[FleetClient, P], AsyncIterator[T]],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> Iterator[T]:
        """Go through a list, such as `fleet.each(FleetClient.riders, RiderQuery())`."""
        records = method(self._open, *args, **kwargs)
        while True:
            try:
                yield self._runner.run(_next(records))
            except StopAsyncIteration:
                return

    async def _made(self) -> FleetClient:
        return FleetClient(self._wire(), self._profile)

    @property
    def _open(self) -> FleetClient:
        if self._client is None:
            raise RuntimeError("the client is not open: use it in a `with` block")
        return self._client


async def _next(records: AsyncIterator[T]) -> T:
    return await anext(records)


def _a_loop_runs() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True
