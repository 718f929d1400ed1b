"""Numbers that no phone can have: nobody could be called there, and no code would arrive."""

from bot.base import phone_numbers
from bot.service.errors import NoSuchNumberError
from bot.service.records import Contact


def refuse_no_number(field: str, code: str, number: str) -> None:
    """Refuse a number that is not valid with its dialling code; an empty one is taken.

    Raises:
        NoSuchNumberError: it cannot exist; the words stand at this field.
    """
    read = phone_numbers.read(number, code)
    if number and not (read and phone_numbers.is_one(read)):
        raise NoSuchNumberError(
            {field: [f"There is no such phone number with the dialling code {code}."]}
        )


def refuse_no_numbers(sender: Contact | None, receiver: Contact | None) -> None:
    """Refuse it of both ends of a delivery."""
    for field, contact in (("sender_phone", sender), ("customer_phone_number", receiver)):
        if contact is not None:
            refuse_no_number(field, contact.phone_code, contact.phone_number)
