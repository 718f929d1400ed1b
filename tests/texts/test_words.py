"""Sentences in one reader's language."""

from bot.texts.words import Words


def test_a_line_runs_in_its_readers_direction_also_where_it_begins_with_a_number():
    right_to_left, left_to_right = (Words(each)("{n}: here", n=1001) for each in ("ar", "fr"))
    assert right_to_left.startswith("\N{RIGHT-TO-LEFT MARK}")
    assert not left_to_right.startswith("\N{RIGHT-TO-LEFT MARK}")
