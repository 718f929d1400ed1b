"""No figure stands in a page that nothing vouches for."""

import re

import pytest

from tests.page_figures import Figure, figures, sizes_table
from tests.pages import DOCS, PAGES, README, table_in

OF_PROGRAMMERS = {"CONTRIBUTING.md", "local-telegram.md", "library.md"}
TEXTS = [page.read_text() for page in PAGES if page.name not in OF_PROGRAMMERS]
_FIGURE = re.compile(
    r"\d[\d,.]*\d|\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|half|twice|dozen"
    r"|quarter|hundred|thousand|million)\b",
    re.IGNORECASE,
)
_MADE_BY_A_COMMAND = re.compile(r"<!-- (\w+) -->.*?<!-- end of \1 -->", re.DOTALL)
_CODE_OR_ADDRESS = re.compile(r"```.*?```|`[^`]*`|\]\([^)]*\)|<(?:img|source) [^>]*>", re.DOTALL)
_STEP = re.compile(r"^(?:## )?\d\. ", re.MULTILINE)
NO_FIGURES = (
    "Three chats side by side",
    "More than ten orders fold by shop",
    "give six of them to one rider in three taps",
    "ends with exit code 0",
    '"code is 29 02"',
    '"give 1043 and 1044 to Grace"',
    "commands: 0, all is well; 1, something outside is wrong",
    "such thing); 2, a setting",
    "leave nothing half done: exit code 130 or 143",
    "ends with 0 once",
    "stopped between two steps",
    "version 4 with",
    "Not 3.0.2, which Debian 12 brings: with etcd3",
    "of which the largest has twice the average",
    "nothing was said twice",
    "what it has locked is free after 5 s",
    "no answer is waited for longer than 8 s",
    "three bots",
    "two fleet services",
    "1,000 examples an operation",
    "from 7 to 3650",
)
"""What is told by other tests, or measures nothing: examples, versions, exit codes."""


def _flat(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("figure", [*figures()], ids=lambda figure: figure.words)
def test_a_figure_is_what_the_code_or_a_measurement_says(figure: Figure):
    assert any(figure.told in _flat(text) for text in TEXTS)


def test_the_table_of_sizes_is_what_the_simulation_has_printed():
    assert table_in(DOCS / "several-machines.md", "sizes") == sizes_table()


def test_the_steps_to_the_own_bot_are_as_many_as_it_says():
    steps = README.read_text().partition("## Your own bot, in ")[2].partition("\n## ")[0]
    words = ("one", "two", "three", "four", "five", "six", "seven", "eight")
    assert words.index(steps.split()[0]) + 1 == len(_STEP.findall(steps))


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: text.partition("\n")[0])
def test_no_figure_stands_there_that_nothing_vouches_for(text: str):
    left = _CODE_OR_ADDRESS.sub(" ", _STEP.sub("", _MADE_BY_A_COMMAND.sub("", text)))
    left = re.sub(r"(## Your own bot, in) \w+", r"\1", _flat(left))
    for words in sorted([*NO_FIGURES, *(each.told for each in figures())], key=len, reverse=True):
        left = left.replace(words, "")
    assert not [left[max(0, at.start() - 40) : at.end() + 40] for at in _FIGURE.finditer(left)]
