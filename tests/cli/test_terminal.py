"""What is told at a terminal stands in it whole."""

import pytest

from bot.cli.init.terminal import Terminal


def test_a_long_sentence_is_parted_between_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setenv("COLUMNS", "30")
    address = "https://fleet.example.com/production/api/v1"
    Terminal().tell("", f"The fleet service is at {address}, and answers.\nIt knows the key.")
    Terminal().tell("  handover run    runs the bot until you stop it")
    told = capsys.readouterr().out.splitlines()
    assert told == [
        "",
        "The fleet service is at",
        f"{address},",
        "and answers.",
        "It knows the key.",
        "  handover run    runs the bot",
        "      until you stop it",
    ]
