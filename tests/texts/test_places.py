"""Places: links to a map that lead where they should, whatever stands in an address."""

from urllib.parse import parse_qs, urlsplit

from hypothesis import given
from hypothesis import strategies as st

from bot.base.plain_text import clean
from bot.fleet import Coordinates, Delivery, Point, Receiver, Sender, State
from bot.texts.message import Place
from bot.texts.rider.places import next_stop, pin
from tests.texts.markup import ANY_TEXT

ADA = Sender(name="Ada's Kitchen", address="12 Marina Road")
BOLA = Receiver(name="Bola", address="5 Allen Avenue")
ENDS = Coordinates(
    sender=Point(latitude=6.45, longitude=3.4), receiver=Point(latitude=6.6, longitude=3.35)
)


def delivery(state: State, **more: object) -> Delivery:
    fields = {"sender": ADA, "receivers": (BOLA,), "coordinates": ENDS, **more}
    return Delivery(uuid="0b0f9d3e-6c0a-4a58-8a43-0d6f1c9e2a11", state=state, **fields)


def destination(link: str) -> str:
    parts = urlsplit(link)
    assert (parts.scheme, parts.hostname, parts.path) == ("https", "www.google.com", "/maps/dir/")
    return parse_qs(parts.query)["destination"][0]


def test_the_next_stop_is_the_sender_until_the_pickup_and_the_receiver_then():
    for state in (State.PENDING, State.AWAITING_PICKUP, State.ACCEPTED):
        assert destination(next_stop(delivery(state)).map_link) == "6.45,3.4"
    stop = next_stop(delivery(State.IN_TRANSIT))
    assert destination(stop.map_link) == "6.6,3.35"
    assert pin(stop).attachment == Place(
        latitude=6.6, longitude=3.35, title="Bola", address="5 Allen Avenue"
    )


def test_without_points_the_address_leads_there_and_there_is_no_pin():
    stop = next_stop(delivery(State.IN_TRANSIT, coordinates=Coordinates()))
    assert destination(stop.map_link) == "5 Allen Avenue"
    assert pin(stop) is None


def test_where_nothing_is_known_nothing_leads():
    nobody = {"receivers": (), "coordinates": Coordinates()}
    stop = next_stop(delivery(State.IN_TRANSIT, **nobody))
    assert stop.map_link is None
    assert pin(stop) is None


@given(st.one_of(ANY_TEXT, st.text(min_size=300)))
def test_no_address_breaks_the_link(address: str):
    receiver = Receiver(name="Bola", address=address)
    told = delivery(State.IN_TRANSIT, receivers=(receiver,), coordinates=Coordinates())
    link = next_stop(told).map_link
    if link is None:
        assert clean(address) == ""
    else:
        assert len(link) <= 2048
        assert clean(address).startswith(destination(link))
