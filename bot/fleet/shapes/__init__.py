"""Every shape in the contract, read into one canonical form per noun.

The models hold the bot's own form and survive JSON unchanged; the `read_*` functions take what
came over the wire, whatever it is, and never raise.
"""

from bot.fleet.shapes.booking import BookingLink, Pricing, read_booking_link
from bot.fleet.shapes.delivery import Delivery, read_deliveries, read_delivery
from bot.fleet.shapes.item import Item, read_item
from bot.fleet.shapes.listing import DeliveryCounts, DeliveryPage, read_delivery_page
from bot.fleet.shapes.money import Money, read_money
from bot.fleet.shapes.page import Page, read_page
from bot.fleet.shapes.party import (
    Receiver,
    RiderSummary,
    Sender,
    read_receiver,
    read_rider_summary,
    read_sender,
)
from bot.fleet.shapes.place import Coordinates, Point, read_coordinates
from bot.fleet.shapes.rider import (
    Rider,
    RiderPage,
    RiderTotals,
    read_rider,
    read_rider_page,
    read_riders,
)

__all__ = [
    "BookingLink",
    "Coordinates",
    "Delivery",
    "DeliveryCounts",
    "DeliveryPage",
    "Item",
    "Money",
    "Page",
    "Point",
    "Pricing",
    "Receiver",
    "Rider",
    "RiderPage",
    "RiderSummary",
    "RiderTotals",
    "Sender",
    "read_booking_link",
    "read_coordinates",
    "read_deliveries",
    "read_delivery",
    "read_delivery_page",
    "read_item",
    "read_money",
    "read_page",
    "read_receiver",
    "read_rider",
    "read_rider_page",
    "read_rider_summary",
    "read_riders",
    "read_sender",
]
