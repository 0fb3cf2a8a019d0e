"""What was found on a page against what is known to be there."""

from dataclasses import replace

from tests.support.pages import TIME

from thresher.learn.mending import agreement
from thresher.model import ObjectType, Source, WebObject

TEXT = "The path behind the mill is open again, and the bridge has got a new rail on its left side since Sunday."
POST = ObjectType.BOARD_POST


def post(number: int, text: str = TEXT, author: str = "Anna") -> WebObject:
    url = f"http://f.example/1#p{number}"
    return WebObject(url, POST, url, Source("", 0, url, TIME), "", text=text, author=author)


def share_of(found: str) -> float:
    return agreement([([post(1)], [post(1, found)])], POST).share


def test_a_text_that_somebody_has_edited_is_the_same_text() -> None:
    assert share_of(TEXT.replace("left", "right")) == 1.0


def test_a_line_too_many_or_too_few_at_an_end_is_no_edit() -> None:
    assert share_of(f"{TEXT} Quote") == 0.0
    assert share_of(f"Anna {TEXT}") == 0.0
    assert share_of(TEXT.removeprefix("The ")) == 0.0


def test_what_lacks_what_all_posts_have_is_no_new_post() -> None:
    known = [post(1), post(2)]

    new = agreement([(known, [*known, post(3)])], POST)
    none = agreement([(known, [*known, post(3, author="")])], POST)

    assert (new.spare, none.spare) == (0, 1)
    assert new.is_perfect
    assert new.rank > none.rank


def test_of_two_that_will_do_the_more_exact_one_is_preferred() -> None:
    known = [post(1), post(2)]

    exact = agreement([(known, known)], POST)
    near = agreement([(known, [post(1, TEXT.replace("left", "Code: left")), post(2)])], POST)

    assert not near.has_failed
    assert exact.rank > near.rank


def test_nothing_known_is_no_failure() -> None:
    assert not agreement([((), [replace(post(1), text="")])], POST).has_failed
