"""No file of tests takes long without saying why."""

from tests.support.durations import Duration, Part, kept, lines, merged

AT_MOST = 30.0

WHY = {
    "tests/cli/test_check.py": "each case starts a town, and the program next to it",
    "tests/cli/test_demo.py": "each case starts the demo, and plays it or stops it",
    "tests/cli/test_init.py": "each case starts a town, and answers the program at a terminal",
    "tests/cli/test_mending.py": "each of a hundred mistakes is mended by the program",
    "tests/cli/test_mistakes.py": "each of a hundred mistakes is made with the program",
    "tests/cli/test_webhook_trial.py": "each case starts a town, and the program next to it",
    "tests/local_telegram/test_any_json.py": "each method is called with 25 drawn bodies",
    "tests/faults/storm/test_storm.py": "a storm starts programs, and waits until all rest",
    "tests/faults/test_receiver_down.py": "a service is killed and started again in each story",
    "tests/journeys/test_after_outage.py": "an outage goes by in small steps",
    "tests/journeys/test_backup.py": "a day goes by, and a bot is restored",
    "tests/journeys/test_clock_set.py": "each story has two jumps, and small steps of time",
    "tests/journeys/test_codes_in_words.py": "each way to say a code is a story of its own",
    "tests/journeys/test_door_photo.py": "an hour goes by in many of its stories",
    "tests/journeys/test_fleet_down.py": "an outage goes by in small steps",
    "tests/journeys/test_one_pickup.py": "each story is about eight jobs",
    "tests/journeys/test_passed_on.py": "each way to say something is a story of its own",
    "tests/journeys/test_restored.py": "each story is played before a restore and after it",
    "tests/service/pages/test_operator_login.py": "a password's hash is made to be slow",
    "tests/test_pages.py": "each command that is named is started",
}


def test_what_takes_more_than_thirty_seconds_is_long_or_says_why():
    slow = [
        f"{part.file}: {duration.seconds} s"
        for part, duration in kept().items()
        if duration.seconds > AT_MOST and not part.is_long and part.file not in WHY
    ]
    assert slow == []


def test_what_says_why_is_there():
    assert WHY.keys() <= {part.file for part in kept()}


def test_a_whole_run_of_one_kind_leaves_the_other_as_it_was():
    this, other = (
        Part("tests/test_this.py", is_long=False),
        Part("tests/test_this.py", is_long=True),
    )
    gone = Part("tests/test_gone.py", is_long=False)
    former = {this: Duration(40.0, 2), other: Duration(1.5, 1), gone: Duration(3.0, 1)}
    now = merged(former, {this: Duration(0.3, 3)})
    assert lines(now) == [
        "    1.5 s     1 tests tests/test_this.py (long)",
        "    0.3 s     3 tests tests/test_this.py",
    ]
