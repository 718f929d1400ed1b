"""What `handover init` says of a wrong file and asks for, and that `check` is content after it."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import typer

from bot.base.settings.loader import ConfigError
from bot.cli.init.interview import make, mend
from bot.config import load
from bot.demo.town import Town
from tests.cli.answering import Answering, in_environment
from tests.cli.mistakes import (
    ADDRESSES,
    CANARY,
    FILES,
    MISSING,
    MISSPELT,
    NUMBERS,
    PAIRS,
    TEXTS,
    VARIABLES,
    Mistake,
)
from tests.cli.spoilt_setup import Setup, Tables, standing_town

WITH_FILE = [mistake for mistake in FILES if not mistake.before]
OF_THE_FILE = [*MISSING, *MISSPELT, *TEXTS, *NUMBERS, *ADDRESSES, *PAIRS, *WITH_FILE]
AGREED = frozenset({"Write", "Take", "Begin", "Keep"})


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Town]:
    with standing_town(tmp_path_factory.mktemp("town")) as town:
        yield town


@pytest.fixture
def setup(town: Town, tmp_path: Path) -> Setup:
    return Setup(town, tmp_path, taken=0)


def right_answers(setup: Setup) -> dict[str, str]:
    """What somebody answers who knows all that stands in the good file."""
    return {
        f"{section}.{key}": held if isinstance(held, str) else json.dumps(held)
        for section, values in setup.settings.items()
        for key, held in values.items()
    } | {
        "telegram.owners": str(setup.settings["telegram"]["owners"][0]),
        "web.public_url": "https://bot.example",
        **setup.door,
    }


def surroundings(setup: Setup, mistake: Mistake) -> dict[str, str]:
    """What leads to the local Telegram where the file does not, and never to the real one."""
    if mistake in PAIRS:
        return {"HANDOVER_TELEGRAM__PROXY": "http://127.0.0.1:9"}
    is_anew = mistake in FILES or mistake.change.get("telegram", mistake) is None
    api_url = setup.settings["telegram"]["api_url"]
    return {"HANDOVER_TELEGRAM__API_URL": api_url} if is_anew else {}


def said_by_check(config: Path) -> list[str]:
    try:
        load(config)
    except ConfigError as error:
        return error.sentences
    return []


@pytest.mark.parametrize("mistake", OF_THE_FILE, ids=lambda mistake: mistake.sentence[:50])
def test_each_mistake_of_a_file_is_told_and_is_gone_afterwards(setup: Setup, mistake: Mistake):
    setup.spoil(mistake)
    config, before = setup.config, setup.config.read_bytes()
    person = Answering(right_answers(setup), agreed=AGREED)
    with in_environment(surroundings(setup, mistake)):
        said = said_by_check(config)
        mend(config, person)
        assert said_by_check(config) == []
    assert said
    assert not [sentence for sentence in said if sentence not in person.shown]
    assert not [secret for secret in setup.secrets if secret in person.shown]
    kept = config.with_name("config.toml.bak")
    assert kept.read_bytes() == before
    assert {file.stat().st_mode & 0o777 for file in (config, kept)} == {0o600}


@pytest.mark.parametrize("mistake", VARIABLES, ids=lambda mistake: mistake.sentence[:50])
def test_what_is_wrong_in_the_environment_is_said_and_the_file_stays(
    setup: Setup, mistake: Mistake
):
    setup.spoil(mistake)
    before = setup.config.read_bytes()
    person = Answering(right_answers(setup))
    variables = {f"HANDOVER_{key}": held for key, held in mistake.environment.items()}
    with in_environment(variables) as printed:
        (said,) = said_by_check(setup.config)
        with pytest.raises(typer.Exit) as ended:
            mend(setup.config, person)
        assert said in printed()
    assert ended.value.exit_code == 2
    assert person.asked == []
    assert setup.config.read_bytes() == before
    assert setup.files() == ["config.toml"]


def test_what_does_not_go_with_the_environment_and_is_left_so_ends_with_its_sentence(setup: Setup):
    setup.spoil(Mistake("", {"web": {"public_url": None}}))
    with in_environment({"HANDOVER_TELEGRAM__MODE": "webhook"}):
        (said,) = said_by_check(setup.config)
        with pytest.raises(ConfigError, match=r"needs web\.public_url") as ended:
            mend(setup.config, Answering({}))
    assert ended.value.sentences == [said]
    assert setup.files() == ["config.toml"]


def test_a_folder_is_no_file_that_can_be_mended(setup: Setup):
    setup.config.mkdir()
    with in_environment({}), pytest.raises(typer.Exit):
        mend(setup.config, Answering({}))
    assert setup.files() == ["config.toml"]


def test_the_group_that_could_read_the_file_still_can_and_nobody_else(setup: Setup):
    modes = {0o640: 0o640, 0o644: 0o600, 0o600: 0o600, 0o660: 0o640}
    for before, after in modes.items():
        setup.spoil(MISSPELT[0])
        setup.config.chmod(before)
        with in_environment({}):
            mend(setup.config, Answering({}))
        assert setup.config.stat().st_mode & 0o777 == after
        assert setup.config.with_name("config.toml.bak").stat().st_mode & 0o777 == 0o600


def test_what_is_added_to_a_section_stands_in_it_before_what_is_said_of_the_next(setup: Setup):
    setup.spoil(Mistake("", {"fleet": {"api_key": None}}))
    good = setup.config.read_text().replace("[business]", "# a door\n[business]")
    assert "\n\n# a door" in good
    setup.config.write_text(good)
    with in_environment({}):
        mend(setup.config, Answering(right_answers(setup)))
    added = f'api_key = "{setup.settings["fleet"]["api_key"]}"\n'
    assert f"{added}\n# a door\n[business]" in setup.config.read_text()
    assert setup.config.read_text().replace(added, "") == good


def test_what_is_refused_three_times_can_be_kept(setup: Setup):
    setup.spoil(Mistake("", {"fleet": {"api_key": "a-key-of-yesterday"}}))
    answers = {**right_answers(setup), "fleet.api_key": CANARY}
    person = Answering(answers, agreed=frozenset({"Keep"}))
    with in_environment({}):
        mend(setup.config, person)
    assert [asked.partition(" ")[0] for asked in person.asked] == ["API", "API", "Keep"]
    assert CANARY in setup.config.read_text()
    assert CANARY not in person.shown


def test_secrets_that_a_service_is_given_as_files_are_not_asked_for(setup: Setup):
    folder = setup.folder / "secrets"
    folder.mkdir()
    telegram, fleet = setup.settings["telegram"], setup.settings["fleet"]
    (folder / "HANDOVER_TELEGRAM__TOKEN").write_text(telegram["token"])
    (folder / "HANDOVER_FLEET__API_KEY").write_text(fleet["api_key"])
    person = Answering(right_answers(setup))
    around = {
        "CREDENTIALS_DIRECTORY": str(folder),
        "HANDOVER_TELEGRAM__API_URL": telegram["api_url"],
        "HANDOVER_FLEET__CA_FILE": fleet["ca_file"],
    }
    with in_environment(around):
        make(setup.config, person)
        assert said_by_check(setup.config) == []
    assert not [asked for asked in person.asked if "telegram.token" in asked or "api_key" in asked]
    assert not [secret for secret in setup.secrets if secret in setup.config.read_text()]


def as_dotted(settings: Tables) -> str:
    return "\n".join(
        f"{section}.{key} = {json.dumps(held)}"
        for section, values in settings.items()
        for key, held in values.items()
    )


def as_inline(settings: Tables) -> str:
    lines = []
    for section, values in settings.items():
        inner = ", ".join(f"{key} = {json.dumps(held)}" for key, held in values.items())
        lines.append(f"{section} = {{{inner}}}")
    return "\n".join(lines)


@pytest.mark.parametrize("written", [as_dotted, as_inline])
def test_sections_that_are_written_otherwise_are_mended_likewise(
    setup: Setup, written: Callable[[Tables], str]
):
    settings = {section: dict(values) for section, values in setup.settings.items()}
    settings["telegram"]["tokn"] = settings["telegram"].pop("token")
    del settings["fleet"]["api_key"]
    settings["web"]["port"] = "many"
    settings["buisness"] = {**settings.pop("business"), "name": "Olu"}
    settings["store"]["pizza"] = 1
    setup.config.write_text(written(settings))
    with in_environment({}):
        mend(setup.config, Answering(right_answers(setup)))
        assert said_by_check(setup.config) == []
    assert load(setup.config).business.name == "Olu"
