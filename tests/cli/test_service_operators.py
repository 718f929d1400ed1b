"""`handover service operator …`: who may log in to the operator's page."""

import re

import pytest

from bot.service.environment import Environment
from bot.service.operations.operators import Operators
from tests.cli.operating import Operator

LINK = re.compile(r"http://127\.0\.0\.1:8080/operator/link/([\w-]{43})")


def logs_in(operator: Operator, link: str) -> bool:
    found = LINK.fullmatch(link)
    assert found, link

    async def work(environment: Environment) -> str | None:
        return await Operators(environment.database, environment.vault).log_in_by_link(found[1], "")

    return operator.operate(work) is not None


def test_an_operator_is_added_listed_and_removed(operator: Operator):
    nobody = "There is no operator; add one with `handover service operator add NAME`."
    assert operator.does("operator", "list") == nobody
    link = operator.does("operator", "add", "ada")
    ((name, _since, state),) = operator.rows("operator", "list")
    assert (name, state) == ("ada", "no password yet")
    assert logs_in(operator, link)
    assert not logs_in(operator, link)
    assert operator.does("operator", "remove", "ada") == "Operator ada is removed."
    assert operator.does("operator", "list") == nobody


def test_a_newer_link_ends_the_former(operator: Operator):
    former = operator.does("operator", "add", "ada")
    link = operator.does("operator", "link", "ada")
    assert not logs_in(operator, former)
    assert logs_in(operator, link)


def test_a_link_begins_with_the_address_that_people_open(operator: Operator):
    operator.says('[web]\npublic_url = "https://fleet.example/"')
    link = operator.does("operator", "add", "ada")
    assert link.startswith("https://fleet.example/operator/link/")


def test_what_cannot_be_done_is_said(operator: Operator):
    operator.does("operator", "add", "ada")
    assert "There is an operator ada already" in operator.cannot("operator", "add", "ada", code=1)
    for command in ("remove", "link"):
        assert "There is no operator bola" in operator.cannot("operator", command, "bola", code=1)


@pytest.mark.parametrize("name", ["", " ada", "a" * 65, "a\nb"])
def test_a_name_is_one_that_can_be_typed(operator: Operator, name: str):
    assert "1 to 64 characters" in operator.cannot("operator", "add", name, code=2)
