"""What may be a code is hidden from all who read; what is surely none stays as it was said."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.parsing.intents.codes import HIDDEN, codes_in, hidden_in, without

ORDERS = {"1001", "1002", "1003"}
LENGTHS = {4}

MAY_BE_CODES = """
it's7295boss, she whispered it
é7295mano
cé7295chef, elle a crié
ok7295
I am at 7295
code7295 thanks
my pin7295
7295thanks
والرمز7295 وصل
1002 كوده 7295 و1003 بعدين
code at the gate 7295
code 7295 the gate is open
7295 14:52 delivered
7295
#7295
₦7295
7295€
/7295
*7295*
_7295_
(7295)
「7295」
72 95
7 2 9 5
72/95
72,95
72.95
7_2_9_5
7295✅
❼❷❾❺
7️⃣2️⃣9️⃣5️⃣
it is 7295 not 7294
7295 left with the guard
7295 k thanks
7295 10 min
7295 gate 4
7295 gate is open
gate 4 7295
flat 12 7295
AB-12
code AB-12
A 7 K 2
seven two nine
on Allen street she said 7295
I am at the gate. 7295
at the door: 7295
outside the house, 7295
je suis dans la rue. 7295
na rua Augusta ela disse 7295
dans la rue, le 7295 elle dit
7295 thx bro am at flat 12
call 7295
she said 72 95
she told me 7 2 9 5
order 1001 7295
1001:7295
the code for 1002 is 7295
code is 1002
my code seven 2 nine five
SEVEN TWO NINE FIVE
the code na seven five zero four oo
one two one zero
double seven nine five
seven two double nine
triple nine one
oh seven two nine
seventy two ninety five
twenty nine oh two
Seven. Two. Nine. Five.
"7" "2" "9" "5"
sept deux neuf cinq
c'est sept-deux-neuf-cinq
soixante douze quatre vingt quinze
le monsieur dit: sept, deux, neuf, cinq
7 2 neuf 5
c'est le 72 95 elle dit
siete dos nueve cinco
setenta y dos noventa y cinco
me dijo siete, dos, nueve y cinco
cero siete veintinueve
el 72 95 dice
sete dois nove cinco
meia dois nove cinco
setenta e dois noventa e cinco
é o sete cinco zero quatro
سبعة اثنين تسعة خمسة
سبعة، اثنين، تسعة، خمسة
سبعة وخمسة وصفر وأربعة
اثنين وسبعين خمسة وتسعين
٧٢ ٩٥
كود ٧٢٩٥
fee code: 7295
Delivery fee code: 7295
Delivery fee: 1500 7295 code
code: 7295 fee: 1500
I paid: 7295
she paid already: 7295
cod 7295
2 meat pies 7295
Delivery fee: 1500 7295
he gave me ₦2,500 7295
""".strip().splitlines()

ARE_NONE = """
door of 1002
1002 customer called me, he is angry
customer of 1003 says house is 4521 not 19
the code of 1002 please
1002 has no code
1002, 1003
#1002
house number 4521
house no. 4521
my house number is 4521
flat #1204
flat: 1204
House: 4521, Block: 1204
flat 1204 or 1206
flat 1204, not the 1206
gates 1204/1206
the gate is 1204
plot 4521 off Allen road
No. 4521, Allen Avenue
1204 Allen Avenue
apt 1204
Apt. 1204B
km 1204
1204 km away
1200m from the junction
in 1204 minutes
ten fifteen minutes
10:45
10h45
at 10.45
come at 1830
I come at ten forty five
1045 am
₦4,500
N4500 he paid
4500 naira
he pays $1500
1,500 only
the balance is 4500
change for 5000
price 2500
between 1500 and 2000 naira
08031234567
0803 123 4567
+234 803 000 0042
call 70341867
zero eight zero three zero zero zero zero zero four two
26/11/2026
26 November 2026
https://maps.app.goo.gl/AbC12dEf
6.4541, 3.3947
ada1234@mail.com
I have two or three orders
one by one
0803.000.0042
rue de la Paix 1204
rua Augusta, 1204
Calle Mayor 1204
av. Paulista, 1204
شارع الملك فهد 1204
12 rue Haute
au 4521 rue de la Paix
la maison c'est le 4521
villa n°4521
appt. 1204
le portail c'est le 1204
dans 1204 minutes
10 h 45
12 500 francs
entre 1500 et 2000 francs
le prix est de 2500
06 12 34 56 78
la commande 1002
la casa es la 4521
casa nº 4521
apto. 1204
portón 4521
a las 1045
2500 pesos
llámame al 5512345678
o apartamento é o 1204
número da casa é 4521
lote 4521 quadra 1204
às 10h45
2500 reais
troco pra 5000
11 91234 5678
البيت رقم 4521
رقم البيت 4521
بوابة ٤٥٢١
شقة 1204
بعد ١٢٠٤ متر
الساعة 1045
٢٥٠٠ جنيه
السعر 2500
اتصل على 0501234567
send a rider to Ngozi fee 1500
Delivery fee: 1500
Rider fee = 1500
she pays with 5000
collect 4500 for the goods
Total price: 4500 naira
Frais de livraison : 1500
elle paie avec 5000
Costo de envío: 1500
paga con 5000
Taxa de entrega: 1500
troco para 5000
سعر التوصيل: 1500
""".strip().splitlines()

PASTED = "Please send a rider\nNgozi Eze\n08031112222\n7 Bode Thomas Street\n2 meat pies\n"


@pytest.mark.parametrize("said", MAY_BE_CODES)
def test_what_may_be_a_code_is_hidden(said: str):
    assert hidden_in(said, LENGTHS, ORDERS).codes
    left = without(said, hidden_in(said, LENGTHS, ORDERS).codes)
    assert HIDDEN in left
    assert not hidden_in(left, LENGTHS, ORDERS).codes


@pytest.mark.parametrize("said", ARE_NONE)
@pytest.mark.parametrize("lengths", [set(), LENGTHS])
def test_what_is_surely_none_stays(said: str, lengths: set[int]):
    assert without(said, hidden_in(said, lengths, ORDERS).codes) == said


@pytest.mark.parametrize("fee", ["fee 1500", "Fee: 1500", "Delivery fee: 1500", "₦1500"])
def test_the_fee_of_a_pasted_order_stays_and_a_code_behind_it_does_not(fee: str):
    assert not hidden_in(PASTED + fee, LENGTHS).codes
    for more in ("\n7295", "\ncode 7295", " 7295"):
        said = PASTED + fee + more
        assert "7295" in {each.code for each in hidden_in(said, LENGTHS).codes}
    said = PASTED + "Delivery fee: 1500\npays with 5000\ncode 7295"
    assert [each.code for each in hidden_in(said, LENGTHS).codes] == ["7295"]


@pytest.mark.parametrize("said", [each for each in ARE_NONE if not each[0].isdigit()])
def test_what_is_none_is_not_sent_either(said: str):
    codes = codes_in(said, LENGTHS, ORDERS, is_asked=True).codes
    assert not [code for code in codes if len(code.code) in LENGTHS and code.code not in ORDERS]


_DIGITS = st.text("0123456789", min_size=4, max_size=4)
_UNSEEN = st.text(
    "\u200b\u200c\u200d\u200e\u200f\u2060\ufe0f\u20e3\u00ad\u202e\u2066\u2069\u061c", max_size=3
)
_AROUND = st.sampled_from(
    [each + other for each in "#*([{«“„'\"‹<~=-+/№…•.:|_`^" for other in ("", " ")] + ["", "  "]
)
_INSIDE = st.sampled_from(["", " ", "-", "–", ".", ",", "/", "_", "*", "·", " - ", "  "])
_NUMBERS: dict[int, list[str]] = {digit: [] for digit in range(10)}
for _char in map(chr, range(0x110000)):
    if (_digit := unicodedata.digit(_char, None)) is not None:
        _NUMBERS[_digit].append(_char)


@st.composite
def disguised(draw: st.DrawFn) -> tuple[str, str]:
    """A code, and the same in digits of any script, with signs around and inside it."""
    code = draw(_DIGITS)
    inside, unseen = draw(_INSIDE), draw(_UNSEEN)
    written = [draw(st.sampled_from(_NUMBERS[int(digit)])) + unseen for digit in code]
    return code, draw(_AROUND) + inside.join(written) + draw(_AROUND)


@given(disguised())
def test_no_mark_and_no_script_makes_another_code_of_it(told: tuple[str, str]):
    code, said = told
    for lengths in (set(), LENGTHS):
        found = codes_in(said, lengths, is_asked=True)
        assert [each.code for each in found.codes] == [code], said
        hidden = without(said, hidden_in(said, lengths).codes)
        assert not any(unicodedata.digit(char, None) is not None for char in hidden), hidden


@given(
    disguised(), st.sampled_from(["she said {} I think", "{} left with the guard", "c'est {} oui"])
)
def test_in_a_sentence_it_is_hidden_whatever_it_wears(told: tuple[str, str], sentence: str):
    said = sentence.format(told[1].strip("/+#№ "))
    hidden = without(said, hidden_in(said, LENGTHS).codes)
    assert not any(unicodedata.digit(char, None) is not None for char in hidden), hidden


@given(st.text(max_size=80), st.sampled_from([(), (4,), (4, 6)]))
def test_nothing_that_is_said_raises_and_what_is_read_is_hidden(
    said: str, lengths: tuple[int, ...]
):
    read = {each.code for each in codes_in(said, lengths).codes}
    hidden = {each.code for each in hidden_in(said, lengths).codes}
    assert read <= hidden


@given(st.sampled_from(sorted(ORDERS)), _AROUND)
def test_the_number_of_an_open_order_is_hidden_from_nobody(order: str, sign: str):
    said = f"the door of {sign}{order} is shut"
    assert without(said, hidden_in(said, LENGTHS, ORDERS).codes) == said


@pytest.mark.parametrize(
    "said",
    [
        "gate code 4521 then flat 3",
        "the gate code is 4521",
        "le code du portail est 4521",
        "la clave del wifi es 4521",
        "a senha do wifi e 4521",
        "كود البوابة 4521",
    ],
)
def test_the_code_of_a_gate_is_for_the_rider_to_read(said: str):
    assert not hidden_in(said, LENGTHS, ORDERS).codes
