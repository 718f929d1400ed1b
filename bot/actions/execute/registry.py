"""Which kind of command is carried out by what."""

from bot.actions import commands, notices
from bot.actions.commands import Accept, Assign, Cancel, HandOver
from bot.actions.desk import Desk
from bot.actions.execute import errand, frame
from bot.actions.execute.accepting import Accepting
from bot.actions.execute.assigning import Assigning
from bot.actions.execute.cancelling import Cancelling
from bot.actions.execute.change import Change
from bot.actions.execute.errand import Errand
from bot.actions.execute.handing_over import HandingOver
from bot.actions.notices import Say
from bot.store import people
from bot.store.jobs import Job
from bot.texts import everyone as texts
from bot.texts.words import Words

_CHANGES: dict[type[object], type[Change]] = {
    Accept: Accepting,
    Assign: Assigning,
    Cancel: Cancelling,
    HandOver: HandingOver,
}

_ERRANDS: dict[type[object], type[Errand[commands.Command]]] = {}


async def execute(desk: Desk, job: Job) -> None:
    """Carry a command out, or let it wait for a better moment. Its job is settled either way."""
    command = commands.read(job.body)
    if type(command) in _CHANGES:
        await frame.carry_out(_CHANGES[type(command)](desk, job, command))
    else:
        await errand.carry_out(_ERRANDS[type(command)](desk, job, command))


async def apologise(desk: Desk, job: Job) -> None:
    """Tell who asked for a change that it was given up, because of a fault of ours."""
    command = commands.read(job.body)
    async with desk.database.write() as tx:
        person = await people.get(tx, command.by)
        message = texts.something_went_wrong(Words(person.language if person else "en"))
        await notices.post(tx, Say(chat_id=command.by, message=message), f"{job.key}|sorry")
