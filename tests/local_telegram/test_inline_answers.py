"""What a bot can offer to somebody who searches, and what Telegram refuses of it."""

from typing import Any

import pytest

from tests.local_telegram.town import Town

SAID = {"message_text": "<b>Here</b>", "parse_mode": "HTML"}


def article(**fields: Any) -> dict[str, Any]:
    return {"type": "article", "id": "1", "title": "Door", "input_message_content": SAID, **fields}


def photo(**fields: Any) -> dict[str, Any]:
    return {"type": "photo", "id": "1", **fields}


def said(text: str) -> dict[str, Any]:
    return {"message_text": text, "parse_mode": "HTML"}


REFUSED = [
    ({"results": [article(id=str(number)) for number in range(51)]}, "RESULTS_TOO_MUCH"),
    ({"results": [article(id="")]},
     "can't parse inline query result: Can't find field \"id\""),
    ({"results": [article(id="é" * 33)]}, "RESULT_ID_INVALID"),
    ({"results": [article(), article()]}, "RESULT_ID_DUPLICATE"),
    ({"results": [article(type="riddle")]},
     'can\'t parse inline query result: type "riddle" is unsupported for the inline query result'),
    ({"results": [article(title="")]},
     "can't parse inline query result: Can't find field \"title\""),
    ({"results": [article(input_message_content=None)]},
     "can't parse inline query result: Can't find field \"message_text\""),
    ({"results": [article(input_message_content=said("<b>x"))]},
     ("can't parse inline query result: Can't parse entities: Can't find end tag corresponding to "
     'start tag "b"')),
    ({"results": [article(input_message_content=said(""))]},
     "can't parse inline query result: Message text is empty"),
    ({"results": [article(input_message_content=said("x" * 4097))]}, "MESSAGE_TOO_LONG"),
    ({"results": [photo()]},
     "can't parse inline query result: Can't find field \"photo_file_id\""),
    ({"results": [photo(photo_url="not an address")]}, "wrong HTTP URL specified"),
    ({"results": ["x"]},
     "can't parse inline query result: Inline query result must be an object"),
    ({"results": {}}, "expected an Array of inline query results"),
    ({"results": [], "next_offset": "x" * 65}, "NEXT_OFFSET_INVALID"),
    ({"results": [], "button": {"text": "Go", "start_parameter": "x" * 65}},
     "too long start_parameter specified"),
    ({"results": [], "button": {"text": "Go", "start_parameter": "a b"}},
     "unallowed characters in start_parameter are used"),
    ({"results": [], "button": {"text": "Go", "start_parameter": ""}},
     "can't use empty start_parameter"),
    ({"results": [], "button": {"text": "Go"}},
     ("can't parse inline query results button: InlineQueryResultsButton must have exactly one "
     "optional field")),
]  # fmt: skip


@pytest.mark.parametrize(("answer", "description"), REFUSED, ids=[row[1] for row in REFUSED])
async def test_a_wrong_answer_is_refused_and_can_be_put_right(
    town: Town, answer: dict[str, Any], description: str
):
    query = town.ada.search("door")
    refused = await town.call("answerInlineQuery", inline_query_id=query.id, **answer)
    assert refused.json()["description"] == f"Bad Request: {description}"
    assert query.results is None
    await town.result("answerInlineQuery", inline_query_id=query.id, results=[article()])
    assert query.results == [article()]


async def test_fifty_results_of_every_length_of_id_are_taken(town: Town):
    query = town.ada.search("door")
    results = [article(id=str(number).rjust(64, "x")) for number in range(50)]
    button = {"text": "Go", "start_parameter": "x" * 64}
    await town.result(
        "answerInlineQuery",
        inline_query_id=query.id,
        results=results,
        next_offset="x" * 64,
        cache_time=0,
        button=button,
    )
    assert query.results == results
