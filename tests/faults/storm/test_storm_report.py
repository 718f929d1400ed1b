"""What a storm reports: whole, or broken off with what it has seen so far."""

from bot.fleet import State
from tests.faults.storm.storm_report import StormReport
from tests.faults.storm.test_storm_checks import ORDER, Forger


def reported(forger: Forger, *, whole: bool) -> StormReport:
    return StormReport.of(forger.evidence, seed=7, seconds=60, impossible={}, whole=whole)


def test_a_finding_names_the_order_the_fault_under_way_and_the_one_before():
    forger = Forger()
    forger.struck("bot killed", 2, 3, 2)
    forger.struck("disk full", 4, 6)
    forger.held(5, State.PENDING, None)
    lines = "\n".join(reported(forger, whole=True).lines())
    assert f"lost: order {ORDER} is still pending" in lines
    assert "during disk full (fault 2)" in lines
    forger.held(7.5, State.PENDING, None)
    assert "1.5 s after disk full (fault 2)" in "\n".join(reported(forger, whole=True).lines())


def test_what_may_still_come_right_is_no_finding_of_a_storm_that_was_stopped():
    forger = Forger()
    forger.held(1, State.PENDING, None)
    report = reported(forger, whole=False)
    assert not report.findings
    assert not report.holds
    assert "under way when it was stopped: lost 1" in list(report.lines())


def test_what_no_time_mends_is():
    forger = Forger()
    forger.held(0, State.IN_TRANSIT)
    forger.sent(1, forger.olu, "📦 Order 1001 · 🛵 On the way")
    forger.sent(2, forger.olu, "📦 Order 1001 · 👍 Accepted by the rider", "edited")
    assert [each.check for each in reported(forger, whole=False).findings] == ["backward"]


def test_only_a_whole_storm_in_which_nothing_is_found_holds():
    assert reported(Forger(), whole=True).holds is False
    forger = Forger()
    forger.held(1, State.CANCELLED, None)
    for user in (forger.customer, forger.olu):
        forger.sent(2, user, "❌ Order 1001 was cancelled.")
    assert reported(forger, whole=True).holds
    assert not reported(forger, whole=False).holds
