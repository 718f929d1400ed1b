"""What `run` refuses, `check` refuses in the same words, and nothing of it is a traceback."""

import asyncio
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import Result

from bot.demo.town import Town
from tests.cli.mistakes import OF_SETTINGS, Mistake
from tests.cli.outside_mistakes import OF_WHAT_IS_NAMED
from tests.cli.spoilt_setup import Setup, make_keys, standing_town, taken_port
from tests.support import prefork
from tests.support.patience import PATIENCE

GOOD = Mistake("")
ALL = [*OF_SETTINGS, *OF_WHAT_IS_NAMED]
OF_A_LIBRARY = ("Traceback", "pydantic", "_parsing", "_type", "validation", "Errno", "line_errors")


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Town]:
    with standing_town(tmp_path_factory.mktemp("town")) as town:
        make_keys(town)
        yield town


@pytest.fixture
def setup(town: Town, tmp_path: Path) -> Iterator[Setup]:
    with taken_port() as taken:
        yield Setup(town, tmp_path, taken)


def by_run(result: Result) -> list[str]:
    """The sentences that `run` ends with; what it logs before are objects."""
    return [line for line in result.stderr.splitlines() if not line.startswith("{")]


def by_check(result: Result, sign: str = "❌") -> list[str]:
    lines = [line for line in result.stdout.splitlines() if line.startswith(sign)]
    return [line.split(": ", 1)[1] for line in lines]


@pytest.mark.parametrize("mistake", ALL, ids=lambda mistake: mistake.sentence[:50])
def test_run_and_check_refuse_a_mistake_with_the_same_sentence(setup: Setup, mistake: Mistake):
    setup.spoil(mistake)
    before = setup.files()
    checked, run = setup.command("check", mistake), setup.runs(mistake)
    assert by_run(run) == by_check(checked)[:1]
    assert setup.says(mistake.sentence) in by_run(run)[0]
    assert len(by_check(checked)) == 1, checked.stdout
    assert (checked.exit_code, run.exit_code) == (2, 2)
    said = checked.output + run.output
    assert not [words for words in (*OF_A_LIBRARY, *setup.secrets) if words in said]
    assert isinstance(run.exception, SystemExit)
    assert isinstance(checked.exception, SystemExit)
    assert setup.files() == before


def test_there_are_as_many_mistakes_as_the_table_promises():
    assert len(ALL) >= 75


def test_all_mistakes_of_a_file_are_told_in_one_go(setup: Setup):
    mistakes = Mistake(
        "",
        {
            "telegram": {"owners": [], "tokn": "x", "token": None},
            "web": {"port": "many", "tls_key": None},
            "log": {"level": "LOUD"},
            "buisness": {"name": "x"},
        },
        environment={"FLEET__ENVIRONMENT": "staging"},
    )
    setup.spoil(mistakes)
    checked, run = setup.command("check", mistakes), setup.runs(mistakes)
    assert by_run(run) == by_check(checked)
    named = ("telegram.tokn", "buisness", "telegram.owners", "fleet.environment", "web.port", "log")
    for name, sentence in zip(named, by_run(run), strict=True):
        assert f" {name}" in sentence
        assert sentence.endswith(".")


def test_blanks_around_what_was_copied_do_no_harm(setup: Setup):
    fleet, telegram = setup.settings["fleet"], setup.settings["telegram"]
    blanks = Mistake(
        "",
        {
            "telegram": {"token": f" {telegram['token']}\n"},
            "fleet": {"api_key": f"\t{fleet['api_key']} ", "base_url": f" {fleet['base_url']} "},
        },
    )
    setup.spoil(blanks)
    checked = setup.command("check", blanks)
    assert checked.exit_code == 0, checked.stdout


def test_a_mark_of_the_editor_at_the_beginning_does_no_harm(setup: Setup):
    setup.spoil(GOOD)
    setup.config.write_bytes(b"\xef\xbb\xbf" + setup.config.read_bytes())
    assert setup.command("check", GOOD).exit_code == 0


def test_a_variable_that_overrules_the_file_is_told_of_without_its_value(setup: Setup):
    overruled = Mistake("", environment={"TELEGRAM__TOKEN": setup.settings["telegram"]["token"]})
    setup.spoil(overruled)
    checked = setup.command("check", overruled)
    assert by_check(checked, "⚠️")[0].startswith("HANDOVER_TELEGRAM__TOKEN in the environment")
    assert checked.exit_code == 0
    assert not [secret for secret in setup.secrets if secret in checked.output]


@pytest.mark.parametrize(
    ("section", "values", "sentence"),
    [
        ("telegram", {"api_url": "http://127.0.0.1:9"}, "does not answer at http://127.0.0.1:9"),
        ("fleet", {"base_url": "https://127.0.0.1:9/development/api/v1"}, "cannot be reached"),
        ("fleet", {"ca_file": None}, "cannot be reached"),
        ("web", {"public_url": "https://127.0.0.1:9"}, "does not lead to"),
    ],
)
def test_what_is_wrong_outside_is_no_wrong_setting(
    setup: Setup, section: str, values: dict[str, str], sentence: str
):
    outside = Mistake(sentence, {section: values})
    setup.spoil(outside)
    checked = setup.command("check", outside)
    assert checked.exit_code == 1, checked.stdout
    assert by_check(checked) == []
    assert sentence in by_check(checked, "❗")[0]
    assert not [words for words in (*OF_A_LIBRARY, *setup.secrets) if words in checked.output]


async def process(setup: Setup, name: str) -> prefork.Program:
    words = (name, "--config", str(setup.config))
    return await prefork.start("bot", *words, stdout=prefork.PIPE, stderr=prefork.PIPE)


async def starts_and_stops(setup: Setup) -> None:
    running = await process(setup, "run")
    assert running.stderr is not None
    async with asyncio.timeout(PATIENCE):
        while line := await running.stderr.readline():
            if b'"listening"' in line:
                break
        assert line, "it has refused to start"
        running.send_signal(signal.SIGTERM)
        await running.communicate()
    assert running.returncode == 0


async def test_with_a_good_file_both_are_content(setup: Setup):
    setup.spoil(GOOD)
    checking = await process(setup, "check")
    said, _ = await checking.communicate()
    assert checking.returncode == 0, said.decode()
    await starts_and_stops(setup)


async def test_a_key_that_was_taken_once_and_is_refused_now_keeps_no_bot_from_starting(
    setup: Setup,
):
    setup.spoil(Mistake("", {"fleet": {"api_key": "a-former-key"}}))
    await setup.make_database(key="a-former-key")
    checking = await process(setup, "check")
    said, _ = await checking.communicate()
    assert checking.returncode == 1
    assert "❗ fleet.api_key: The fleet service refuses fleet.api_key" in said.decode()
    await starts_and_stops(setup)


async def test_a_real_process_refuses_as_the_commands_do(setup: Setup):
    setup.spoil(Mistake("", {"web": {"port": "many"}, "telegram": {"token": None}}))
    checking, running = await asyncio.gather(process(setup, "check"), process(setup, "run"))
    checked, _ = await checking.communicate()
    _, refused = await running.communicate()
    assert (checking.returncode, running.returncode) == (2, 2)
    lines = [line.removeprefix("❌ config: ") for line in checked.decode().splitlines()]
    assert lines == refused.decode().splitlines()
    assert len(lines) == 2
