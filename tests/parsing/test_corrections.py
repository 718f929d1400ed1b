"""Corrections in five languages: which field of an order they change, and nothing else."""

import tomllib
from pathlib import Path

import pytest

from bot.actions.dispatcher.drafts.corrections import changes_of
from bot.domain.draft import Blank

ORDER = {
    Blank.TO_NAME: "Bola Ahmed",
    Blank.TO_PHONE: "+2348030000001",
    Blank.TO_ADDRESS: "5 Allen Avenue, Ikeja",
    Blank.ITEMS: "2 × Jollof rice 3000\n1 × Chocolate cake 0",
    Blank.FEE: "1500",
    Blank.NOTE: "",
    Blank.FROM_NAME: "Ada's Kitchen",
    Blank.FROM_PHONE: "+2348040000009",
    Blank.FROM_ADDRESS: "12 Marina Road",
}
_SWAPPED = {
    Blank.FROM_NAME: "Bola Ahmed",
    Blank.TO_NAME: "Ada's Kitchen",
    Blank.FROM_PHONE: "+2348030000001",
    Blank.TO_PHONE: "+2348040000009",
    Blank.FROM_ADDRESS: "5 Allen Avenue, Ikeja",
    Blank.TO_ADDRESS: "12 Marina Road",
}
_SAID = tomllib.loads(Path(__file__).with_name("corrections.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("said", "then"), [(said, then) for group in _SAID.values() for said, then in group.items()]
)
def test_a_correction_changes_what_it_names(said: str, then: list[str]):
    changes = changes_of(ORDER, said, "NG")
    assert [each for change in changes for each in (change.blank, change.value)] == then


@pytest.mark.parametrize(
    "said",
    [
        "swap sender and receiver",
        "you mixed them up, Bola Ahmed is the sender and Ada's Kitchen is the receiver",
        "no, the receiver is Ada's Kitchen and Bola is the sender",
        "inverse l'expéditeur et le destinataire",
        "c'est l'inverse : Bola Ahmed envoie et Ada's Kitchen reçoit",
        "cambia remitente y destinatario",
        "está al revés: Bola Ahmed envía y Ada's Kitchen recibe",
        "troca remetente e destinatário",
        "tá invertido: Bola Ahmed envia e Ada's Kitchen recebe",
        "بدل المرسل والمستلم",
        "معكوس، المرسل Bola Ahmed والمستلم Ada's Kitchen",
    ],
)
def test_who_was_taken_for_the_other_is_that_with_number_and_address(said: str):
    assert {each.blank: each.value for each in changes_of(ORDER, said, "NG")} == _SWAPPED


@pytest.mark.parametrize(
    "said",
    [
        "you swapped them, Ada's Kitchen is the sender and Bola Ahmed is the receiver",
        "Ada's Kitchen is the sender and Bola is the receiver",
        "swap the cake for pie",
        "the sender and the receiver are friends",
    ],
)
def test_what_is_so_already_or_is_of_nobody_is_no_swap(said: str):
    assert changes_of(ORDER, said, "NG") == ()


@pytest.mark.parametrize(
    "said",
    [
        "fee 2000 and phone 08035556667",
        "phone 08035556667, fee 2000",
        "frais 2000 et tél 08035556667",
        "envío 2000 y tel 08035556667",
        "frete 2000 e tel 08035556667",
        "التوصيل 2000 والجوال 08035556667",
    ],
)
def test_two_corrections_of_one_line_are_both_taken(said: str):
    changes = {each.blank: each.value for each in changes_of(ORDER, said, "NG")}
    assert changes == {Blank.FEE: "2000", Blank.TO_PHONE: "08035556667"}


def test_a_note_keeps_what_is_added_to_it_and_is_taken_out_as_a_whole():
    order = {**ORDER, Blank.NOTE: "call first"}
    (added,) = changes_of(order, "add a note: ring twice, then wait", "NG")
    assert (added.blank, added.value) == (Blank.NOTE, "call first · ring twice, then wait")
    (gone,) = changes_of(order, "remove the note", "NG")
    assert (gone.blank, gone.value) == (Blank.NOTE, "")


@pytest.mark.parametrize(
    ("said", "left"), [("remove 2 fanta", "4 × Fanta 0"), ("take out the 6 fanta", "")]
)
def test_so_many_of_a_thing_are_taken_out(said: str, left: str):
    (change,) = changes_of({**ORDER, Blank.ITEMS: "6 × Fanta 0"}, said, "NG")
    assert change.value == left


def test_more_of_a_thing_are_taken_out_than_there_are_of_it():
    assert changes_of({**ORDER, Blank.ITEMS: "6 × Fanta 0"}, "remove 8 fanta", "NG") == ()
