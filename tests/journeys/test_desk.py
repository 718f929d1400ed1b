"""A group as the desk: who dispatches is answered there, and nobody else in it sees any of that."""

import json

import pytest

from bot.chat.registry import BUTTONS
from bot.fleet import State
from bot.local_telegram import ChatEvent, LocalGroup, LocalUser
from bot.texts.callbacks import Verb, press
from tests.journeys.test_groups import PERSONAL, bound_group, nothing_personal, says, written
from tests.support.business import Business, bare, labels, sees


class Witness:
    """A member of a group who notes all that the others of it see, at every moment."""

    def __init__(self, business: Business, group: LocalGroup) -> None:
        self.group = group
        self.seen: list[str] = []
        business.town.telegram.listeners.append(self._note)

    def _note(self, event: ChatEvent) -> None:
        if event.chat is self.group and event.message.only_for is None:
            self.seen.append(f"{bare(event.message)} {labels(event.message)}")

    @property
    def saw_nothing_personal(self) -> bool:
        return bool(self.seen) and not any(
            word in text for text in self.seen for word in (*PERSONAL, "Musa Bello")
        )


def telegram_asks_to_wait(business: Business, group: LocalGroup, seconds: int) -> None:
    words = f"Too Many Requests: retry after {seconds}"
    business.town.telegram.fail("sendMessage", 429, words, retry_after=seconds, chat_id=group.id)


def shown(person: LocalUser, group: LocalGroup) -> list[str]:
    """What somebody alone sees in a group."""
    return [bare(message) for message in person.sees(group) if message.only_for is person]


async def test_a_day_is_dispatched_in_a_group_and_its_other_members_see_nothing_personal(
    business: Business,
):
    """Orders are looked up, given, in trouble and delivered, by taps and words in the group."""
    group, _ = await bound_group(business, business.musa)
    witness = Witness(business, group)
    owner = business.owner
    delivery = await business.order()
    private = len(owner.messages)
    await says(business, owner, "/find Bola", group)
    assert "1001 · Bola A. · Allen Avenue" in shown(owner, group)[-1]
    await says(business, owner, "/delivery 1001", group)
    assert "5 Allen Avenue" in shown(owner, group)[-1]
    assert len(owner.messages) == private
    await business.presses(owner, "Assign", chat=group)
    await business.presses(owner, "Musa Bello", chat=group)
    assert not any("Who takes" in text for text in shown(owner, group))
    assert "🕓 Waiting for pickup" in written(group)[-1]
    await business.presses(business.musa, "Accept")
    await business.presses(business.musa, "Picked up")
    await business.says(business.musa, business.pickup_code)
    await business.presses(business.musa, "Delivered")
    await business.says(business.musa, business.dropoff_code)
    assert await business.state(delivery) is State.DELIVERED
    await business.order()
    await says(business, owner, "/assign 1002", group)
    await business.presses(owner, "Musa Bello", chat=group)
    await business.presses(business.musa, "Accept")
    await business.presses(business.musa, "Problem")
    await business.presses(business.musa, "Wrong address")
    await says(business, owner, "/riders", group)
    await says(business, owner, "/deliveries", group)
    assert len(shown(owner, group)) >= 4
    assert witness.saw_nothing_personal
    assert shown(business.musa, group) == []


async def test_an_answer_in_the_group_is_for_who_has_asked_and_takes_the_place_of_no_card(
    business: Business,
):
    eve = business.town.telegram.add_user("Eve")
    group, _ = await bound_group(business, eve)
    await business.order()
    private = len(business.owner.messages)
    await business.presses(business.owner, "Details", chat=group)
    assert "5 Allen Avenue" in shown(business.owner, group)[-1]
    assert len(business.owner.messages) == private
    assert business.owner.toasts[-1].text == ""
    assert shown(eve, group) == []
    assert "📦 Order 1001" in written(group)[-1]


