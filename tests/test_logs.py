"""Logs: whatever is logged by whomever, no secret stands in it."""

import asyncio
import io
import json
import logging
from collections.abc import Callable

import httpx
import pytest

from bot import logs
from bot.base.log import Logger
from bot.base.settings.loader import ConfigError

TOKEN = "1000000001:canaryTOKENofTheOnlyBotInTownXXXXXX"
FOREIGN_TOKEN = "2000000002:canaryTOKENofSomeOtherBotXXXXXXXXXX"
KEY = "canary-key-of-the-account"
LONGER_KEY = "canary-key-of-the-account-2"
ODD = 'canary "quoted" \\ and/slashed?'
SECRETS = (TOKEN, KEY, LONGER_KEY, ODD)


@pytest.fixture(params=["json", "text"])
def stream(request: pytest.FixtureRequest) -> io.StringIO:
    stream = io.StringIO()
    logs.configure("INFO", as_json=request.param == "json", secrets=SECRETS, stream=stream)
    return stream


def by_us(secret: str) -> None:
    Logger("bot.somewhere").warning(f"said {secret}", key=secret)


def by_us_nested(secret: str) -> None:
    log = Logger("bot.somewhere")
    log.warning("said", headers={"x-api-key": [secret]}, value=(secret, 1))


def fail(secret: str) -> None:
    raise LookupError("outer") from ValueError(secret)


def by_us_exception(secret: str) -> None:
    try:
        fail(secret)
    except LookupError:
        Logger("bot.somewhere").exception("failed")


def by_us_repr(secret: str) -> None:
    Logger("bot.somewhere").error("failed", error=repr(ValueError(secret)))


def by_stdlib(secret: str) -> None:
    logging.getLogger("some.library").warning("GET /bot%s/getMe with %r", secret, {"k": secret})


def by_stdlib_exception(secret: str) -> None:
    try:
        fail(secret)
    except LookupError:
        logging.getLogger("some.library").exception("failed with %s", secret)


def by_stdlib_name(secret: str) -> None:
    logging.getLogger(f"library.{secret}").error("failed")


def by_asyncio(secret: str) -> None:
    async def failing() -> None:
        raise LookupError(secret)

    async def main() -> None:
        asyncio.get_running_loop().call_exception_handler(
            {"message": "a task failed", "exception": LookupError(secret)}
        )
        with pytest.raises(LookupError):
            await failing()

    asyncio.run(main())


WAYS = [
    by_us,
    by_us_nested,
    by_us_exception,
    by_us_repr,
    by_stdlib,
    by_stdlib_exception,
    by_stdlib_name,
    by_asyncio,
]


@pytest.mark.parametrize("secret", [*SECRETS, FOREIGN_TOKEN])
@pytest.mark.parametrize("way", WAYS)
def test_no_secret_stands_in_the_log(stream: io.StringIO, way: Callable[[str], None], secret: str):
    way(secret)
    written = stream.getvalue()
    assert written
    assert "canary" not in written
    assert "[hidden]" in written or "LookupError" in written


def caused(error: Exception, cause: Exception) -> Exception:
    error.__cause__ = cause
    return error


class TestWhatIsSaidOfAnError:
    PASSWORD = "me:p€ss"

    @pytest.fixture
    def foreign(self) -> Exception:
        return caused(
            httpx.ConnectError(f"cannot reach {self.PASSWORD}"),
            UnicodeEncodeError("latin-1", self.PASSWORD, 4, 5, "ordinal not in range(256)"),
        )

    @pytest.mark.parametrize("as_json", [True, False])
    def test_a_foreign_one_is_told_by_its_class_and_what_it_comes_from(
        self, foreign: Exception, as_json: bool
    ):
        stream = io.StringIO()
        logs.configure(stream=stream, as_json=as_json)
        Logger("bot").warning("no answer", error=foreign)
        logging.getLogger("bot.ours").warning("no answer: %s", foreign)
        Logger("bot").error("failed", exc_info=foreign)
        logging.getLogger("bot.ours").error("failed", exc_info=foreign)
        written = stream.getvalue()
        assert written.count("ConnectError") >= 4
        assert written.count("UnicodeEncodeError") >= 4
        for quoted in ("p€ss", "p\\u20ac", "me:", "cannot reach"):
            assert quoted not in written

    def test_the_number_of_an_error_of_the_machine_is_told(self):
        assert logs.said(FileNotFoundError(2, "No such file", "/home/ada")) == (
            "FileNotFoundError ENOENT"
        )

    def test_one_of_our_own_has_its_words(self):
        assert logs.said(ConfigError("web.port is taken")) == "ConfigError: web.port is taken"


def test_a_secret_that_begins_another_one_leaves_nothing_of_it(stream: io.StringIO):
    by_us(LONGER_KEY)
    assert "[hidden]-2" not in stream.getvalue()


async def test_the_address_of_a_request_with_the_token_is_not_logged(stream: io.StringIO):
    transport = httpx.MockTransport(lambda _request: httpx.Response(200))
    async with httpx.AsyncClient(transport=transport) as http:
        await http.get(f"https://api.telegram.org/bot{TOKEN}/getMe", headers={"x-api-key": KEY})
    assert stream.getvalue() == ""


@pytest.mark.parametrize(
    "name", ["httpx", "httpcore.connection", "telegram.ext.ExtBot", "sqlalchemy.engine", "uvicorn"]
)
def test_libraries_that_talk_of_what_they_carry_are_heard_only_when_they_warn(
    stream: io.StringIO, name: str
):
    logging.getLogger(name).info("POST https://api.telegram.org/bot%s/getMe", TOKEN)
    assert stream.getvalue() == ""
    logging.getLogger(name).warning("POST https://api.telegram.org/bot%s/getMe", TOKEN)
    assert "POST" in stream.getvalue()
    assert "canary" not in stream.getvalue()


def test_what_is_no_secret_stays(stream: io.StringIO):
    Logger("bot.somewhere").warning("job failed", kind="command", job=17)
    written = stream.getvalue()
    assert all(word in written for word in ("job failed", "command", "17", "bot.somewhere"))


def test_a_text_too_short_for_a_secret_hides_nothing():
    stream = io.StringIO()
    logs.configure(secrets=["a", ""], stream=stream)
    Logger("bot").warning("a banana")
    assert "a banana" in stream.getvalue()


def test_every_line_is_one_json_object_with_its_circumstances():
    stream = io.StringIO()
    logs.configure(stream=stream)
    Logger("bot.ours").warning("one\ntwo", job=1)
    logging.getLogger("theirs").error("three\r\nfour")
    by_us_exception("five\nsix")
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert [line["event"] for line in lines] == ["one\\ntwo", "three\\r\\nfour", "failed"]
    assert [line["level"] for line in lines] == ["warning", "error", "error"]
    assert [line["logger"] for line in lines] == ["bot.ours", "theirs", "bot.somewhere"]
    assert all(line["timestamp"].endswith("Z") for line in lines)
    assert "LookupError" in lines[2]["exception"]


def test_strangers_cannot_write_lines_of_their_own():
    stream = io.StringIO()
    logs.configure(as_json=False, stream=stream)
    Logger("bot").warning("hello", name="Ada\n2026-03-02 [error] all is lost")
    assert len(stream.getvalue().splitlines()) == 1


def test_what_is_below_the_level_is_not_written():
    stream = io.StringIO()
    logs.configure("WARNING", stream=stream)
    Logger("bot").info("quiet")
    logging.getLogger("theirs").info("quiet")
    assert stream.getvalue() == ""
