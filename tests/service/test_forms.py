"""Bracketed form fields."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.service.api.forms import FormError, nest

names = st.text(string.ascii_lowercase + "_", min_size=1, max_size=6)
nested = st.recursive(
    st.text("aé0 &=[", max_size=5),
    lambda inner: (
        st.lists(inner, min_size=1, max_size=4)
        | st.dictionaries(names, inner, min_size=1, max_size=4)
    ),
    max_leaves=8,
)


def fields_of(name: str, value: object) -> list[tuple[str, str]]:
    """Write nested data as form fields."""
    if isinstance(value, str):
        return [(name, value)]
    steps = value.items() if isinstance(value, dict) else enumerate(value)
    return [field for step, inner in steps for field in fields_of(f"{name}[{step}]", inner)]


@given(data=st.dictionaries(names, nested, max_size=4), shuffle=st.randoms())
def test_fields_in_any_order_give_the_data_back(data, shuffle):
    fields = [field for name, value in data.items() for field in fields_of(name, value)]
    shuffle.shuffle(fields)
    try:
        assert nest(fields) == data
    except FormError as error:
        assert "nested too deeply" in str(error)  # noqa: PT017  # the one refusal that is right


@given(st.lists(st.tuples(st.text("ab[]01", max_size=12), st.text(max_size=3)), max_size=20))
def test_any_names_are_read_or_refused(fields):
    try:
        data = nest(fields)
    except FormError:
        return
    assert isinstance(data, dict)


@pytest.mark.parametrize(
    ("fields", "data"),
    [
        ([("a", "1"), ("a", "2"), ("a", "3")], {"a": ["1", "2", "3"]}),
        ([("a[0][b]", "1"), ("a[0][b]", "2")], {"a": [{"b": ["1", "2"]}]}),
        ([("a[]", "1"), ("a[]", "2")], {"a": ["1", "2"]}),
        ([("a[7]", "x"), ("a[]", "y"), ("a[2]", "z")], {"a": ["z", "x", "y"]}),
        ([("a[0][b]", "1"), ("a[0][c][]", "2")], {"a": [{"b": "1", "c": ["2"]}]}),
        ([("a[0]", "1"), ("a[b]", "2")], {"a": {"0": "1", "b": "2"}}),
        ([("a[", "1"), ("a]b", "2"), ("[x]", "3"), ("a[[b]]", "4")],
         {"a[": "1", "a]b": "2", "[x]": "3", "a[[b]]": "4"}),
        ([("a[999999999]", "1")], {"a": ["1"]}),
        ([], {}),
    ],
)  # fmt: skip
def test_the_notation(fields, data):
    assert nest(fields) == data


@pytest.mark.parametrize(
    "names", [["a", "a[b]"], ["a[b]", "a"], ["a[0][b]", "a[0]"], ["a", "a", "a[]"]]
)
def test_a_name_is_not_both_a_value_and_a_group(names):
    with pytest.raises(FormError, match="both"):
        nest([(name, "") for name in names])
