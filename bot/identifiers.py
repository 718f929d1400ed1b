"""What deliveries, riders and orders are called by: texts, none of which may stand for another."""

from typing import NewType

DeliveryUuid = NewType("DeliveryUuid", str)
RiderUuid = NewType("RiderUuid", str)

OrderNumber = NewType("OrderNumber", str)
"""What people call a delivery by; the same number may come again."""
