"""The identifiers of deliveries, riders and orders: texts of types that must not be mixed up."""

from typing import NewType

DeliveryUuid = NewType("DeliveryUuid", str)
RiderUuid = NewType("RiderUuid", str)

OrderNumber = NewType("OrderNumber", str)
"""The number by which people name a delivery; the same number may come again."""
