"""/invite: riders are invited by e-mail, and then into the chat."""

import sqlite3

import pytest
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bot.fleet import Rider
from tests.support.business import Business, labels, sees, told
from tests.support.recorder import Recorder

CHANGE = "/riders/change_status/"


async def rider(business: Business, name: str = "Musa Bello") -> Rider:
    return await business.town.shop.get_rider(business.riders[name])


async def test_riders_are_invited_by_e_mail_and_into_the_chat(business: Business):
    await business.says(business.owner, "/invite")
    assert "/invite musa@example.com" in told(business.owner)[-1]
    await business.says(business.owner, "/invite ada@example.com nonsense 10")
    assert "“nonsense” is not an e-mail address" in told(business.owner)[-1]
    await business.says(business.owner, "/invite Ada@example.com, musa@example.com 10")
    answer = told(business.owner)[-1]
    assert "Invited\nada@example.com" in answer
    assert "A rider already\nmusa@example.com" in answer
    await business.says(business.owner, "/invite efe@example.com 10 fixed")
    assert "Invited\nefe@example.com" in told(business.owner)[-1]
    with sqlite3.connect(business.town.folder / "fleet.db") as database:
        kinds = database.execute("SELECT email, commission_type FROM riders").fetchall()
    assert {("ada@example.com", "commission"), ("efe@example.com", "fixed")} <= {*kinds}
    await business.presses(business.owner, "Chat link for ada")
    link = told(business.owner)[-1].splitlines()[-1]
    await business.says(business.bola, f"/start {link.split('start=')[1]}")
    assert sees(business.bola, "You are invited to ride here")


class LeavesInvitedOut(Recorder):
    """Lists invited riders only where they are asked for, and loses the answers to invitations."""

    def around(self, app: ASGIApp) -> ASGIApp:
        recorded = super().around(app)

        async def door(scope: Scope, receive: Receive, send: Send) -> None:
            path, asked = scope.get("path", ""), scope.get("query_string", b"")
            if path.endswith("/riders/create"):
                await recorded(scope, receive, _swallow)
                await Response(status_code=502)(scope, receive, send)
                return
            if path.endswith("/riders") and b"pending_invites=1" not in asked:
                asked = asked.replace(b"pending_invites=", b"pending_invites=0")
            await recorded({**scope, "query_string": asked}, receive, send)

        return door


async def _swallow(_message: Message) -> None:
    """Nobody hears it."""


@pytest.mark.parametrize("fleet_door", [LeavesInvitedOut()])
async def test_who_is_only_invited_is_found_after_a_lost_answer_and_shown(business: Business):
    await business.says(business.owner, "/invite ada@example.com")
    await business.later(seconds=90)
    assert "Invited\nada@example.com" in told(business.owner)[-1]
    assert not sees(business.owner, "Not in the list of riders yet")
    await business.later(seconds=31)
    await business.says(business.owner, "/riders")
    listed = told(business.owner)[-1]
    assert "✉️ invited, lacks:" in listed
    assert listed.count("✉️ invited") == 1
    await business.order()
    await business.says(business.owner, "/assign 1001")
    assert not any("ada" in label for label in labels(business.owner.last))
    assert "✉️ Invited and not active yet: ada" in told(business.owner)[-1]
