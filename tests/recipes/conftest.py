"""A recipe's test runs tests of its own, in a copy of the project."""

import pytest

_SHORT = "test_column.py"
"""Its recipe is followed in every run; the others are long."""


def pytest_itemcollected(item: pytest.Item) -> None:
    if item.path.name != _SHORT:
        item.add_marker(pytest.mark.long("a recipe is followed and tried in a copy"))