async def test_a_card_that_is_open_in_the_group_changes_with_its_order(business: Business):
    ngozi = await business.hires("Ngozi")
    group, _ = await bound_group(business, ngozi, business.musa)
    await business.order()
    for person in (business.owner, ngozi):
        await business.presses(person, "Details", chat=group)
    private = len(ngozi.messages)
    await business.presses(business.owner, "Assign", chat=group)
    await business.presses(business.owner, "Musa Bello", chat=group)
    for person in (business.owner, ngozi):
        (card,) = shown(person, group)
        assert "🛵 Musa Bello" in card
    await business.presses(ngozi, "⋯", chat=group)
    await business.presses(business.musa, "Accept")
    (card,) = shown(ngozi, group)
    assert "👍 Accepted by the rider" in card
    assert len(ngozi.messages) == private


async def test_a_card_in_the_group_tells_nothing_to_who_dispatches_no_more(business: Business):
    ngozi = await business.hires("Ngozi")
    group, _ = await bound_group(business, ngozi)
    delivery = await business.order()
    await business.presses(ngozi, "Details", chat=group)
    await business.says(business.owner, "/team")
    await business.presses(business.owner, "Remove Ngozi as a dispatcher")
    await business.presses(business.owner, "Remove", message=business.owner.last)
    await business.town.shop.assign(business.riders["Musa Bello"], [delivery.uuid])
    await business.town.idle()
    await business.later(seconds=5)
    assert shown(ngozi, group) == ["🧪 Order 1001 · not for you any more"]


async def test_in_a_topic_the_answer_stands_in_that_topic(business: Business):
    group, topic = await bound_group(business, forum=True)
    await business.order()
    await business.presses(business.owner, "Details", chat=group)
    card = business.owner.sees(group)[-1]
    assert "5 Allen Avenue" in bare(card)
    await business.presses(business.owner, "Assign", message=card)
    asked = business.owner.sees(group)[-1]
    assert "Who takes order 1001?" in bare(asked)
    assert {card.posting.thread_id, asked.posting.thread_id} == {topic}


async def test_a_list_in_the_group_is_turned_where_it_stands(business: Business):
    group, _ = await bound_group(business)
    for _ in range(11):
        await business.order()
    await says(business, business.owner, "/deliveries", group)
    first = shown(business.owner, group)
    await business.presses(business.owner, "Next", chat=group)
    assert len(shown(business.owner, group)) == len(first)
    assert shown(business.owner, group) != first


async def test_whatever_is_pressed_under_what_one_alone_sees_the_others_see_nothing(
    business: Business,
):
    group, _ = await bound_group(business)
    delivery = await business.order()
    witness = Witness(business, group)
    await business.presses(business.owner, "Assign", chat=group)
    await business.presses(business.owner, "Details", chat=group)
    card = business.owner.sees(group)[-1]
    for button in BUTTONS:
        if button.verb in {Verb.CANCEL, Verb.FORGET, Verb.STOP}:
            continue
        objects = [delivery.uuid, business.riders["Musa Bello"]][: button.about]
        data = press(button.verb, *objects, tokens=["1"] * button.tokens)
        business.owner.press_data(data, message=card)
        await business.town.idle()
    await says(business, business.owner, "/board", group)
    assert witness.saw_nothing_personal
    assert nothing_personal(business, group)


async def test_what_asks_for_words_is_asked_in_the_private_chat(business: Business):
    group, _ = await bound_group(business)
    await business.order()
    await business.presses(business.owner, "Details", chat=group)
    await business.presses(business.owner, "Edit", chat=group)
    before = shown(business.owner, group)
    private = len(business.owner.messages)
    await business.presses(business.owner, "Fee", chat=group)
    assert shown(business.owner, group) == before
    assert len(business.owner.messages) > private
    assert business.owner.toasts[-1].text == "I have sent it to you privately."
    await business.says(business.owner, "1800")
    assert sees(business.owner, "New: 1800")


async def test_who_has_stopped_the_bot_is_answered_in_the_group_and_asked_for_no_words(
    business: Business,
):
    group, _ = await bound_group(business)
    await business.order()
    await business.says(business.owner, "/stop")
    await business.presses(business.owner, "Stop anyway")
    await business.presses(business.owner, "Details", chat=group)
    assert "5 Allen Avenue" in shown(business.owner, group)[-1]
    await business.presses(business.owner, "Edit", chat=group)
    await business.presses(business.owner, "Fee", chat=group)
    assert "Open our chat and write /start" in business.owner.toasts[-1].text


