"""A recipe's test runs tests of its own, in a copy of the project, so it may take longer."""

import pytest

_SECONDS = 900


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "recipes" in item.path.parts:
            item.add_marker(pytest.mark.timeout(_SECONDS))
