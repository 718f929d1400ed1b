"""What a dispatcher wants a customer to be told, and which orders wait for a rider."""

import pytest

from tests.support.business import Business, bare, labels, sees, told


@pytest.mark.parametrize(
    ("language", "said", "words"),
    [
        ("en", "tell Bola 20 more minutes", "20 more minutes"),
        ("en", "let Bola Ahmed know that the rider is close", "the rider is close"),
        ("fr", "dis à Bola encore 20 minutes", "encore 20 minutes"),
        ("fr", "préviens Bola qu'on arrive", "on arrive"),
        ("es", "dile a Bola 20 minutos más", "20 minutos más"),
        ("es", "avísale a Bola que llegamos en 20 min", "llegamos en 20 min"),
        ("pt", "fala pra Bola mais 20 minutos", "mais 20 minutos"),
        ("pt", "avisa a Bola que chegamos em 20 min", "chegamos em 20 min"),
        ("ar", "قول ل Bola كمان 20 دقيقة", "كمان 20 دقيقة"),
        ("ar", "خبر Bola باقي 20 دقيقة", "باقي 20 دقيقة"),
    ],
)
async def test_a_customer_who_is_named_is_told_it_with_one_tap(
    business: Business, language: str, said: str, words: str
):
    await business.joins_by_phone(business.bola)
    await business.on_the_way()
    await business.says(business.owner, f"/language {language}")
    await business.says(business.owner, said)
    assert "Bola Ahmed" in bare(business.owner.last)
    assert words in bare(business.owner.last)
    assert not sees(business.bola, words)
    (send,) = labels(business.owner.last)
    await business.presses(business.owner, send)
    assert f"The dispatcher writes about order 1001:\n{words}" in told(business.bola)[-1]


async def test_of_two_customers_of_one_name_the_order_is_chosen(business: Business):
    kemi = business.town.telegram.add_user("Kemi", phone="+2348030000077")
    for person in (business.bola, kemi):
        await business.joins_by_phone(person)
    await business.order()
    await business.order(business.receiver(name="Kemi Ahmed", phone="+2348030000077"))
    await business.says(business.owner, "tell Ahmed it is coming")
    assert sorted(labels(business.owner.last)) == ["💬 Send to Bola Ahmed", "💬 Send to Kemi Ahmed"]
    await business.presses(business.owner, "💬 Send to Kemi Ahmed")
    assert sees(kemi, "it is coming")
    assert not sees(business.bola, "it is coming")


async def test_a_customer_who_is_not_here_is_told_nothing_and_their_number_is_shown(
    business: Business,
):
    await business.order()
    await business.says(business.owner, "tell Bola 20 more minutes")
    assert "Bola Ahmed of order 1001 does not write here" in bare(business.owner.last)
    assert "+234 803 000 0001" in bare(business.owner.last)


async def test_the_customer_of_an_order_is_told_it(business: Business):
    await business.joins_by_phone(business.bola)
    await business.order()
    await business.says(business.owner, "tell the customer of 1001 we are late")
    assert "“we are late”" in bare(business.owner.last)


@pytest.mark.older_telegram
@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "which orders have no rider"),
        ("en", "what is not assigned yet"),
        ("fr", "quelles commandes n'ont pas de livreur"),
        ("fr", "qu'est-ce qui n'est pas encore attribué"),
        ("es", "qué pedidos no tienen repartidor"),
        ("es", "cuáles están sin asignar"),
        ("pt", "quais pedidos estão sem entregador"),
        ("pt", "o que ainda não foi atribuído"),
        ("ar", "أي طلبات بدون مندوب"),
        ("ar", "الطلبات اللي ما لها مندوب"),
    ],
)
async def test_orders_that_wait_for_a_rider_are_listed(
    business: Business, language: str, said: str
):
    await business.assigned()
    await business.order(business.receiver(name="Kemi Obi", phone="+2348030000077"))
    await business.says(business.owner, f"/language {language}")
    await business.says(business.owner, said)
    assert "1002 · Kemi O." in bare(business.owner.last)
    assert "1001" not in bare(business.owner.last)
