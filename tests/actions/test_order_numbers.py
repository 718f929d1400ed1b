"""Order numbers: what somebody types is compared with what the fleet service calls a delivery."""

import pytest

from bot.actions.order_numbers import is_called


@pytest.mark.parametrize("typed", ["HN-0042", "hn-0042", "#HN-0042", "# HN-0042", "HN-٠٠٤٢"])
def test_case_sign_and_script_of_the_digits_do_not_matter(typed: str):
    assert is_called("HN-0042", typed)


@pytest.mark.parametrize("typed", ["42", "HN-42", "HN-00421", "HN0042", "#", ""])
def test_everything_else_does(typed: str):
    assert not is_called("HN-0042", typed)
