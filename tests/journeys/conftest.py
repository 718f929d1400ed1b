"""Every story plays in a town of its own, over real HTTP and TLS."""

import ssl
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from zoneinfo import ZoneInfo

import httpx
import pytest

from bot import logs
from bot.demo.certificates import Certificates
from bot.demo.town import Mode, Town
from bot.service.mail import MailCarrier, OutboxMail
from bot.texts.catalogues import ENGLISH
from bot.texts.everyone.profile import description
from bot.texts.words import Words
from tests.support.business import Business
from tests.support.clock import ManualClock
from tests.support.drawn_codes import DrawnCodes
from tests.support.fleet_habits import habits
from tests.support.fleet_readings import FLEET_READINGS, FleetReading, Settings
from tests.support.limited_town import LimitedTown
from tests.support.opening import Beginning, Opening
from tests.support.recorder import Recorder


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def mode(request: pytest.FixtureRequest) -> Mode:
    """As `--bot-mode` says, unless a test asks for one mode, or for both."""
    return getattr(request, "param", request.config.getoption("--bot-mode"))


@pytest.fixture
def code_length() -> int:
    return 4


@pytest.fixture
def draw() -> Callable[[int], str]:
    return DrawnCodes()


@pytest.fixture
def changed_settings() -> dict[str, dict[str, object]]:
    """What a story's business has set otherwise than the others."""
    return {}


@pytest.fixture
def fleet_zone() -> ZoneInfo:
    """Where the fleet service counts its days."""
    return ZoneInfo("Africa/Lagos")


@pytest.fixture
def bot_pages() -> bool:
    """Whether texts lead receivers to a page of the bot."""
    return False


@pytest.fixture
def fleet_door() -> Recorder:
    return Recorder()


@pytest.fixture
def mail() -> MailCarrier:
    return OutboxMail()


@pytest.fixture
def fleet_reading(request: pytest.FixtureRequest) -> FleetReading:
    """As `--fleet-reading` says, unless a test asks for one; ours without either."""
    name = getattr(request, "param", request.config.getoption("--fleet-reading"))
    return {**FLEET_READINGS, **habits()}.get(name, FleetReading())


@pytest.fixture
def has_limits(request: pytest.FixtureRequest) -> bool:
    """As `--telegram-limits` says, unless a test asks for them."""
    wanted = getattr(request, "param", request.config.getoption("--telegram-limits"))
    return wanted and request.node.get_closest_marker("without_limits") is None


@pytest.fixture(scope="session")
def openings() -> dict[str, Opening]:
    """The businesses of this process that have opened, by what they have set."""
    return {}


@pytest.fixture
def beginning(
    request: pytest.FixtureRequest,
    clock: ManualClock,
    mode: Mode,
    code_length: int,
    changed_settings: dict[str, dict[str, object]],
    mail: MailCarrier,
    fleet_reading: FleetReading,
    has_limits: bool,
    fleet_zone: ZoneInfo,
    bot_pages: bool,
    openings: dict[str, Opening],
) -> Beginning:
    """A copy, of a business with the same settings, unless the story is about the opening."""
    copies = (
        "business" in request.fixturenames
        and fleet_reading == FleetReading()
        and request.node.get_closest_marker("opens") is None
    )
    how_it_runs = (clock.now(), mode, has_limits, fleet_zone, type(mail))
    kind = repr((*how_it_runs, code_length, bot_pages, changed_settings))
    return Beginning(openings, kind if copies else None)


@pytest.fixture
async def town(
    town_folder: Path,
    certificates: Certificates,
    clock: ManualClock,
    mode: Mode,
    fleet_door: Recorder,
    code_length: int,
    draw: Callable[[int], str],
    changed_settings: dict[str, dict[str, object]],
    mail: MailCarrier,
    fleet_reading: FleetReading,
    has_limits: bool,
    fleet_zone: ZoneInfo,
    bot_pages: bool,
    beginning: Beginning,
) -> AsyncIterator[Town]:
    logs.configure("WARNING", as_json=False)
    kind_of_town = LimitedTown if has_limits else Town
    async with kind_of_town(
        town_folder,
        mode=mode,
        clock=clock,
        certificates=certificates,
        around_fleet=lambda app: fleet_door.around(fleet_reading.around(app)),
        code_length=code_length,
        draw=draw,
        accepted_first=fleet_reading.accepted_first,
        changed_settings=_settings(fleet_reading.settings, changed_settings),
        mail=mail,
        fleet_zone=fleet_zone,
        bot_pages=bot_pages,
        record=beginning.record(town_folder, clock),
    ) as town:
        # As another start has left it: what is said of the bot in five languages takes ten calls.
        town.account.profile["description", ""] = description(Words(ENGLISH), "")
        town.account.webhook_set_at = None  # it takes one a second, and no second went by
        await town.start_bot()
        yield town
        if isinstance(town, LimitedTown):
            assert town.refused == []


def _settings(reading: Settings, story: Settings) -> Settings:
    return {
        section: {**reading.get(section, {}), **story.get(section, {})}
        for section in {*reading, *story}
    }


@pytest.fixture
async def business(
    town: Town,
    clock: ManualClock,
    request: pytest.FixtureRequest,
    beginning: Beginning,
    tmp_path_factory: pytest.TempPathFactory,
) -> Business:
    runs_on = request.node.get_closest_marker("runs_on") is not None
    restarts = request.config.getoption("--restarts") and not runs_on
    business = Business(town, clock, restarts=restarts)
    town.telegram.knows_rich = request.node.get_closest_marker("older_telegram") is None
    if beginning.opening:
        business.riders.update(beginning.opening.riders)
        await town.idle()
    else:
        await business.open()
        beginning.keep(business, tmp_path_factory.mktemp("opening"))
    return business


@pytest.fixture
async def browser(town: Town) -> AsyncIterator[httpx.AsyncClient]:
    """Opens the fleet service's pages as anybody does: over HTTP, and with no key."""
    trusts = ssl.create_default_context(cafile=town.certificates.authority)
    origin = f"https://127.0.0.1:{town.fleet_port}"
    async with httpx.AsyncClient(
        base_url=origin, verify=trusts, follow_redirects=True, trust_env=False
    ) as browser:
        yield browser
