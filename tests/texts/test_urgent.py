"""Words that ring at once: what is urgent in five languages, and what only sounds like it."""

import pytest

from bot.texts.intents.urgent import is_urgent

RINGS = {
    "en": """
        please cancel the order
        pls cancel, I changed my mind
        Cancle it abeg
        No, cancel it
        the customer has cancelled
        customer canceled o
        I don't want it, cancel
        I had an accident on the bridge
        small acident here
        a car hit me at Ojota
        I fell off my bike
        My bike broke down at the bridge
        bike don spoil for road
        engine broke
        flat tyre, 40 minutes
        I was robbed
        armed robbers for here
        dem don thief my phone
        they stole the parcel
        somebody snatched my bag
        police stopped me and want money
        police post hold me since morning
        LASTMA impounded the bike
        they arrested me
        two men are fighting me here
        the customer is beating me
        he has a gun
        customer sent fake alert
        this customer is a fraud
        call an ambulance
        I am hurt, blood everywhere
        he is bleeding
        there is a fire in the building
        the kitchen is on fire
        my bike caught fire
        EMERGENCY!!!
        it's urgent, call me
        it is not safe here
    """,
    "fr": """
        annulez la commande svp
        Annule, je ne veux plus
        le client a annulé
        je veux annuler
        j'ai eu un accident
        gros accident sur le pont
        accidan ici, je suis tombé
        je suis en panne
        ma moto est en panne
        pneu crevé
        on m'a volé le colis
        je me suis fait braquer
        agression au carrefour
        la police m'a arrêté
        les policiers bloquent la moto
        appelez une ambulance
        je suis blessé
        il y a le feu ici
        la cuisine est en feu, les pompiers arrivent
        le client me frappe
        c'est une arnaque
        c'est urgent
        urgence !!
        bagarre devant la boutique
    """,
    "es": """
        cancelen el pedido por favor
        quiero cancelar
        cancela ya
        el cliente cancelo
        anulen el pedido
        tuve un accidente
        me choque con un carro
        se me dañó la moto
        la moto se descompuso
        se me ponchó la llanta
        me robaron
        me asaltaron en la esquina
        me quitaron el celular con pistola
        la policia me detuvo
        llamen a la policía
        llamen una ambulancia
        estoy herido
        hay un incendio
        la cocina se esta quemando
        se están peleando aqui
        el cliente me quiere pegar
        es una estafa
        es urgente
        emergencia
    """,
    "pt": """
        cancela o pedido por favor
        quero cancelar
        o cliente cancelou
        cancelem isso
        sofri um acidente
        bati a moto
        cai da moto
        a moto quebrou
        pneu furou
        fui assaltado
        me roubaram
        levaram meu celular com arma
        a policia me parou
        fui parado pela polícia
        chamem uma ambulância
        to machucado
        ta pegando fogo aqui
        incendio no predio
        tem briga aqui
        o cliente me bateu
        é golpe
        urgente!!
        emergência
        apreenderam a moto
    """,
    "ar": """
        الغوا الطلب لو سمحتم
        ابغى الغي الطلب
        كنسل الطلب
        الزبون لغى الطلب
        صار لي حادث
        سويت حادث في الجسر
        خبطتني عربية
        الموتر خرب
        الموتوسيكل عطل
        البنشر وقفني
        سرقوني
        اتسرقت
        حرامي اخذ الجوال
        الشرطة وقفتني
        البوليس مسكني
        اطلبوا الاسعاف
        انا مصاب
        في حريق هنا
        النار ولعت في المطبخ
        فيه خناقة قدام المحل
        العميل ضربني
        هذا احتيال
        ضروري جدا
        حالة طوارئ
        urgent حادث
    """,
}