async def test_an_answer_to_what_one_alone_sees_is_looked_for(business: Business):
    group, _ = await bound_group(business)
    await business.order()
    await business.presses(business.owner, "Details", chat=group)
    card = business.owner.sees(group)[-1]
    business.owner.write("Bola", chat=group, reply_to=card)
    await business.town.idle()
    assert "1001" in shown(business.owner, group)[-1]
    business.owner.write("1001", chat=group, reply_to=card)
    await business.town.idle()
    assert "1001" in shown(business.owner, group)[-1]
    assert not any("Bola Ahmed" in text for text in written(group))


async def test_the_commands_of_the_desk_are_ephemeral_as_long_as_the_group_is_bound(
    business: Business,
):
    def menu() -> list[str]:
        scope = json.dumps({"chat_id": str(group.id), "type": "chat"}, sort_keys=True)
        listed = business.town.account.menus.get((scope, ""), [])
        assert all(command.get("is_ephemeral") for command in listed)
        return sorted(command["command"] for command in listed)

    eve = business.town.telegram.add_user("Eve")
    group, _ = await bound_group(business, business.musa, eve)
    assert menu() == ["assign", "deliveries", "delivery", "find", "new", "riders"]
    await business.order()
    for person in (eve, business.musa):
        await says(business, person, "/find Bola", group)
        assert not any("Ahmed" in text for text in shown(person, group))
    assert "/find Bola" not in [bare(message) for message in group.messages]
    await says(business, business.owner, "/unbind", group)
    assert menu() == []


async def test_a_command_that_all_see_is_answered_privately_or_by_an_administrator_in_the_group(
    business: Business,
):
    group, _ = await bound_group(business)
    await business.order()
    business.town.account.menus.clear()
    await says(business, business.owner, "/delivery 1001", group)
    assert shown(business.owner, group) == []
    assert "5 Allen Avenue" in bare(business.owner.last)
    group.promote(business.town.account)
    await says(business, business.owner, "/delivery 1001", group)
    assert "5 Allen Avenue" in shown(business.owner, group)[-1]


async def test_an_answer_that_comes_after_fifteen_seconds_goes_to_the_private_chat(
    business: Business,
):
    group, _ = await bound_group(business)
    await business.order()
    telegram_asks_to_wait(business, group, seconds=16)
    await business.presses(business.owner, "Details", chat=group)
    await business.later(seconds=17)
    assert shown(business.owner, group) == []
    assert "5 Allen Avenue" in bare(business.owner.last)
    assert not business.owner.last.silent


async def test_who_is_put_out_before_the_answer_gets_it_in_no_group(business: Business):
    ngozi = await business.hires("Ngozi")
    group, _ = await bound_group(business, ngozi)
    await business.order()
    witness = Witness(business, group)
    telegram_asks_to_wait(business, group, seconds=1)
    await business.presses(ngozi, "Details", chat=group)
    group.kick(ngozi)
    await business.later(seconds=2)
    assert shown(ngozi, group) == []
    assert "5 Allen Avenue" in bare(ngozi.last)
    assert witness.saw_nothing_personal


async def test_who_is_put_out_while_a_card_is_open_reads_there_of_no_change(business: Business):
    ngozi = await business.hires("Ngozi")
    group, _ = await bound_group(business, ngozi)
    await business.order()
    await business.presses(ngozi, "Details", chat=group)
    card = ngozi.sees(group)[-1]
    before = bare(card)
    group.kick(ngozi)
    await business.presses(business.owner, "Assign", chat=group)
    await business.presses(business.owner, "Musa Bello", chat=group)
    await business.later(seconds=5)
    assert bare(card) == before
    assert "🛵 Musa" in written(group)[-1]


