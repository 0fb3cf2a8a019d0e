"""Whether a page lists, holds what people wrote, or does neither: pages made for the purpose, of several layouts."""

import ast
import csv
import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from lxml import etree

from thresher.learn import page_types
from thresher.learn.page_types import PageGuess, PageType, Reason, guess_of, page_type
from thresher.learn.page_types.layout import Layout
from thresher.learn.page_types.reasons import WORDS, in_words

URL = "http://site.test/page"
MENU = "<ul class='menu'>" + "".join(f"<li><a href='/m{i}'>Part {i}</a></li>" for i in range(5)) + "</ul>"
FOOT = "<div class='foot'><a href='/imprint'>Imprint</a> <a href='/privacy'>Privacy</a></div>"
TEXTS = (
    "The sieve was clogged again this morning, so I took the pump apart and washed every piece in warm water. ",
    "Thanks, that did it for me as well. ",
    "Does anybody know where to get the small rubber ring? Mine has been brittle for years, and the shop in town has "
    "closed. I have looked at three others without any luck so far. ",
    "I would not pour vinegar into it, whatever the manual says: it eats the seals. Lemon is kinder, and cheaper. ",
    "Here is what I did, step by step, with pictures to follow when I find the cable of the camera again. First, let "
    "it cool. Second, open the four screws below. Third, do not lose the spring, for it jumps. ",
)
TITLES = (
    "How do I clean the sieve?",
    "Pump is loud",
    "What to do against lime in the pipes of an old machine",
    "Rubber ring, where to buy",
    "Show us your kitchen",
    "Grinder: which burrs last longest?",
    "Selling a spare boiler",
)


def guess(body: str) -> PageGuess:
    source = f"<html lang='en'><head><title>A page</title></head><body>{MENU}{body}{FOOT}</body></html>"
    return page_type(etree.fromstring(source.encode(), etree.HTMLParser(encoding="utf-8")), URL)


def table_thread() -> str:
    """A post is three rows, as boards of 2002 have it."""
    return "<table><tr><th>Author</th><th>Message</th></tr>" + "".join(
        f"<tr><td><b>user{i}</b></td><td><span>Posted: Sun May 0{i + 1}, 2020 10:0{i} am</span></td></tr>"
        f"<tr><td>Joined: 2 Mar 2010<br>Posts: {i}3</td><td>{text * 2}</td></tr>"
        f"<tr><td><a href='#top'>Back to top</a></td><td><a href='profile?u={i}'>Profile</a></td></tr>"
        for i, text in enumerate(TEXTS)
    ) + "</table>"  # fmt: skip


def board() -> str:
    topics = "".join(
        f"<div class='topic'><a class='title' href='/topic/{i}'>{title}</a>"
        f"<span class='by'>by <a href='/user/u{i}'>anna{i}</a></span><span class='n'>{i * 3}</span>"
        f"<span class='n'>{i * 70}</span><span class='last'>2020-05-{20 - i} 10:11</span></div>"
        for i, title in enumerate(TITLES * 2)
    )
    return f"<div class='topics'>{topics}</div>"


def question() -> str:
    answers = "".join(
        f"<div class='answer' id='a{i}'><div class='votes'>{i}</div><div class='body'><p>{text * 2}</p></div>"
        f"<div class='who'>answered <time datetime='2020-05-0{i + 2}T10:00:00Z'>May {i + 2}</time> "
        f"<a href='/users/{i}'>user{i}</a></div></div>"
        for i, text in enumerate(TEXTS)
    )
    return (
        f"<h1>{TITLES[0]}</h1><div class='question'><p>{TEXTS[2] * 3}</p><div class='who'>asked "
        f"<time datetime='2020-05-01T10:00:00Z'>May 1</time> <a href='/users/9'>nina</a></div></div>"
        f"<div class='answers'>{answers}</div>"
    )


def article() -> str:
    return (
        f"<article><h1>{TITLES[2]}</h1><p class='meta'>May 3, 2020 by <a href='/anna'>Anna</a></p>"
        + "".join(f"<p>{text * 4}</p>" for text in TEXTS)
        + "</article>"
    )


def blog_index() -> str:
    return "".join(
        f"<article class='post'><h2><a href='/2020/{i}'>{title}</a></h2><p><time>{i + 2} May 2020</time></p>"
        f"<div class='body'><p>{TEXTS[i % 5] * 3}</p><p>{TEXTS[(i + 1) % 5] * 2}</p></div>"
        f"<a class='more' href='/2020/{i}#comments'>{i} comments</a></article>"
        for i, title in reversed(list(enumerate(TITLES)))
    )