SILENT = {
    "en": """
        no cancel
        don't cancel
        pls do not cancel my order
        I never cancelled
        no need to cancel
        I don't want to cancel
        cancelled yesterday was fine
        what is your cancellation fee
        police station road
        12 Police Station Road, Ikeja
        Fire Service Street
        opposite fire service
        I stay behind the police station
        beside police barracks
        near the police
        bring it to the accident and emergency entrance
        the emergency exit is the door
        I ordered it by accident
        no accident, only traffic
        nobody is hurt
        the doorbell is broken, call me
        my name is Robert Robben
        ask for Robbie
        Mr Fraud, third floor
        Broken Hill Estate
        it comes with police uniform
        I pay cash
        nail polish and one trash bag
        store 4 on the right
        good night, see you tonight
        the light is off
        polite rider, thanks
        your policy please
        not urgent
        hit me up when you reach
        the fire wings were nice
        It rains a lot here
        20 min late for all
        15 minutes more, not ready yet
        the green gate, ring twice
        we have 3 plates left at the restaurant
    """,
    "fr": """
        n'annulez pas
        il ne faut pas annuler
        annulez pas svp
        je n'ai pas annulé
        annulé hier, c'est bon
        12 rue de la Police
        derrière le commissariat de police
        en face du poste de police
        rue des Pompiers
        à côté de la caserne des pompiers
        au feu rouge à gauche
        pas d'accident, juste des bouchons
        ce n'est pas urgent
        entrée des urgences de l'hôpital
        la sonnette est en panne
        il pleut beaucoup
        volaille et riz
        dans 15 minutes
        je suis devant le portail
    """,
    "es": """
        no cancelen
        no quiero cancelar
        no lo canceles por favor
        lo cancelado ayer estuvo bien
        calle Policía Nacional 5
        frente a la estación de policía
        al lado de los bomberos
        calle de los Bomberos
        no es urgente
        sin accidentes, solo trafico
        hasta luego
        15 min mas, no esta listo
        le ruego tocar el timbre
        el timbre no sirve
        llueve mucho
        puerta de emergencia
        avenida Incendio 3
        me equivoque de puerta
    """,
    "pt": """
        não cancela
        nao cancelem por favor
        não quero cancelar
        o cancelado ontem tudo bem
        rua da Polícia 12
        em frente a delegacia de policia
        ao lado dos bombeiros
        não é urgente
        sem acidente, só transito
        saída de emergência
        a campainha quebrou
        bolo com fogos? não
        chove muito
        15 minutos ainda não ta pronto
        até logo
        jogo na portaria
        avenida Incêndio 4
    """,
    "ar": """
        لا تلغي الطلب
        لا تلغوا
        ما ابي الغي
        شارع الشرطة 12
        جنب مركز الشرطة
        قدام قسم الشرطة
        امام محطة الاطفاء
        ما في حادث بس زحمة
        مو ضروري
        مدخل الطوارئ
        الجرس خربان
        المطر كثير
        بعد ربع ساعة
        الباب الاخضر
        حارة النار
    """,
}


def _each(said: dict[str, str]) -> list[tuple[str, str]]:
    return [
        (line.strip(), language)
        for language, lines in said.items()
        for line in lines.splitlines()
        if line.strip()
    ]


@pytest.mark.parametrize(("words", "language"), _each(RINGS))
def test_what_cannot_wait_is_heard_in_every_language(words: str, language: str):
    assert is_urgent(words, language)
    assert is_urgent(words.upper(), language)


@pytest.mark.parametrize(("words", "language"), _each(SILENT))
def test_an_address_a_name_and_what_is_denied_are_nothing_urgent(words: str, language: str):
    assert not is_urgent(words, language)
    assert not is_urgent(words.upper(), language)


@pytest.mark.parametrize("words", [words for words, _ in _each(RINGS)])
def test_what_cannot_wait_is_heard_in_a_language_that_is_not_the_speakers(words: str):
    assert is_urgent(words, "en")


def test_each_clause_is_read_by_itself():
    assert is_urgent("customer dey here, police station road, but I was robbed", "en")
    assert not is_urgent("", "en")
    assert not is_urgent("🔥🔥 nice food", "en")


def test_an_address_in_another_language_than_the_speakers_is_none_either():
    assert not is_urgent("12 rue de la Police", "en")
    assert not is_urgent("não cancela", "en")
