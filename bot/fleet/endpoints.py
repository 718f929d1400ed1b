"""The contract's twelve endpoints as a table: method, path, encoding."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from string import Formatter

from bot.fleet.encoding import Encoding
from bot.fleet.errors import NotFound
from bot.fleet.fields import is_uuid

# What may stand in a path. Anything else could reach another endpoint ("../") or another host.
_PARAMETERS: Mapping[str, Callable[[str], object]] = {
    "delivery_uuid": is_uuid,
    "rider_uuid": is_uuid,
    "link_code": re.compile(r"[A-Za-z0-9_~-][A-Za-z0-9._~-]{0,199}").fullmatch,
}


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One endpoint; its path holds at most one parameter."""

    method: str
    template: str
    encoding: Encoding

    def path(self, parameter: str = "") -> str:
        for _, name, _, _ in Formatter().parse(self.template):
            if name and not _PARAMETERS[name](parameter):
                raise NotFound
        return re.sub(r"\{\w+\}", parameter, self.template)


CREATE_DELIVERY = Endpoint("POST", "/deliveries/create", Encoding.JSON)
UPDATE_DELIVERY = Endpoint("POST", "/deliveries/update/{delivery_uuid}", Encoding.FORM)
ASSIGN = Endpoint("POST", "/deliveries/assign/{rider_uuid}", Encoding.FORM)
GET_DELIVERY = Endpoint("GET", "/deliveries/get/{delivery_uuid}", Encoding.QUERY)
LIST_DELIVERIES = Endpoint("GET", "/deliveries", Encoding.QUERY)
UPDATE_STATUS = Endpoint("POST", "/deliveries/update_status", Encoding.FORM)
CREATE_RIDER = Endpoint("POST", "/riders/create", Encoding.JSON)
LIST_RIDERS = Endpoint("GET", "/riders", Encoding.QUERY)
GET_RIDER = Endpoint("GET", "/riders/get/{rider_uuid}", Encoding.QUERY)
RIDER_HISTORY = Endpoint("GET", "/riders/delivery/history/{rider_uuid}", Encoding.QUERY)
CHANGE_RIDER_STATUS = Endpoint("POST", "/riders/change_status/{rider_uuid}", Encoding.FORM)
GET_BOOKING_LINK = Endpoint(
    "GET", "/booking-inbound/get_booking_link_detail/{link_code}", Encoding.QUERY
)
