"""`handover service webhook test`: one webhook to the receiver, and what that says to it."""

import hashlib
import hmac
from collections.abc import AsyncIterator

import pytest

from tests.cli.operating import Operator
from tests.service.receiver import Receiver, listening, make_certificates

TEST = ("webhook", "test", "development")


@pytest.fixture
async def receiver(operator: Operator) -> AsyncIterator[Receiver]:
    make_certificates(operator.folder)
    operator.says(f'[webhooks]\nca_file = "{operator.folder}/ca.pem"')
    async with listening(operator.folder) as receiver:
        await operator.does_meanwhile("webhook", "set", "development", receiver.url)
        yield receiver


async def test_a_trial_reaches_the_receiver_signed_and_about_no_delivery(
    operator: Operator, receiver: Receiver
):
    key = await operator.does_meanwhile("key", "new", "development")
    answer = await operator.does_meanwhile(*TEST)
    assert answer == f"{receiver.url} has taken the test webhook: 200."
    (call,) = receiver.calls
    assert call.payload["event"] == call.headers["x-service-event"] == "handover.test"
    assert call.payload["data"]["delivery_id"] == call.headers["x-service-delivery-id"]
    expected = hmac.new(key.encode(), call.body, hashlib.sha256).hexdigest()
    assert call.headers["x-service-signature"] == expected
    log = await operator.does_meanwhile("webhook", "log", "development")
    assert log == "There are no such webhooks."


@pytest.mark.parametrize(
    ("status", "cause"),
    [
        (401, "It holds the signature for wrong: does it have this environment's API key?"),
        (404, "Nothing takes webhooks there: is the path right?"),
        (302, "A receiver answers with 2xx (contract: Events, rule 5)."),
    ],
)
async def test_a_receiver_that_does_not_take_it_is_told_with_the_likely_cause(
    operator: Operator, receiver: Receiver, status: int, cause: str
):
    await operator.does_meanwhile("key", "new", "development")
    receiver.status = status
    result = await operator.does_meanwhile_or_not(*TEST)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == f"{receiver.url} answers with {status}. {cause}\n"
    assert len(receiver.calls) == 1


def test_a_receiver_that_is_not_there_is_named(operator: Operator):
    operator.does("key", "new", "development")
    operator.does("webhook", "set", "development", "https://127.0.0.1:9/fleet")
    sentence = operator.cannot(*TEST, code=1)
    assert sentence.startswith("https://127.0.0.1:9/fleet cannot be reached: ConnectError")


def test_without_an_address_or_a_key_it_is_said_which_command_makes_one(operator: Operator):
    assert "handover service webhook set" in operator.cannot(*TEST, code=1)
    operator.does("webhook", "set", "development", "https://127.0.0.1:9/fleet")
    assert "handover service key new" in operator.cannot(*TEST, code=1)
