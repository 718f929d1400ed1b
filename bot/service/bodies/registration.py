"""What the operator tells of a rider; the contract's own call knows an e-mail address alone."""

from bot.service.bodies.fields import Body, Email, OptionalText, Phone, PhoneCode, Text


class Registration(Body):
    """A rider of whom everything is known."""

    name: Text
    phone_code: PhoneCode
    phone_number: Phone
    email: Email
    vehicle_plate_number: OptionalText = ""
    address: OptionalText = ""

    @property
    def columns(self) -> dict[str, str]:
        """The rider as `FleetService.register_rider` takes one."""
        return self.model_dump() | {"phone_code": self.phone_code.lstrip("+")}
