"""What people paste for a place is read, and nothing is read out of what holds none."""

from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.service.pages.booking.form import coordinates_in
from bot.service.records import MapPlace

FORMS = [
    "{place}",
    "  {place} ",
    "geo:{place}",
    "GEO:{place};u=35",
    "geo:0,0?q={place}(Shop)",
    "https://www.google.com/maps/@{place},17z",
    "https://www.google.com/maps/place/Shop/@{place},17z/data=!3m1",
    "https://maps.google.com/?q={place}",
    "https://maps.google.com/?hl=en&q=loc:{place}&z=3",
    "https://www.google.com/maps/@1.5,2.5,17z?q={place}",
    "Meet me here: https://maps.apple.com/?ll=1.5,2.5&q={place}",
]
degrees = st.decimals(-90, 90, places=6).map(lambda each: f"{each:f}")


@given(st.sampled_from(FORMS), degrees, degrees, st.booleans())
def test_a_place_is_found_in_every_form(form: str, latitude: str, longitude: str, quoted: bool):
    place = f"{latitude},{longitude}"
    text = form.format(place=quote(place) if quoted else place)
    assert coordinates_in(text) == place


@given(st.text())
def test_any_text_holds_a_place_or_is_refused(text: str):
    try:
        found = coordinates_in(text)
    except ValueError:
        return
    MapPlace.parse(found)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Allen Avenue",
        "6.43",
        "6,43,3,42",
        "geo:91,3",
        "@6.4281,3421",
        "https://maps.app.goo.gl/AbCd1234",
        "https://maps.google.com/?q=Allen+Avenue+5,Lagos",
        "@6.4281,3." + "1" * 16,
    ],
)
def test_what_holds_no_place_is_refused(text: str):
    with pytest.raises(ValueError, match=r"holds no latitude|has to be a latitude"):
        coordinates_in(text)
