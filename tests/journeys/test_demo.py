"""The demo: it plays, and it fails with a sentence when something on the path is broken."""

import io
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

from bot.demo.certificates import Certificates
from bot.demo.show import play
from bot.demo.town import Town, free_port
from bot.texts.catalogues import catalogue, languages
from tests.support.drawn_codes import DrawnCodes


@pytest.fixture
def console() -> Console:
    return Console(file=io.StringIO(), width=100)


def printed(console: Console) -> str:
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


@pytest.mark.parametrize("language", languages())
async def test_the_demo_plays_a_delivery_in_any_language_and_ends_with_0(
    tmp_path: Path, certificates: Certificates, console: Console, language: str
):
    assert (
        await play(Town(tmp_path, certificates=certificates, draw=DrawnCodes()), console, language)
        == 0
    )
    said = catalogue(language).gettext
    assert f"✅ {said('Delivered')}" in printed(console)
    assert said("Twenty orders at once, in words") in printed(console)


async def test_a_key_that_the_fleet_service_does_not_know_ends_it_with_1_and_a_sentence(
    tmp_path: Path, certificates: Certificates, console: Console
):
    changed = {"fleet": {"api_key": "another-key-altogether"}}
    town = Town(tmp_path, certificates=certificates, draw=DrawnCodes(), changed_settings=changed)
    assert await play(town, console) == 1
    assert "❌ The rider was not recognised by phone number." in printed(console)


async def test_webhooks_that_do_not_arrive_end_it_with_1_and_a_sentence(
    tmp_path: Path, certificates: Certificates, console: Console
):
    town = Town(tmp_path, certificates=certificates, draw=DrawnCodes())
    town.events_url = f"https://127.0.0.1:{town.bot_port}/elsewhere"
    assert await play(town, console) == 1
    assert "❌ The dispatcher was not told of the new delivery" in printed(console)


def test_no_port_is_given_out_twice_before_it_is_listened_on():
    ports = [free_port() for _ in range(300)]
    assert len(set(ports)) == len(ports)


def test_a_port_that_was_given_out_can_be_listened_on_and_no_other_process_is_given_it():
    port = free_port()
    another = "from bot.demo.town import free_port; print(*(free_port() for _ in range(12_000)))"
    given = subprocess.check_output([sys.executable, "-c", another], text=True).split()
    assert str(port - 1) in given or str(port + 1) in given
    assert str(port) not in given
    socket.create_server(("127.0.0.1", port)).close()
