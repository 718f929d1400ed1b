"""The booking operation in words (contract: Endpoints, 12)."""

from bot.service.api.docs import examples
from bot.service.api.docs.operation import Operation
from bot.service.errors import NOTHING_KNOWN
from bot.service.responses import envelopes

GET = Operation(
    name="getBookingLink",
    summary="Get booking detail via link code",
    text="""\
Returns the business and its pricing, as its booking link shows them (contract: Endpoints, 12).

Each environment has one booking link; any other code is not found.
""",
    answer=envelopes.Booking,
    examples=examples.BOOKING,
    refusal={"path": [NOTHING_KNOWN]},
)

ALL = (GET,)
