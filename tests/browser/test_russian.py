"""The pages in Russian on a small phone: nothing cut off, and every sentence a sentence."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from durak.web import Pages, catalogue
from durak.web.plurals import PLURALS
from tests.browser.table import At

pytestmark = pytest.mark.browser
Visit = Callable[..., At]

_CLIPPED = (Path(__file__).parent / "clipped.js").read_text(encoding="utf-8")
_HEAR = """() => {
  window.told = [];
  const live = document.getElementById("live");
  new MutationObserver(() => told.push(live.textContent.trim()))
    .observe(live, { childList: true, characterData: true, subtree: true });
}"""

SUIT = "(треф|бубён|червей|пик)"


def card(ranks: str) -> str:
    return f"({'|'.join(ranks.split())}) {SUIT}"


WHAT = card(
    "двойку тройку четвёрку пятёрку шестёрку семёрку восьмёрку девятку десятку валета даму "
    "короля туза"
)
FROM = card(
    "двойки тройки четвёрки пятёрки шестёрки семёрки восьмёрки девятки десятки валета дамы "
    "короля туза"
)
WITH = card(
    "двойкой тройкой четвёркой пятёркой шестёркой семёркой восьмёркой девяткой десяткой валетом "
    "дамой королём тузом"
)


def several(one: str) -> str:
    return rf"{one}(, {one})*( и {one})?"


TRUMPS = "(трефы|бубны|черви|пики)"
WHO = "(Аня|Борис|Вера)"
CARDS = "(1 карту|[234] карты|[5-9] карт|1[0-9] карт|2[0-9] карт[уы]?|3[0-9] карт[уы]?)"
SENTENCES = [
    r"(Подкидной|Переводной|Домашний короткий|Партия) (№ )?\d+",
    rf"({WHO} сдаёт и открывает|Вы сдаёте и открываете) {WHAT}\. Козыри — {TRUMPS}\.",
    rf"Вы получаете {several(WHAT)}\.",
    rf"{WHO} получает {CARDS}\.",
    rf"Заход \d+: ходит {WHO}, отбивается {WHO}\.",
    rf"Заход \d+: ходите вы, отбивается {WHO}\.",
    rf"Заход \d+: ходит {WHO}, отбиваетесь вы\.",
    rf"({WHO} ходит|Вы ходите) с {several(FROM)}\.",
    rf"({WHO} подкидывает|Вы подкидываете) {several(WHAT)}\.",
    rf"({WHO} бьёт|Вы бьёте) {WHAT} {WITH}\.",
    rf"({WHO} переводит|Вы переводите) {several(WITH)}\. Теперь отбивается {WHO}\.",
    rf"{WHO} переводит на вас {several(WITH)}\.",
    rf"({WHO} берёт|Вы берёте|{WHO} пасует|Вы пасуете|Бито)\.",
    rf"({WHO} говорит|Вы говорите) «бито»\.",
    rf"({WHO} забирает|Вы забираете) {CARDS}\.",
    rf"(({WHO} выходит|Вы выходите) из игры\. ?)+",
    rf"Партия окончена\. (В дураках — {WHO}|В дураках на этот раз вы|Ничья: .*)\.",
]
LATIN = {"OpenDurak", "English", "J", "Q", "K", "A", "QR", "Enter", "Escape", "T", "D", "S", "L"}


def words_faults(at: At) -> list[str]:
    found: list[str] = at.page.evaluate(_CLIPPED)
    return found


def foreign(at: At) -> set[str]:
    """Latin words that stand on the page."""
    text = at.page.locator("body").inner_text()
    return set(re.findall(r"[A-Za-z]+", text)) - LATIN


@pytest.fixture
def phone(visit: Visit) -> At:
    """A phone whose browser asks for Russian."""
    at = visit(360, 640, locale="ru-RU", has_touch=True, is_mobile=True)
    at.page.wait_for_function("() => document.getElementById('play-with')?.textContent !== ''")
    return at


def test_the_first_page_is_whole_on_a_small_phone(phone: At) -> None:
    assert phone.page.evaluate("() => document.documentElement.lang") == "ru"
    expect(phone.page.locator("#play")).to_contain_text("Играть")
    expect(phone.page.locator("#play")).to_contain_text("Подкидной · вы и 1 бот")
    assert foreign(phone) == set()
    assert words_faults(phone) == []


def test_the_form_for_a_table_is_whole_with_everything_open(phone: At) -> None:
    phone.page.locator("#change").tap()
    phone.page.locator("details").first.wait_for()
    phone.page.evaluate(
        "() => document.querySelectorAll('details').forEach((d) => { d.open = true; })"
    )
    expect(phone.page.get_by_text("Равные по достоинству карты друг друга не бьют")).to_be_visible()
    assert foreign(phone) - {"R"} == set()  # clauses of the rules
    assert words_faults(phone) == []


def test_the_lobby_is_whole(phone: At) -> None:
    phone.page.locator("#make-link").tap()
    phone.page.get_by_label("Ваше имя", exact=True).fill("Светлана Аркадьевна")
    number = phone.page.locator('input[name="players"][value="4"]')
    number.evaluate("each => each.scrollIntoView({block: 'center'})")
    number.check()
    phone.page.locator("#create").tap()
    phone.page.wait_for_url("**/t/*")
    phone.in_lobby()
    expect(phone.seat(1)).to_contain_text("хозяин")
    expect(phone.seat(2)).to_contain_text("свободно")
    expect(phone.main).to_have_text("Раздать карты")
    assert words_faults(phone) == []


@pytest.mark.parametrize("path", ["/deals", "/devices", "/t/nowhere", "/rules?code=deck%3D40"])
def test_other_pages_are_whole(visit: Visit, path: str) -> None:
    at = visit(360, 640, locale="ru-RU", faults_expected=True)
    at.page.goto(path)
    assert foreign(at) == set()
    assert words_faults(at) == []


def test_the_rules_sheet_comes_in_russian(phone: At) -> None:
    phone.page.goto("/rules?code=perevodnoy")
    expect(phone.page.locator("h1")).to_have_text("По каким правилам играем")
    expect(phone.page.locator(".rules-sheet")).to_contain_text("отбивающийся может приложить")
    assert words_faults(phone) == []


def test_a_deal_is_told_in_russian_to_its_end(phone: At) -> None:
    phone.choose(preset="Домашний короткий")
    phone.deal()
    phone.page.evaluate(_HEAR)
    faults: list[str] = []
    for _ in range(300):
        faults += words_faults(phone) + phone.layout_faults()
        if phone.is_over or faults:
            break
        phone.answer_by_clicking(tap=True)
    assert faults == []
    assert phone.is_over
    expect(phone.page.locator("#over-heading")).to_contain_text(re.compile("дурак|Ничья"))
    assert foreign(phone) == set()
    assert_told(phone)


def test_a_transfer_table_of_four_is_told_in_russian(phone: At) -> None:
    phone.choose(preset="Переводной", bots=3)
    phone.deal()
    phone.page.evaluate(_HEAR)
    faults: list[str] = []
    for _ in range(14):
        faults += words_faults(phone) + phone.layout_faults()
        if phone.is_over or faults:
            break
        phone.answer_by_clicking(tap=True)
    assert faults == []
    assert_told(phone)


def assert_told(at: At) -> None:
    """Every line of the log, and what is read out, are sentences of the language."""
    lines = at.page.locator("#log li").all_text_contents()
    assert len(lines) > 5
    wrong = [
        line for line in lines if not any(re.fullmatch(each, line.strip()) for each in SENTENCES)
    ]
    assert wrong == []
    spoken: list[str] = at.page.evaluate("() => told")
    assert spoken
    for words in spoken:
        assert not re.search(r"[A-Za-z{}]", words), words
        assert not re.search(r"\w+\.\w+\.", words), words  # no key without a phrase


def test_a_refusal_says_in_russian_what_is_wrong_and_what_is_allowed(phone: At) -> None:
    phone.choose(preset="Домашний короткий")
    phone.deal()
    idle = phone.page.locator("#hand .card:not(.fits)")
    for _ in range(60):
        if idle.count() > 0 or phone.is_over:
            break
        phone.answer_by_clicking(tap=True)
    idle.first.tap(position={"x": 10, "y": 12})
    refusal = phone.page.locator("#refusal")
    expect(refusal).to_contain_text("Можно: ")
    expect(refusal).to_contain_text(re.compile(r"Не бьёт: .+ против .+; козыри — |Не подкинуть: "))
    assert "{" not in refusal.inner_text()
    assert words_faults(phone) == []


def test_a_language_asked_for_stays_chosen(visit: Visit) -> None:
    at = visit(360, 640, locale="en-GB")
    assert at.page.evaluate("() => document.documentElement.lang") == "en"
    at.page.goto("/?lang=ru")
    at.page.goto("/")
    assert at.page.evaluate("() => document.documentElement.lang") == "ru"
    at.page.get_by_role("link", name="English").click()
    expect(at.page.locator("#play")).to_contain_text("Play now")


@pytest.mark.parametrize("language", PLURALS)
def test_python_and_browser_pick_the_same_plural_forms(visit: Visit, language: str) -> None:
    browser: list[str] = visit().page.evaluate(
        """language => {
          const rules = new Intl.PluralRules(language);
          return Array.from({ length: 1001 }, (_, number) => rules.select(number));
        }""",
        language,
    )
    assert [PLURALS[language](number) for number in range(1001)] == browser


@pytest.mark.parametrize("language", PLURALS)
def test_python_and_page_say_every_counted_phrase_alike(visit: Visit, language: str) -> None:
    counted = [key for key, phrase in catalogue(language).items() if isinstance(phrase, dict)]
    numbers = [0, 1, 2, 4, 5, 11, 12, 21, 22, 25, 101, 111, 112]
    asked = [[key, number] for key in counted for number in numbers]
    said: list[str] = visit(locale=language).page.evaluate(
        """async ([catalogue, language, asked]) => {
          const { t, useCatalogue } = await import("/static/language.js");
          useCatalogue(catalogue, language);  // a page has only what its scripts say
          return asked.map(([key, count]) => t(key, { count }));
        }""",
        [dict(catalogue(language)), language, asked],
    )
    pages = Pages(language)
    assert said == [pages.phrase(str(key), count=count) for key, count in asked]
