"""The words of text messages, in the language of the person who gets them.

Latin ones keep to the letters of GSM 03.38, of which one message holds 160: "senha" and "clave"
stand for words with an accent that this alphabet lacks, and that would more than halve it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from textwrap import shorten

import phonenumbers
from phonenumbers import NumberParseException

from bot.service.records import Delivery
from bot.service.rules.texts import LANGUAGE_OF_CODE, LONGEST_SENDER
from bot.service.vocabulary import Language, Stage


@dataclass(frozen=True, slots=True)
class _Words:
    code: Mapping[Stage, str]
    replaces: str
    courtesy: str
    booking: str
    waits: str


_WORDS: Mapping[Language, _Words] = {
    "en": _Words(
        {
            Stage.PICKUP: "Pickup code: {code} (delivery {order}). Read it out to the rider when "
            "you hand over the parcel, not before.",
            Stage.DROPOFF: "Drop-off code: {code} (delivery {order}). Tell the rider only once you "
            "have the parcel.",
        },
        "It replaces the code that you had before.",
        "{sender} is sending you a parcel: delivery {order}.",
        "Booking code: {code}. Type it on the page where you book. Did you not ask for it? Then "
        "ignore it.",
        "A booking waits for you to approve it: {page}",
    ),
    "fr": _Words(
        {
            Stage.PICKUP: "Code de retrait : {code} (livraison {order}). Donnez-le au livreur "
            "en lui remettant le colis, pas avant.",
            Stage.DROPOFF: "Code de remise : {code} (livraison {order}). Donnez-le au livreur une "
            "fois le colis en main.",
        },
        "Il remplace le code précédent.",
        "{sender} vous envoie un colis : livraison {order}.",
        "Code de commande : {code}. Tapez-le sur la page de commande. Vous n'avez rien commandé ? "
        "Ignorez-le.",
        "Une commande attend votre accord : {page}",
    ),
    "es": _Words(
        {
            Stage.PICKUP: "Clave de recogida: {code} (pedido {order}). Dela al repartidor al "
            "entregarle el paquete, no antes.",
            Stage.DROPOFF: "Clave de entrega: {code} (pedido {order}). Dela al repartidor solo al "
            "recibir el paquete.",
        },
        "Sustituye a la anterior.",
        "{sender} le manda un paquete: pedido {order}.",
        "Clave del pedido: {code}. Escriba la clave donde hace el pedido. Si no ha pedido nada, no "
        "haga caso de este mensaje.",
        "Un pedido espera a que usted lo apruebe: {page}",
    ),
    "pt": _Words(
        {
            Stage.PICKUP: "Senha de coleta: {code} (pedido {order}). Diga ao entregador apenas ao "
            "entregar o pacote.",
            Stage.DROPOFF: "Senha de entrega: {code} (pedido {order}). Diga ao entregador apenas "
            "ao receber o pacote.",
        },
        "Substitui a anterior.",
        "{sender} lhe envia um pacote: pedido {order}.",
        "Senha do pedido: {code}. Digite a senha na tela do pedido. Se nada pediu, ignore esta "
        "mensagem.",
        "Um pedido espera que o aprove: {page}",
    ),
    "ar": _Words(
        {
            Stage.PICKUP: "رمز الاستلام: {code} (طلب {order}). أعطه للمندوب عند تسليمه الطرد فقط.",
            Stage.DROPOFF: "رمز التسليم: {code} (طلب {order}). أعطه للمندوب بعد استلام الطرد فقط.",
        },
        "يحل محل الرمز السابق.",
        "{sender} يرسل إليك طردا: طلب {order}.",
        "رمز الطلب: {code}. اكتبه في صفحة الطلب. إن لم تطلب شيئا فتجاهله.",
        "هناك طلب ينتظر موافقتك: {page}",
    ),
}

_LEFT_OUT = "..."


@dataclass(frozen=True, slots=True)
class Wording:
    """How an environment's people are written to.

    `language` is the one for all of them; without it each has that of the phone's country, and
    where the table has none, that of the country of `home_code`. `bot` is a Telegram bot's name.
    """

    language: Language | None
    home_code: str
    bot: str

    def code(
        self, delivery: Delivery, stage: Stage, code: str, page: str = "", *, replaces: bool
    ) -> str:
        """Return the text that tells a code; the first one to a receiver carries a link.

        It leads to the receiver's `page`, or else into the bot. A code that replaces another
        follows a text which had the link.
        """
        words = self._words_for(delivery, stage)
        text = words.code[stage].format(code=code, order=delivery.order_number)
        if replaces:
            return f"{text} {words.replaces}"
        link = page or self.link
        return f"{text} {link}" if stage is Stage.DROPOFF and link else text

    def booking_code(self, phone: str, code: str) -> str:
        """Return the text that tells a booker the code by which their phone is known as theirs."""
        return self._words(phone).booking.format(code=code)

    def booking_waits(self, phone: str, page: str) -> str:
        """Return the text that tells who approves bookings that one waits on a page."""
        return self._words(phone).waits.format(page=page)

    def courtesy(self, delivery: Delivery) -> str:
        """Return the text that tells a receiver that a parcel is coming."""
        name = delivery.sender.name
        sender = shorten(name, LONGEST_SENDER, placeholder=_LEFT_OUT)
        if sender == _LEFT_OUT:  # one long word, of which `shorten` keeps nothing
            sender = f"{name[: LONGEST_SENDER - len(_LEFT_OUT)]}{_LEFT_OUT}"
        words = self._words_for(delivery, Stage.DROPOFF)
        return words.courtesy.format(sender=sender, order=delivery.order_number)

    @property
    def link(self) -> str | None:
        """The link into the bot, which greets the person and asks for their number."""
        return f"https://t.me/{self.bot}?start=hello" if self.bot else None

    def _words_for(self, delivery: Delivery, stage: Stage) -> _Words:
        person = delivery.person(stage)
        return self._words(person.phone if person else "")

    def _words(self, phone: str) -> _Words:
        if self.language is not None:
            return _WORDS[self.language]
        home = LANGUAGE_OF_CODE.get(self.home_code, "en")
        try:
            country = str(phonenumbers.parse(phone).country_code)
        except NumberParseException:
            return _WORDS[home]
        return _WORDS[LANGUAGE_OF_CODE.get(country, home)]
