"""The people in a body: who sends, and who receives."""

from bot.service.records import Contact
from bot.service.request_bodies.fields import (
    Body,
    OptionalEmail,
    OptionalPhone,
    OptionalPhoneCode,
    OptionalText,
    Phone,
    PhoneCode,
    Text,
)


class SenderFields(Body):
    """The sender, whole: creations and updates require every field."""

    sender_name: Text
    sender_address: Text
    sender_email: OptionalEmail
    sender_phone: Phone
    sender_phonecode: PhoneCode

    def sender(self, uuid: str) -> Contact:
        return Contact(
            uuid=uuid,
            name=self.sender_name,
            phone_code=self.sender_phonecode.lstrip("+"),
            phone_number=self.sender_phone,
            email=self.sender_email,
            address=self.sender_address,
        )


class ReceiverFields(Body):
    """The receiver, whole; every field must be there, and may be empty."""

    customer_name: OptionalText
    customer_address: OptionalText
    customer_phone_number: OptionalPhone
    customer_phone_code: OptionalPhoneCode
    customer_email: OptionalEmail

    def contact(self, uuid: str) -> Contact:
        return Contact(
            uuid=uuid,
            name=self.customer_name,
            phone_code=self.customer_phone_code.lstrip("+"),
            phone_number=self.customer_phone_number,
            email=self.customer_email,
            address=self.customer_address,
        )
