"""What the bot answers dispatchers and owners."""

from collections.abc import Sequence

from bot.fleet import Delivery, Rider
from bot.texts.callbacks import Verb, press
from bot.texts.html import Html, clean, joined
from bot.texts.message import Button, Message, Rows, Style
from bot.texts.states import state_label
from bot.texts.words import Words

_SHOWN_RIDERS = 50


def which_rider(say: Words, order: str, delivery: str, riders: Sequence[Rider]) -> Message:
    """Let a dispatcher choose a rider; who has least to do stands first."""
    if not riders:
        return Message.of(
            say("There is no active rider. Activate one at the fleet service, then try again.")
        )
    buttons = tuple(
        (Button(label=_with_load(say, rider), data=press(Verb.ASSIGN, delivery, rider.uuid)),)
        for rider in riders[:_SHOWN_RIDERS]
    )
    cancel = (Button(label=say.label("Cancel"), data=press(Verb.CANCEL)),)
    return Message.of(say("Who takes <b>order {order}</b>?", order=order), rows=(*buttons, cancel))


def _with_load(say: Words, rider: Rider) -> str:
    open_jobs = rider.ongoing_count or 0
    return say.label("{name} · {open_jobs} open", name=rider.name, open_jobs=open_jobs)


def assign_refused(say: Words, order: str, reason: str) -> Message:
    """Tell that the fleet service did not take an assignment."""
    return Message.of(
        say("❌ Order {order} was not assigned.", order=order),
        say("The fleet service says: {reason}", reason=reason),
    )


def cancel_refused(say: Words, order: str, reason: str) -> Message:
    """Tell that the fleet service did not call a delivery off."""
    return Message.of(
        say("❌ Order {order} was not cancelled.", order=order),
        say("The fleet service says: {reason}", reason=reason),
    )


def delivery_list(say: Words, deliveries: Sequence[Delivery], total: int | None) -> Message:
    """List deliveries, each with a button that brings its card."""
    if not deliveries:
        return Message.of(say("There are no deliveries yet."))
    lines = [_line(say, delivery) for delivery in deliveries]
    if total is not None and total > len(deliveries):
        lines.append(
            say("{count} of {total}. /find looks in all of them.", count=len(lines), total=total)
        )
    return Message.of(
        say("<b>Deliveries</b>, newest first"), *lines, rows=_buttons(say, deliveries)
    )


def found(say: Words, text: str, deliveries: Sequence[Delivery]) -> Message:
    """List what a search has found."""
    if not deliveries:
        return Message.of(say("Nothing found for “{text}”.", text=text))
    lines = [_line(say, delivery) for delivery in deliveries]
    return Message.of(say("Found for “{text}”:", text=text), *lines, rows=_buttons(say, deliveries))


def _line(say: Words, delivery: Delivery) -> Html:
    rider = delivery.rider.name if delivery.rider else ""
    order = Html(f"<b>{say.value(delivery.order_number)}</b>")
    return joined([order, state_label(say, delivery), say.value(rider) if rider else Html()], " · ")


def _buttons(say: Words, deliveries: Sequence[Delivery]) -> Rows:
    return tuple(
        (
            Button(
                label=say.label("Order {order}", order=delivery.order_number),
                data=press(Verb.SHOW, delivery.uuid),
            ),
        )
        for delivery in deliveries
    )


def how_to_name_order(say: Words, command: str) -> Message:
    """Tell how to write a command that needs an order number."""
    return Message.of(
        say("Write the order number: <code>/{command} 1042</code>", command=Html(command))
    )


def how_to_find(say: Words) -> Message:
    """Tell how to search."""
    return Message.of(say("Write what to look for, a name or a number: <code>/find Bola</code>"))


def no_such_order(say: Words, order: str) -> Message:
    """Tell that an order number leads nowhere."""
    return Message.of(say("I find no order {order}. /find looks for names, too.", order=order))


def codes_stopped(say: Words, order: str, rider: str, delivery: str, *, locked: bool) -> Message:
    """Tell dispatchers that a rider's codes are refused again and again."""
    state = say("locked until you unlock it") if locked else say("paused for 15 minutes")
    unlock = Button(label=say.label("Unlock"), data=press(Verb.UNLOCK, delivery), style=Style.MAIN)
    return Message.of(
        say("🔒 Order {order}: too many codes of {rider} were refused.", order=order, rider=rider),
        say("It is {state}. Call the rider and the customer before you unlock.", state=state),
        rows=((unlock,),),
    )


def codes_unlocked(say: Words, order: str) -> Message:
    """Tell that riders may type codes again."""
    return Message.of(say("🔓 Order {order}: codes can be typed again.", order=order))


def code_held_up(say: Words, order: str, rider: str) -> Message:
    """Tell dispatchers that a code waits because the fleet service does not answer."""
    return Message.of(
        say("⏳ Order {order}: {rider} has typed a code.", order=order, rider=rider),
        say("The fleet service has not answered for 2 minutes. I keep trying, up to 30 minutes."),
    )


def key_refused(say: Words) -> Message:
    """Tell staff that the fleet service does not accept the API key."""
    return Message.of(
        say("🔑 <b>The fleet service refuses our API key.</b>"),
        say("Nothing is lost: changes wait until the key in the config (fleet.api_key) is right."),
    )


def team(say: Words, names: Sequence[tuple[str, str]], *, is_owner: bool) -> Message:
    """List who works here, with the buttons that invite others."""
    rows = [(Button(label=say.label("Invite a rider"), data=press(Verb.INVITE_WHICH_RIDER)),)]
    if is_owner:
        invite = Button(label=say.label("Invite a dispatcher"), data=press(Verb.INVITE_DISPATCHER))
        rows.append((invite,))
    lines = [Html(f"{say.value(name)} · {say.value(role)}") for name, role in names]
    return Message.of(say("<b>Team</b>"), *lines, rows=tuple(rows))


def which_rider_to_invite(say: Words, riders: Sequence[Rider]) -> Message:
    """Let a dispatcher choose which rider of the fleet an invitation is for."""
    if not riders:
        return Message.of(say("The fleet service knows no active rider yet."))
    buttons = tuple(
        (
            Button(
                label=clean(rider.name),
                data=press(Verb.INVITE_RIDER, rider.uuid),
            ),
        )
        for rider in riders[:_SHOWN_RIDERS]
    )
    return Message.of(say("Which rider do you want to invite?"), rows=buttons)


def rider_link(say: Words, name: str, link: str) -> Message:
    """Hand out the link that makes somebody a rider here."""
    return Message.of(
        say("Send this link to <b>{name}</b>. It works once, within 24 hours:", name=name),
        Html(link),
    )


def dispatcher_link(say: Words, link: str) -> Message:
    """Hand out the link that makes somebody a dispatcher."""
    return Message.of(
        say("Send this link to the new dispatcher. It works once, within 24 hours:"), Html(link)
    )


def customer_link(say: Words, order: str, links: Sequence[tuple[str, str]]) -> Message:
    """Hand out the links with which customers follow a delivery: (name, link)."""
    lines = [Html(f"{say.value(name)}:\n{link}") for name, link in links]
    return Message.of(
        say("Links to follow <b>order {order}</b>. Each works for one person:", order=order), *lines
    )
