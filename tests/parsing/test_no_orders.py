"""What people send that is no order: nothing is made up of it."""

import pytest

from bot.parsing.orders.reader import looks_like_order, read_orders

NAMES = ("Ada Obi", "Bola Ahmed", "Chidi Eze", "Musa Danjuma", "Ngozi Okoye", "Femi Ade")

TEXTS = {
    "a list of names": "\n".join(f"{at + 1}. {NAMES[at % len(NAMES)]}" for at in range(300)),
    "a list of names and numbers": "\n".join(
        f"{NAMES[at % len(NAMES)]} 0803 000 {1000 + at}" for at in range(60)
    ),
    "a menu": """
MENU
Jollof rice ........ 2500
Moi moi 800
Pepper soup (goat) 3,500
Drinks
Coke 500
For orders call 0803 111 2222
12 Allen Avenue, Ikeja. Open 9am - 10pm
Delivery from 1000
""",
    "a menu of the day": """
MENÚ DEL DÍA 12,50€
Primeros
- Gazpacho
- Ensalada mixta
Segundos
- Merluza
Pan, bebida y postre
Reservas 955 12 34 56
C/ Feria 12, Sevilla
""",
    "a song": """
Somewhere by the harbour, way up high
There's a street that I heard of once
Somewhere by the harbour, skies are blue
And the dreams that you bring come true
""",
    "an invoice": """
INVOICE No. 2026-118
Acme Plumbing Ltd
14 Station Road, London
VAT 123 4567 89
Bill to: Mr John Smith
22 High Street, Leeds
Description Qty Price
Boiler service 1 120.00
Pipe fitting 2 45.00
Subtotal 210.00
Total due 252.00
""",
    "une facture": """
FACTURE N° F-2026-031
Date : 12/11/2026
Émetteur : Garage Dupont, 3 rue Nationale, Lille
Client : Mme Leroy, 8 rue Racine, Lille
Vidange 1 89,00
Filtre à huile 1 14,50
Total TTC 124,20
""",
    "a chat": """
[12/11/2026, 09:14:02] Ada: Good morning
[12/11/2026, 09:15:01] Ada: did you see the match
[12/11/2026, 09:16:12] Bola: yes! 3-1. call me later on 0803 555 6666
[12/11/2026, 09:17:44] Ada: ok, I am at 5 Allen Avenue until 4
[12/11/2026, 09:18:02] Bola: bring my charger abeg
""",
    "news": """
The city council has said that the bridge at Marina Road will be closed from Monday 12 to
Friday 16. Drivers are asked to use Creek Road. Call 0700 123 4567 for more.
""",
    "a bank's word": """
Acct: 0123456789
GTBank
Kemi Foods Ltd
Amt: NGN 15,000.00 CR
Desc: TRF FROM BOLA AHMED
Bal: NGN 120,344.20
""",
}
COUNTRIES = {"a menu of the day": "ES", "an invoice": "GB", "une facture": "FR"}
"""Of those that are from elsewhere than Nigeria."""


@pytest.mark.parametrize("name", TEXTS)
def test_what_is_no_order_is_taken_for_none(name: str):
    assert not looks_like_order(TEXTS[name], COUNTRIES.get(name, "NG"))


def test_an_invoice_that_says_to_whom_it_goes_is_an_order():
    (order,) = read_orders(
        "INVOICE 118\nDeliver to: Ada Obi\nPhone: 0803 000 0001\nAddress: 5 Allen Avenue\n"
        "Item: 2 lamps\nDelivery: 1500",
        "NG",
    )
    assert order.receiver.name == "Ada Obi"
