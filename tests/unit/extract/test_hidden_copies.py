"""What a page hides in a post: copies for whoever quotes it are no text, ends of stories are."""

from lxml import html

from thresher.extract.copies import hidden_copies
from thresher.page import passage

SAID = "<p>The mill was painted in May, and again in June.</p><p>Nobody knows why it was done twice.</p>"


def text_of(markup: str) -> str:
    body = html.fragment_fromstring(f"<div>{markup}</div>")
    return passage(body, hidden_copies(body))


def test_a_hidden_copy_for_quoting_is_no_text() -> None:
    head = "<div class='head'>Quote from Anna on 3 May 2024</div>"
    copy = f"<div style='display: none;'><blockquote>{head}{SAID}</blockquote></div>"

    assert text_of(copy + SAID) == text_of(SAID)


def test_the_head_of_a_copy_may_be_longer_than_the_post() -> None:
    head = "<div class='head'>Quote from Anna of the old mill on 3 May 2024</div>"
    copy = f"<div style='display: none;'><blockquote>{head}<p>Who knows?</p></blockquote></div>"
    body = html.fragment_fromstring(f"<div>{copy}<p>Who knows?</p></div>")
    heads = set(body.iter("div")) & {one for one in body.iter() if one.get("class") == "head"}

    assert passage(body, heads | hidden_copies(body, heads)) == "Who knows?"


def test_a_copy_may_be_hidden_by_an_attribute() -> None:
    assert text_of(f"{SAID}<div hidden>{SAID}</div>") == text_of(SAID)


def test_what_is_hidden_and_said_nowhere_else_is_text() -> None:
    assert "It was the miller." in text_of(f"{SAID}<div style='display:none'><p>It was the miller.</p></div>")


def test_what_is_said_twice_and_shown_twice_is_text() -> None:
    assert text_of(f"<blockquote>{SAID}</blockquote>{SAID}").count("painted in May") == 2
