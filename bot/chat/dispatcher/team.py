"""/team: who works here, and the links that let others join."""

from bot.actions import join
from bot.actions.access import Action, may
from bot.chat.asking import asking_the_fleet
from bot.chat.handler import Button, Command
from bot.chat.turn import Turn
from bot.store import people
from bot.store.people import Person, Role
from bot.texts import dispatcher as texts
from bot.texts.callbacks import Verb
from bot.texts.words import phrase

_STAFF = (Role.OWNER, Role.DISPATCHER, Role.RIDER)


async def team(turn: Turn) -> None:
    """List everybody who has joined."""
    async with turn.desk.database.read() as tx:
        members = await people.with_role(tx, _STAFF)
    names = [(person.first_name, _roles(person)) for person in members]
    is_owner = may(turn.person, Action.INVITE_DISPATCHER)
    await turn.answer(texts.team(turn.say, names, is_owner=is_owner))


def _roles(person: Person) -> str:
    return ", ".join(role for role in _STAFF if role in person.roles)


async def invite_dispatcher(turn: Turn) -> None:
    """Hand out a link that makes a dispatcher."""
    async with turn.settle() as tx:
        link = await join.invite_staff(tx, turn.desk, turn.person, Role.DISPATCHER)
        await turn.reply(tx, texts.dispatcher_link(turn.say, link))


async def invite_which_rider(turn: Turn) -> None:
    """Ask which rider of the fleet the link is for."""
    async with asking_the_fleet(turn):
        riders = await turn.desk.riders.available()
        await turn.answer(texts.which_rider_to_invite(turn.say, riders))


async def invite_rider(turn: Turn) -> None:
    """Hand out a link that makes its first user this rider."""
    uuid = turn.objects()[0]
    async with asking_the_fleet(turn):
        rider = await turn.desk.riders.named(uuid)
        if rider is None:
            turn.toast(turn.say.label("This has changed."))
            return
        async with turn.settle() as tx:
            link = await join.invite_staff(tx, turn.desk, turn.person, Role.RIDER, uuid)
            await turn.reply(tx, texts.rider_link(turn.say, rider.name, link))


TEAM = Command("team", Action.SEE_TEAM, phrase("who works here, and invitations"), team)
INVITE_DISPATCHER = Button(Verb.INVITE_DISPATCHER, Action.INVITE_DISPATCHER, invite_dispatcher, 0)
INVITE_WHICH_RIDER = Button(Verb.INVITE_WHICH_RIDER, Action.INVITE_RIDER, invite_which_rider, 0)
INVITE_RIDER = Button(Verb.INVITE_RIDER, Action.INVITE_RIDER, invite_rider)
