"""The recipe "A happening": shops that decline are told of in words of their own."""

from pathlib import Path

from tests.recipes.project import Project, assert_true_to_the_letter

TABLE = "bot/actions/happenings.py"
WORDS = "bot/texts/announcements.py"
GROUP_WORDS = "bot/texts/group/announcements.py"
MEANINGS = "tests/actions/test_happenings.py"
HEARD = "tests/actions/test_announce.py"

SAID = """\
def declined_for_customer(say: Words, delivery: Delivery) -> Message:
    return Message.of(say("🚫 Nobody takes order {order}.", order=delivery.order_number))


def declined_for_dispatcher(say: Words, delivery: Delivery) -> Message:
    return Message.of(
        say("🚫 Order {order} was declined.", order=delivery.order_number),
        reason_line(say, delivery),
    )


"""
SAID_IN_GROUPS = """\
def declined(say: Words, delivery: Delivery) -> Message:
    return Message.of(say("🚫 Order {order} was declined.", order=delivery.order_number))


"""
HAPPENING = """\
DECLINED = Happening(
    "declined",
    {State.DECLINED},
    {
        Audience.CUSTOMER: Rule(Channel.SAY, texts.declined_for_customer),
        Audience.RIDER: _EDIT,
        Audience.DISPATCHER: Rule(
            Channel.SAY,
            texts.declined_for_dispatcher,
            says_in_groups=group_texts.declined,
            muted_as=texts.DECLINED,
        ),
    },
)

"""
WHO_HEARS_IT = """\
    (
        (ASSIGNED, ASSIGNED.model_copy(update={"state": State.DECLINED})),
        {
            DISPATCHER: "🚫 Order 0042 was declined.",
            GROUP: "🚫 Order 0042 was declined.",
            CUSTOMER: "🚫 Nobody takes order 0042.",
        },
    ),
"""
TRANSLATED = {
    "🚫 Nobody takes order {order}.": "🚫 {order}: …",
    "🚫 Order {order} was declined.": "🚫 {order}.",
    "Declined by the shop": "🚫 …",
}


def test_what_people_hear_of_is_told_as_soon_as_it_stands_in_the_table(tmp_path: Path):
    project = Project(tmp_path)
    project.insert(WORDS, SAID, before="def failed_for_customer")
    project.insert(
        WORDS, 'DECLINED = phrase("Declined by the shop")\n', before="NEW_PARCEL = phrase"
    )
    project.insert(GROUP_WORDS, SAID_IN_GROUPS, before="def failed(")
    project.replace(TABLE, "{State.CANCELLED, State.DECLINED}", "{State.CANCELLED}")
    project.insert(TABLE, HAPPENING, before="HAPPENINGS = Happenings(")
    project.insert(TABLE, "    DECLINED,\n", before="    silent=")
    project.insert(MEANINGS, "    DECLINED,\n", before="    FAILED,\n")
    became = "((State.PENDING, None), (State.DECLINED, None), {}),"
    project.replace(MEANINGS, became.format("CANCELLED"), became.format("DECLINED"))
    project.insert(HEARD, WHO_HEARS_IT, before="    ((PENDING,), ")
    project.translate(TRANSLATED)
    project.tests(MEANINGS, f"{HEARD}::test_who_hears_what", "tests/texts/test_languages.py")
    assert_true_to_the_letter(project, "A happening")


def test_a_happening_that_groups_do_not_hear_of_keeps_the_bot_from_starting(tmp_path: Path):
    project = Project(tmp_path)
    project.replace(TABLE, "            says_in_groups=group_texts.cancelled,\n", "")
    assert "cancelled differs" in project.fails("-c", "import bot.actions.happenings")
