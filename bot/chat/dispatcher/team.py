"""/team: the list of people who work here, links to join, and removing somebody."""

from bot.actions.access import Action, may
from bot.actions.dispatcher import rider_info
from bot.actions.everyone import join
from bot.actions.everyone import team as staff
from bot.actions.everyone.invited_people import may_withdraw
from bot.base.database.transaction import Transaction
from bot.chat.dispatcher import invited_people
from bot.chat.fleet_answer import asking_the_fleet
from bot.chat.handler import Button, Command
from bot.chat.turn import Turn, settled
from bot.domain.person import Role, Standing
from bot.identifiers import RiderUuid
from bot.store import invites, people
from bot.texts import message, pagination
from bot.texts.callbacks import Verb
from bot.texts.dispatcher import team as texts
from bot.texts.dispatcher.invited_people import OpenInvitation
from bot.texts.dispatcher.team import Member
from bot.texts.names import called
from bot.texts.words import phrase

_A_PAGE = 10


async def team(turn: Turn) -> None:
    await turn.answer(await _page(turn, 1))


async def page(turn: Turn) -> None:
    (number,) = turn.tokens()
    shown = await _page(turn, pagination.asked(number))
    await turn.show(shown)


async def _page(turn: Turn, number: int) -> message.Message:
    members, invited = await turn.context.database.read(
        lambda tx: (people.with_role(tx, staff.STAFF), invites.open_for_people(tx))
    )
    listed = []
    for member in members:
        roles = tuple(role for role in staff.STAFF if role in member.roles)
        removable = tuple(role for role in roles if staff.may_remove(turn.person, member, role))
        listed.append(Member(member.user_id, member.first_name, roles, removable, member.standing))
    page = pagination.cut(listed, number, _A_PAGE)
    open_ones = [
        OpenInvitation(one.for_user, one.for_name or "?", one.role)
        for one in invited[:_A_PAGE]
        if one.for_user is not None and may_withdraw(turn.person, one.role)
    ]
    is_owner = may(turn.person, Action.INVITE_DISPATCHER)
    return texts.team(turn.say, page, open_ones, is_owner=is_owner)


@settled
def remove(tx: Transaction, turn: Turn) -> None:
    # Callback data can be made up, and a role may be gone by now, so check everything again.
    user_id, name, step = turn.tokens()
    member = people.get(tx, int(user_id)) if user_id.isdecimal() else None
    role = next((role for role in staff.STAFF if role == name), None)
    if member is None or role is None or not staff.may_remove(turn.person, member, role):
        turn.reply(tx, texts.CANNOT_REMOVE)
    elif step == "yes":
        staff.remove(tx, turn.person, member, role, turn.job.key)
        turn.replace(tx, texts.removed(turn.say, member.first_name, role))
    else:
        question = texts.ask_to_remove(turn.say, member.user_id, member.first_name, role)
        turn.reply(tx, question)


@settled
def invite_dispatcher(tx: Transaction, turn: Turn) -> None:
    # The key and the link lead to the same role; one of them is enough.
    invited_people.offer_choice(tx, turn, Role.DISPATCHER)
    link = join.invite_staff(tx, turn.context, turn.person, Role.DISPATCHER)
    turn.reply(tx, texts.dispatcher_link(turn.say, link))


async def invite_which_rider(turn: Turn) -> None:
    """Ask which rider of the fleet the link is for; those who have not joined come first.

    Invited riders are not active yet.
    """
    (number,) = turn.tokens()
    async with asking_the_fleet(turn):
        riders = await rider_info.everyone(turn.context)
        riders = sorted(riders, key=lambda one: one.standing is not Standing.NOT_JOINED)
        listed = pagination.cut(riders, pagination.asked(number), texts.RIDERS_SHOWN)
        await turn.answer(texts.which_rider_to_invite(turn.say, listed))


async def invite_rider(turn: Turn) -> None:
    uuid = RiderUuid(turn.objects()[0])
    async with asking_the_fleet(turn):
        rider = await turn.context.riders.named(uuid)
        if rider is None:
            turn.stale()
            return

        def invite(tx: Transaction) -> None:
            invited_people.offer_choice(tx, turn, Role.RIDER, uuid)
            link = join.invite_staff(tx, turn.context, turn.person, Role.RIDER, uuid)
            turn.reply(tx, texts.rider_link(turn.say, called(rider), link))

        await turn.settle(invite)


TEAM = Command("team", Action.SEE_TEAM, phrase("who works here, and invitations"), team)
SHOW_TEAM = Button(Verb.SHOW_TEAM, Action.SEE_TEAM, team, about=0, is_quiet=True)
TEAM_PAGE = Button(Verb.TEAM, Action.SEE_TEAM, page, about=0, tokens=1, is_quiet=True)
REMOVE_STAFF = Button(Verb.REMOVE_STAFF, Action.SEE_TEAM, remove, about=0, tokens=3, is_quiet=True)
INVITE_DISPATCHER = Button(
    Verb.INVITE_DISPATCHER, Action.INVITE_DISPATCHER, invite_dispatcher, 0, is_quiet=True
)
INVITE_WHICH_RIDER = Button(
    Verb.INVITE_WHICH_RIDER,
    Action.INVITE_RIDER,
    invite_which_rider,
    about=0,
    tokens=1,
    is_quiet=True,
)
INVITE_RIDER = Button(Verb.INVITE_RIDER, Action.INVITE_RIDER, invite_rider)
