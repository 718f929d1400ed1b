"""The link to a map with all stops of a round."""

from urllib.parse import parse_qs, urlsplit

import pytest

from bot.texts.rider.places import Stop, way_through

ARABIC = "شارع الملك فهد بن عبد العزيز، حي العليا، الرياض، مبنى رقم ١٢٣، الطابق ٤"


@pytest.mark.parametrize("address", ["9 Creek Road", ARABIC, "🏠" * 200])
def test_a_link_is_as_short_as_the_map_takes_it(address: str):
    link = way_through([Stop("", address, None)] * 40)
    assert link is not None
    assert len(link) <= 2048


def test_a_bar_in_an_address_makes_no_stop_of_its_own():
    addresses = ("5 Allen | flat 2", "9 Creek Road", "7 Creek Road")
    link = way_through([Stop("", address, None) for address in addresses]) or ""
    (between,) = parse_qs(urlsplit(link).query)["waypoints"]
    assert len(between.split("|")) == 2