async def test_a_table_that_telegram_refuses_is_shown_to_one_alone_as_lines(business: Business):
    group, _ = await bound_group(business)
    await says(business, business.owner, "/riders", group)
    assert business.owner.sees(group)[-1].body.rich is not None
    business.town.telegram.fail("sendRichMessage", 400, "Bad Request: RICH_MESSAGE_INVALID")
    await says(business, business.owner, "/riders", group)
    assert "Musa Bello · 0 open jobs" in shown(business.owner, group)[-1]
    business.town.telegram.knows_rich = False
    for _ in range(2):
        await says(business, business.owner, "/riders", group)
        assert "Musa Bello · 0 open jobs" in shown(business.owner, group)[-1]
    tried = [call for call in business.town.telegram.calls if call.method == "sendRichMessage"]
    assert len(tried) == 3


async def test_who_reads_lists_as_lines_reads_them_so_in_the_group(business: Business):
    group, _ = await bound_group(business)
    await business.says(business.owner, "/me")
    await business.presses(business.owner, "Lists as lines")
    await says(business, business.owner, "/riders", group)
    assert "Musa Bello · 0 open jobs" in shown(business.owner, group)[-1]


@pytest.mark.without_limits  # two hundred people take no part in what is sent
async def test_of_two_hundred_in_a_group_three_dispatch_and_only_they_are_answered(
    business: Business,
):
    staff = [business.owner, await business.hires("Ngozi"), await business.hires("Tola")]
    crowd = [business.town.telegram.add_user(f"Member {number}") for number in range(197)]
    group, _ = await bound_group(business, *staff[1:], *crowd)
    witness = Witness(business, group)
    await business.order()
    for person in (*staff, *crowd[:5]):
        await business.presses(person, "Details", chat=group)
        await says(business, person, "/find Bola", group)
    assert [len(shown(person, group)) for person in staff] == [3, 3, 3]
    assert not any("Ahmed" in text for one in crowd for text in shown(one, group))
    await business.presses(staff[1], "Assign", chat=group)
    await business.presses(staff[1], "Musa Bello", chat=group)
    await business.later(seconds=5)
    assert all("🛵 Musa Bello" in shown(person, group)[0] for person in staff)
    assert witness.saw_nothing_personal
    asked_about = [call for call in business.town.telegram.calls if "Member" in call.method]
    assert asked_about == []


async def test_a_server_that_knows_no_ephemeral_messages_is_found_out_without_a_word(
    business: Business,
):
    """It would show everybody what is meant for one: so it is tried with nothing in it."""
    business.town.telegram.knows_ephemeral = False
    group, _ = await bound_group(business)
    witness = Witness(business, group)
    delivery = await business.order()
    await business.presses(business.owner, "Details", chat=group)
    assert "5 Allen Avenue" in bare(business.owner.last)
    assert [text for text in written(group) if "…" in text] == []
    assert witness.saw_nothing_personal
    calls = len(business.town.telegram.calls)
    await business.presses(business.owner, "Assign", chat=group)
    assert labels(group.messages[-1])[:2] == ["Musa B. · 0 open", "Sani A. · 0 open"]
    await business.presses(business.owner, "Musa B.", chat=group)
    await says(business, business.owner, "/delivery 1001", group)
    assert "write that to me privately" in written(group)[-1]
    assert await business.state(delivery) is State.AWAITING_PICKUP
    asked = business.town.telegram.calls[calls:]
    assert not any("ephemeral" in str(call.arguments) for call in asked)
    assert witness.saw_nothing_personal
    assert sees(business.owner, "5 Allen Avenue")


@pytest.mark.parametrize("words", ["Bad Request: CHAT_WRITE_FORBIDDEN", "Bad Request: no"])
async def test_a_refusal_of_one_answer_is_nothing_against_the_group(business: Business, words: str):
    group, _ = await bound_group(business)
    await business.order()
    await business.presses(business.owner, "Details", chat=group)
    for _ in range(4):
        business.town.telegram.fail("sendMessage", 400, words, chat_id=group.id)
        await business.presses(business.owner, "Details", chat=group)
    assert "5 Allen Avenue" in bare(business.owner.last)
    await business.order()
    assert "📦 Order 1002" in written(group)[-1]
