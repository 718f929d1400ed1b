"""Prices: never below nothing, and never less for a longer way."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.service.pricing import price, road_km, straight_km
from bot.service.records import MapPlace
from bot.service.settings import BookingSettings

IKEJA, LEKKI = MapPlace(6.6018, 3.3515), MapPlace(6.4698, 3.5852)
places = st.builds(MapPlace, st.floats(-90, 90), st.floats(-180, 180))
distances = st.decimals(0, 30_000, places=1)
bookings = st.builds(
    BookingSettings,
    st.just("shop"),
    pricing_model=st.sampled_from(["per_km", "flat"]),
    per_km_amount=st.integers(0, 10**6),
    flat_amount=st.integers(0, 10**9),
    minimum_amount=st.integers(0, 10**9),
    express_type=st.sampled_from([None, "percentage", "fixed"]),
    express_value=st.sampled_from([None, "0", "20", "12.5"]),
)


def test_a_known_way_has_its_length():
    assert straight_km(IKEJA, LEKKI) == pytest.approx(29.7, abs=0.2)
    assert road_km(BookingSettings("shop", road_factor=1), IKEJA, IKEJA) == 0


@pytest.mark.parametrize(
    ("changes", "kilometres", "express", "expected"),
    [
        ({}, "10.0", False, 1500),
        ({}, "10.1", False, 1515),
        ({"per_km_amount": 3}, "0.1", False, 1),
        ({"minimum_amount": 800}, "1.0", False, 800),
        ({"express_type": "percentage", "express_value": "20"}, "10.0", True, 1800),
        ({"express_type": "fixed", "express_value": "500"}, "10.0", True, 2000),
        ({}, "10.0", True, 1500),
        ({"pricing_model": "flat", "flat_amount": 900}, "99.0", False, 900),
    ],
)
def test_a_price_follows_the_settings(changes, kilometres, express, expected):
    booking = BookingSettings("shop", **changes)
    assert price(booking, Decimal(kilometres), express=express) == expected


def test_without_a_distance_only_a_flat_price_is_known():
    assert price(BookingSettings("shop"), None) is None
    assert price(BookingSettings("shop", pricing_model="flat", flat_amount=5), None) == 5


@given(bookings, distances, distances, st.booleans())
def test_a_price_is_never_negative_and_never_falls_with_the_distance(booking, one, other, express):
    near, far = sorted((one, other))
    assert 0 <= price(booking, near, express=express) <= price(booking, far, express=express)


@given(places, places)
def test_the_way_back_is_as_long(start, end):
    assert straight_km(start, end) == pytest.approx(straight_km(end, start), abs=1e-6)
