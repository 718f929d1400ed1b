"""Problems: every reason has its words for everybody who is told of it."""

import pytest
from hypothesis import given

from bot.domain.known_delivery import DeliveryRow
from bot.fleet import State
from bot.store.problem_reports import ProblemReport, Reason
from bot.texts.message import Message
from bot.texts.rider import problem_reports as texts
from bot.texts.words import Words
from tests.texts.markup import ANY_TEXT, bare, seen

say = Words()
UUID = "0b0f9d3e-6c0a-4a58-8a43-0d6f1c9e2a11"
ROW = DeliveryRow(UUID, "0042", State.IN_TRANSIT, 3, True, "musa", None, "{}")


def everything(problem: ProblemReport) -> list[Message]:
    return [
        texts.for_dispatcher(say, ROW, "Musa", problem),
        texts.for_group(say, ROW, "Musa", problem),
        Message.of(texts.told_line(say, problem), texts.problem_line(say, problem)),
    ]


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_can_be_chosen_and_told(reason: Reason):
    assert texts.what_is_wrong(say, ROW, [reason]).rows
    for message in everything(ProblemReport(UUID, "musa", reason)):
        assert bare(message.html)


def test_a_group_reads_none_of_the_riders_words_and_sees_no_photo():
    told = ProblemReport(UUID, "musa", Reason.OTHER, "Bola is in flat 7", "photo-1")
    message = texts.for_group(say, ROW, "Musa", told)
    assert "flat 7" not in bare(message.html)
    assert message.attachment is None


@given(ANY_TEXT)
def test_no_words_of_a_rider_format_anything(words: str):
    for message in everything(ProblemReport(UUID, "musa", Reason.OTHER, words)):
        kinds = {entity.type for entity in seen(message.html).entities}
        assert kinds <= {"bold"}