def login() -> str:
    return (
        "<h2>Log in</h2><form action='/login' method='post'><p>You must be registered to log in.</p>"
        "<dl><dt><label>Name:</label></dt><dd><input name='user'></dd><dt><label>Password:</label></dt>"
        "<dd><input type='password'></dd></dl><label><input type='checkbox'> Remember me</label>"
        "<a href='/lost'>Lost your password?</a><input type='submit'></form>"
    )


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        (table_thread, PageType.THREAD),
        (question, PageType.THREAD),
        (article, PageType.THREAD),
        (board, PageType.INDEX),
        (blog_index, PageType.INDEX),
        (login, PageType.OTHER),
    ],
)
def test_pages_are_told_by_their_layout(page: Callable[[], str], expected: PageType) -> None:
    found = guess(page())

    assert found.type is expected, found


def test_a_page_with_nothing_on_it_is_neither() -> None:
    assert page_type(etree.fromstring(b"<html></html>", etree.HTMLParser()), URL).type is PageType.OTHER


@pytest.mark.parametrize("page", [table_thread, board])
def test_lost_end_tags_do_not_change_the_type(page: Callable[[], str]) -> None:
    whole = page()
    broken = whole.replace("</span>", "").replace("</td></tr>", "")

    assert guess(broken).type is guess(whole).type


@pytest.mark.parametrize("seed", range(20))
def test_any_heap_of_tags_gets_a_type(seed: int) -> None:
    chance = random.Random(seed)
    pieces = ["<table>", "<tr>", "<td>", "</td>", "</table>", "<ul>", "<li>", "<a href='x'>", "</a>", "<p>", "</div>"]
    pieces += [
        "<div class='a b'>",
        "<form>",
        "<input type='password'>",
        "<h2>",
        "12",
        "2020-05-01",
        "word ",
        "<!-- -->",
    ]
    source = "".join(chance.choice(pieces) for _ in range(400))

    found = page_type(etree.fromstring(f"<html>{source}".encode(), etree.HTMLParser(recover=True)), URL)

    assert found.type in PageType
    assert sum(found.scores.values()) == pytest.approx(1.0, abs=0.01)


def test_deep_nesting_is_no_trouble() -> None:
    source = "<html><body>" + "<div class='q'>" * 2000 + "word" + "</div>" * 2000
    root = etree.fromstring(source.encode(), etree.HTMLParser(huge_tree=True))

    assert page_type(root, URL).type is PageType.OTHER


def test_the_words_of_a_page_play_no_part() -> None:
    whole = guess(board())
    letters = str.maketrans("abcdefghijklmnopqrstuvwxyz", "zyxwvutsrqponmlkjihgfedcba")
    tree = etree.fromstring(f"<html><body>{board()}</body></html>".encode(), etree.HTMLParser())
    other = etree.fromstring(f"<html><body>{board()}</body></html>".encode(), etree.HTMLParser())
    for element in other.iter("a"):
        element.text = (element.text or "").translate(letters)

    assert whole.type is PageType.INDEX
    assert page_type(other, URL) == page_type(tree, URL)


def test_a_guess_names_what_spoke_for_it() -> None:
    found = guess(board())

    assert 0 < len(found.reasons) <= 3
    assert all(reason.feature in Layout._fields and reason.weight > 0 for reason in found.reasons)
    assert list(found.reasons) == sorted(found.reasons, key=lambda reason: -reason.weight)
    assert found.scores[found.type] == max(found.scores.values())
    assert found.margin > 0


def test_weights_are_those_of_the_features_there_are() -> None:
    data = json.loads(Path(page_types.__file__).with_name("weights.json").read_text(encoding="utf-8"))

    assert tuple(data["features"]) == Layout._fields
    assert set(data["bias"]) == {kind.value for kind in PageType}
    assert abs(sum(guess_of(Layout(*[0.0] * len(Layout._fields))).scores.values()) - 1) < 0.01


def test_pages_of_software_with_no_part_in_training_are_told_as_often_as_is_written_down() -> None:
    scores = json.loads(Path(page_types.__file__).with_name("weights.json").read_text(encoding="utf-8"))["scores"]
    with (Path(__file__).parents[4] / "scripts" / "page-layouts.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    right = sum(guess_of(Layout(*(float(row[name]) for name in Layout._fields))).type == row["type"] for row in rows)

    assert right / len(rows) == pytest.approx(scores["installed software, each page once"]["right"], abs=0.01)


def test_nothing_that_learns_is_needed_at_run_time() -> None:
    for path in Path(page_types.__file__).parent.glob("*.py"):
        nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
        names = {name.name for node in nodes if isinstance(node, ast.Import) for name in node.names}
        names |= {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}

        assert not {"numpy", "scipy", "sklearn"} & {name.partition(".")[0] for name in names}, path.name


def test_each_feature_that_may_speak_for_a_type_is_told_in_words() -> None:
    for kind in (board(), table_thread()):
        assert len(in_words(guess(kind).reasons)) == page_types.REASONS

    assert WORDS.keys() == set(Layout._fields)


def test_what_is_told_goes_by_whether_a_page_has_more_or_less_of_something() -> None:
    more, less = Reason("records", 5.0, 0.1, is_high=True), Reason("records", 0.0, 0.1, is_high=False)

    assert in_words([more, less]) == ("many records", "few records")
