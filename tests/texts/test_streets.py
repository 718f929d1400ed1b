"""The short place of an address: the street or the area, and never the door."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.texts.streets import LONGEST, short_place
from tests.texts.markup import ANY_TEXT

ADDRESSES = {
    "9 Creek Road, Apapa, Lagos": "Creek Road",
    "5 Allen Avenue": "Allen Avenue",
    "9 Creek Road Apapa": "Creek Road Apapa",
    "Creek Road No 9 Apapa Lagos": "Creek Road",
    "No. 9, Creek Road, Apapa": "Creek Road",
    "#9 Creek Road, Apapa": "Creek Road",
    "9B Creek Road, Apapa": "Creek Road",
    "12-14 Creek Road": "Creek Road",
    "Flat 3, 9 Creek Road, Apapa": "Creek Road",
    "Flat 3 9 Creek Road, Apapa": "Creek Road",
    "Block A, 3rd Floor, 9 Creek Road": "Creek Road",
    "House 7, 2nd Avenue, Gwarinpa": "2nd Avenue",
    "Plot 1234 Adeola Odeku Street, Victoria Island": "Adeola Odeku Street",
    "Km 14 Lekki-Epe Expressway": "Lekki-Epe Expressway",
    "1004 Estate, Victoria Island": "Victoria Island",
    "Shop 4 Balogun Market, Lagos Island": "Balogun Market",
    "Eko Hotel, 9 Creek Road, Lagos": "Creek Road",
    "Ikeja, Lagos": "Ikeja",
    "9 Creek Road, Apapa 08035556666": "Creek Road",
    "12 Marina Road": "Marina Road",
    "12 bis rue de la Paix, 75002 Paris": "rue de la Paix",
    "12 B rue de la Paix, 75002 Paris": "rue de la Paix",
    "Appartement 4, 3 avenue Foch, 75116 Paris": "avenue Foch",
    "8 rue du 8 Mai 1945, Lille": "rue du 8 Mai",
    "12, rue des Lilas\n69003 Lyon": "rue des Lilas",
    "75002 Paris": "Paris",
    "Calle Mayor 5, 2º B, 28013 Madrid": "Calle Mayor",
    "C/ Mayor, 5, Madrid": "C/ Mayor",
    "Calle 13 # 45-20, Bogotá": "Calle 13",
    "Avda. de la Constitución, s/n, Sevilla": "Avda. de la Constitución",
    "Av. Paulista 1000, ap 12": "Av. Paulista",
    "Rua 25 de Março, 100 - Centro, São Paulo - SP, 01021-000": "Rua 25 de Março",
    "Av. 9 de Julho 3000, São Paulo": "Av. 9 de Julho",
    "Rua Augusta, 1500 - Consolação": "Rua Augusta",
    "ap 12, bloco B, Rua Augusta 1500": "Rua Augusta",
    "شارع الشيخ زايد، دبي": "شارع الشيخ زايد",
    "١٢ شارع النيل، القاهرة": "شارع النيل",
    "شقة ٤، مبنى ٧، شارع النيل، القاهرة": "شارع النيل",
    "Villa 12, Al Wasl Road, Jumeirah, Dubai": "Al Wasl Road",
    "Street 12, Al Quoz, Dubai": "Street 12",
    "Hauptstraße 5, 10115 Berlin": "Hauptstraße",
    "Avenida Presidente Juscelino Kubitschek 50": "Avenida Presidente Juscelin…",
    "": "",
    "12": "",
    "100001": "",
    "Flat 3": "",
}

STREETS = ["Creek Road", "Allen Avenue", "rue de la Paix", "Av. Paulista", "شارع النيل", "Ikeja"]
FORMS = ["{n} {s}", "{s} {n}", "No {n} {s}", "{s}, {n}", "{s} No. {n}, {a}", "{n}, {s}"]
AREAS = ["Apapa, Lagos", "75002 Paris", "01310-100 São Paulo", "القاهرة"]


@pytest.mark.parametrize(("address", "place"), ADDRESSES.items(), ids=list(ADDRESSES))
def test_an_address_is_called_by_its_street_or_its_area(address: str, place: str):
    assert short_place(address) == place


@given(
    st.sampled_from(FORMS),
    st.integers(1, 99_999),
    st.sampled_from(["", "a", "B"]),
    st.sampled_from(STREETS),
    st.sampled_from(AREAS),
)
def test_no_house_number_is_left_wherever_it_stands(
    form: str, number: int, letter: str, street: str, area: str
):
    address = form.format(n=f"{number}{letter}", s=street, a=area)
    assert short_place(address) == street
    assert short_place(f"{address}, {area}") == street


@given(ANY_TEXT)
def test_whatever_it_is_made_of_it_is_short_and_only_leaves_out(address: str):
    place = short_place(address)
    assert len(place) <= LONGEST
    assert place == place.strip()
    assert not any(len(word) > 8 and word.isdigit() for word in place.split())
