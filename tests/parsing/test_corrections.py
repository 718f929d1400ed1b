"""Corrections in five languages: which field of an order they change, and nothing else."""

import tomllib
from pathlib import Path

import pytest

from bot.actions.dispatcher.drafting.corrections import changes_of
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
_SAID = tomllib.loads(Path(__file__).with_name("corrections.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("said", "then"), [(said, then) for group in _SAID.values() for said, then in group.items()]
)
def test_a_correction_changes_what_it_names(said: str, then: list[str]):
    change = next(iter(changes_of(ORDER, said, "NG")), None)
    assert ([change.blank, change.value] if change else []) == then
