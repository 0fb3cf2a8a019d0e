"""Pages that show the posts of another thread."""

from dataclasses import replace
from datetime import UTC, datetime

from thresher.guide import PlainMemory
from thresher.guide.other_views import PATIENCE, OtherViews
from thresher.model import ObjectType, Source, WebObject

LIST, TIMELINE = "http://f.example/forum?x=25", "http://f.example/timeline?c=ab12"
SOURCE = Source("", 0, "http://f.example/", datetime(2026, 1, 1, tzinfo=UTC))
SAYINGS = ("The mill by the river turns again.", "Since when? I passed there in May.", "Since the flood went down.")


def thread(name: str, *texts: str, day: str = "2025-05-03") -> tuple[WebObject, ...]:
    """A thread as it is read off the page at `name`."""
    place = f"http://f.example/post/{name}"
    posts = (
        WebObject(f"{place}#{number}", ObjectType.BOARD_POST, place, SOURCE, "learned", author="Ida", text=text,
                  published=f"{day}T10:0{number}:00", container=place)
        for number, text in enumerate(texts)
    )  # fmt: skip
    return (WebObject(place, ObjectType.THREAD, place, SOURCE, "learned", title="The mill"), *posts)


def test_a_page_with_the_posts_of_another_thread_has_nothing_of_its_own() -> None:
    views = OtherViews(PlainMemory())
    first, other = thread("aa11", *SAYINGS), thread("bb22", *SAYINGS)
    assert views.fresh(first, LIST) == first
    assert views.fresh(other, LIST) == ()


def test_a_page_that_is_read_again_is_the_thread_it_was() -> None:
    memory = PlainMemory()
    first = thread("aa11", *SAYINGS)
    assert OtherViews(memory).fresh(first, LIST) == first
    assert OtherViews(memory).fresh(first, LIST) == first


def test_a_thread_with_one_post_of_its_own_is_another() -> None:
    views = OtherViews(PlainMemory())
    views.fresh(thread("aa11", *SAYINGS), LIST)
    other = thread("bb22", *SAYINGS, "And who has mended the wheel?")
    assert views.fresh(other, LIST) == other


def test_what_is_said_again_on_another_day_or_in_few_words_is_kept() -> None:
    views = OtherViews(PlainMemory())
    views.fresh((*thread("aa11", *SAYINGS), *thread("cc33", "Thanks!")), LIST)
    later, short = thread("bb22", *SAYINGS, day="2025-06-03"), thread("dd44", "Thanks!")
    assert views.fresh(later, LIST) == later
    assert views.fresh(short, LIST) == short


def test_pages_of_a_kind_that_lead_to_other_views_only_are_found_out() -> None:
    views = OtherViews(PlainMemory())
    views.fresh(thread("aa11", *SAYINGS), LIST)
    waiting = [f"http://f.example/post/{number}" for number in range(200)]
    for number in range(PATIENCE):
        assert not any(views.refuses(url, TIMELINE) for url in waiting)
        views.fresh(thread(f"b{number}b{number}", *SAYINGS), TIMELINE)
    refused = sum(views.refuses(url, "http://f.example/timeline?c=cd34") for url in waiting)
    assert 0.8 * len(waiting) < refused < len(waiting)  # a few are asked for, in case that there is more
    assert not any(views.refuses(url, LIST) for url in waiting)
    views.fresh(thread("ee55", "Somebody has written something that is new to all of us."), TIMELINE)
    assert not any(views.refuses(url, TIMELINE) for url in waiting)


def test_articles_below_which_the_same_is_said_are_kept() -> None:
    views = OtherViews(PlainMemory())
    for name in ("a-walk", "a-song"):
        post, comment = thread(name, "Buy the finest wheels for your mill at our place.")
        said = (replace(post, type=ObjectType.BLOG_POST, text=f"A text that is the own one of {name}."), comment)
        assert views.fresh(said, LIST) == said


def article(name: str, title: str, text: str) -> tuple[WebObject, ...]:
    place = f"http://f.example/{name}"
    return (WebObject(place, ObjectType.BLOG_POST, place, SOURCE, "learned", title=title, text=text),)


def test_an_article_under_another_spelling_of_its_name_is_the_same() -> None:
    views = OtherViews(PlainMemory())
    text = "The wheel of the old mill was mended in the spring of that year. " * 5
    first, other = article("The-Mill", "The mill", text), article("the-mill", "The mill", text)
    assert views.fresh(first, LIST) == first
    assert views.fresh(other, LIST) == ()
    assert views.fresh(first, LIST) == first


def test_articles_with_two_names_are_no_reason_to_leave_what_the_same_pages_lead_to() -> None:
    views = OtherViews(PlainMemory())
    for number in range(2 * PATIENCE):
        text = f"The wheel of mill {number} was mended in the spring of that year. " * 5
        assert views.fresh(article(f"Mill-{number}", "A mill", text), LIST)
    for number in range(2 * PATIENCE):
        text = f"The wheel of mill {number} was mended in the spring of that year. " * 5
        assert not views.fresh(article(f"mill-{number}", "A mill", text), LIST)
    assert not any(views.refuses(f"http://f.example/{number}", LIST) for number in range(20))


def test_articles_of_other_titles_or_with_next_to_no_text_are_kept() -> None:
    views = OtherViews(PlainMemory())
    text = "The wheel of the old mill was mended in the spring of that year. " * 5
    said = [
        article("a", "The mill", text),
        article("b", "The other mill", text),
        article("c", "Song", "Nothing is here yet."),
        article("d", "Song", "Nothing is here yet."),
    ]
    assert [views.fresh(one, LIST) for one in said] == said
