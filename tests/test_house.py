"""The house: what its imports and names must be like, so that it can be read and built on."""

from tests import house

# What is not mended yet; a name that is not here may not be added.
KNOWN = {
    ("bot.demo.telegram.chats", "bot.demo.telegram.messages"),
}


def test_nothing_imports_each_other_however_long_the_way_round_is():
    assert {tuple(cycle) for cycle in house.cycles()} <= KNOWN


def test_a_long_way_round_is_found_and_a_way_there_is_not():
    ring = {"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a", "e"}}
    assert house.knots(ring) == [["a", "b", "c"]]


def test_no_room_of_the_actions_has_a_class_that_is_called_like_another_of_them():
    for name, modules in house.common_classes().items():
        assert sum(module.startswith("bot.actions.") for module in modules) <= 1, name
