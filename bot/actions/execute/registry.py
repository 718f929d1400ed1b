"""Which kind of command is carried out by what."""

from collections.abc import Callable, Mapping
from typing import Any

from bot.actions import commands, notices
from bot.actions.commands import (
    Accept,
    AcceptForRider,
    Assign,
    AssignMany,
    Cancel,
    CodedCommand,
    Command,
    CountReport,
    CreateDelivery,
    EditDelivery,
    HandOver,
    HandOverByStaff,
    InviteRiders,
    ReportProblem,
    SwitchRider,
)
from bot.actions.context import Context
from bot.actions.execute import errand, frame, reporting
from bot.actions.execute.accepting import Accepting
from bot.actions.execute.accepting_for_rider import AcceptingForRider
from bot.actions.execute.assigning import Assigning
from bot.actions.execute.assigning_many import AssigningMany
from bot.actions.execute.cancelling import Cancelling
from bot.actions.execute.change import Change
from bot.actions.execute.counting import Counting
from bot.actions.execute.creating import Creating
from bot.actions.execute.editing import Editing
from bot.actions.execute.errand import Errand
from bot.actions.execute.handing_over import HandingOver
from bot.actions.execute.handing_over_by_staff import HandingOverByStaff
from bot.actions.execute.inviting import Inviting
from bot.actions.execute.switching import Switching
from bot.actions.notices import Say
from bot.base import jobs
from bot.base.jobs import Job
from bot.store import people
from bot.texts.everyone import replies as texts
from bot.texts.words import Words

# Each takes the kind of command that it stands beside, and no other.
_CHANGES: Mapping[type[Command], Callable[[Context, Job, Any], Change]] = {
    Accept: Accepting,
    AcceptForRider: AcceptingForRider,
    Assign: Assigning,
    Cancel: Cancelling,
    EditDelivery: Editing,
    HandOver: HandingOver,
    HandOverByStaff: HandingOverByStaff,
}

_ERRANDS: Mapping[type[Command], Callable[[Context, Job, Any], Errand[Any]]] = {
    AssignMany: AssigningMany,
    CountReport: Counting,
    CreateDelivery: Creating,
    InviteRiders: Inviting,
    SwitchRider: Switching,
}


async def execute(context: Context, job: Job) -> None:
    """Carry a command out, or let it wait for a better moment. Its job is settled either way."""
    command = commands.read(job.body)
    if isinstance(command, ReportProblem):
        await reporting.tell(context, job, command)
    elif type(command) in _CHANGES:
        has_ended = await frame.carry_out(_CHANGES[type(command)](context, job, command))
        if not has_ended and not isinstance(command, CodedCommand):
            await _look_behind(context, job)
    else:
        await errand.carry_out(_ERRANDS[type(command)](context, job, command))


async def _look_behind(context: Context, job: Job) -> None:
    """A code does not wait longer, nor less noticed, for standing behind what is held up.

    Behind another code it does not stand for long: that one expires by itself.
    """
    async with context.database.write() as tx:
        for waiting in await jobs.behind(tx, job):
            command = commands.readable(waiting.body)
            if isinstance(command, CodedCommand):
                await frame.kept_waiting(tx, _CHANGES[type(command)](context, waiting, command))


async def apologise(context: Context, job: Job) -> None:
    """Tell who asked for a change that it was given up, because of a fault of ours.

    What was given up is kept for the operator; a code is not.
    """
    command = commands.read(job.body)
    async with context.database.write() as tx:
        if isinstance(command, CodedCommand):
            await jobs.rewrite(tx, job, command.without_code().model_dump_json().encode())
        person = await people.get(tx, command.by)
        message = Words(person.language if person else "en").message(texts.SOMETHING_WENT_WRONG)
        await notices.post(tx, Say(chat_id=command.by, message=message), f"{job.key}|sorry")
