"""The registry of all requests to the fleet, and the start of carrying one out."""

from functools import partial

from bot.actions import effect_keys, notices, request_queue
from bot.actions.context import Context
from bot.actions.fleet_requests.accept import AcceptForRiderOperation, AcceptOperation
from bot.actions.fleet_requests.assign_many import AssignManyOperation
from bot.actions.fleet_requests.assign_rider import AssignOperation
from bot.actions.fleet_requests.cancel import CancelOperation
from bot.actions.fleet_requests.confirm_code import ConfirmCodeOperation
from bot.actions.fleet_requests.confirm_code_by_staff import ConfirmCodeByStaffOperation
from bot.actions.fleet_requests.confirm_receipt import ConfirmReceiptOperation
from bot.actions.fleet_requests.count_report import CountReportOperation
from bot.actions.fleet_requests.create_delivery import CreateDeliveryOperation
from bot.actions.fleet_requests.delivery_operation import DeliveryOperation
from bot.actions.fleet_requests.edit_delivery import EditDeliveryOperation, UseAddressOperation
from bot.actions.fleet_requests.invite_riders import InviteRidersOperation
from bot.actions.fleet_requests.operation import AnyOperation
from bot.actions.fleet_requests.report_problem import ReportProblemOperation
from bot.actions.fleet_requests.send_place import SendPlaceOperation
from bot.actions.fleet_requests.set_payment import SetPaymentOperation
from bot.actions.fleet_requests.set_taker import SetTakerOperation
from bot.actions.fleet_requests.sign_up import SignUpOperation
from bot.actions.fleet_requests.switch_riders import SwitchRidersOperation
from bot.actions.notice_kinds import Say
from bot.actions.request_queue import FleetRequest
from bot.base.database.transaction import Transaction
from bot.base.queue import jobs, lanes
from bot.base.queue.jobs import Job
from bot.base.queue.restored_copy import OF_A_COPY
from bot.store import people
from bot.texts.everyone import replies as texts
from bot.texts.words import Words

OPERATIONS: tuple[type[AnyOperation], ...] = (
    AcceptOperation,
    AcceptForRiderOperation,
    ConfirmCodeOperation,
    ConfirmCodeByStaffOperation,
    ConfirmReceiptOperation,
    ReportProblemOperation,
    AssignOperation,
    AssignManyOperation,
    CancelOperation,
    CreateDeliveryOperation,
    EditDeliveryOperation,
    UseAddressOperation,
    SwitchRidersOperation,
    InviteRidersOperation,
    SignUpOperation,
    SendPlaceOperation,
    SetPaymentOperation,
    SetTakerOperation,
    CountReportOperation,
)

_BY_REQUEST = {operation.carries_out: operation for operation in OPERATIONS}


async def execute(context: Context, job: Job) -> None:
    """Carry a request out, or postpone it to a better moment."""
    operation = _operation(context, job, request_queue.read(job.body))
    if job.held_up_by == OF_A_COPY:
        await context.database.write(operation.give_back)
        return
    has_ended = await operation.carry_out()
    # A request that expires by itself holds up the others only for a while.
    if has_ended or not isinstance(operation, DeliveryOperation) or operation.expires is not None:
        return

    def look_behind(tx: Transaction) -> None:
        """Give up or report the expiring requests behind this one as if they were tried, too."""
        for waiting in lanes.behind(tx, job):
            request = request_queue.readable(waiting.body)
            behind = _operation(context, waiting, request) if request else None
            if isinstance(behind, DeliveryOperation) and behind.expires is not None:
                behind.kept_waiting(tx)

    await context.database.write(look_behind)


def _operation(context: Context, job: Job, request: FleetRequest) -> AnyOperation:
    is_held = partial(jobs.ensure_held, job, context.database.process)
    return _BY_REQUEST[type(request)](context.guarded(is_held), job, request)


async def apologise(context: Context, job: Job) -> None:
    """Tell the person who asked for a change that a fault of ours has ended it.

    The request is kept for the operator, without its code.
    """
    request = request_queue.read(job.body)

    def apologise_to(tx: Transaction) -> None:
        if request.to_be_kept() != request:
            jobs.rewrite(tx, job, request.to_be_kept().model_dump_json().encode())
        person = people.get(tx, request.by)
        message = Words(person.language if person else "en").message(texts.SOMETHING_WENT_WRONG)
        notice = Say(chat_id=request.by, message=message)
        notices.answer(tx, notice, effect_keys.sorry(job.key), asked_at=job.created_at)

    await context.database.write(apologise_to)
