"""Posts of which no feed speaks: told from threads, and read with their comments."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace

from tests.support.pages import TIME, page_of
from tests.unit.learn.articles.blogs import PEOPLE, Note, Post, note, posts, prose, with_notes

from thresher.extract import extract
from thresher.knowledge.build import build_type
from thresher.learn import Lesson, Sight
from thresher.learn.articles.people import names_on, plain_names
from thresher.learn.articles.unfed import Articles, learn_unfed, merged
from thresher.learn.posts.opening import with_opening
from thresher.learn.posts.posts import learn_posts
from thresher.model import Source, WebObject

Theme = Callable[[Post], str]


def framed(one: Post, body: str) -> str:
    return (
        f"<html lang=en><title>{one.title} - A blog</title><body><h1 class=site><a href='/'>A blog</a></h1>"
        f"<div id=main>{body}</div><div class=foot>Theme by Else Where</div></body></html>"
    )


def alone(one: Post) -> str:
    """The title has an id made of its words, and stands with the line about the post inside the text's element."""
    texts = "".join(f"<p>{paragraph}</p>" for paragraph in one.paragraphs)
    line = f"<p class=line>By {one.author} on {one.published:%d %B %Y}</p>"
    return framed(one, f"<div class=box><h2 id='t-{one.title.replace(' ', '-')}'>{one.title}</h2>{line}{texts}</div>")


def remark(each: Note) -> str:
    head = f"<p class=who><b>{each.author}</b>, {each.published:%d %B %Y %H:%M}</p>"
    return f"<div class=said>{head}<p class=words>{each.text}</p></div>"


def talked(one: Post) -> str:
    """Comments stand inside the element of the text."""
    said = "".join(map(remark, one.comments))
    box = f"<div class=talk><h3>What you said</h3>{said}</div>" if said else ""
    return alone(one).replace("</div></div><div class=foot>", f"{box}</div></div><div class=foot>")


def pages_of(some: Sequence[Post], theme: Theme) -> list[Sight]:
    return [Sight(page_of(one.url, theme(one))[0]) for one in some]


def learned(some: Sequence[Post], theme: Theme) -> Articles | None:
    sights = pages_of(some, theme)
    return learn_unfed([one.page for one in sights], "", with_opening(learn_posts(sights), sights))


def read(articles: Articles, one: Post, theme: Theme) -> tuple[WebObject, ...]:
    level = {"name": "post", "kind": "terminal", "detect": [], "extract": merged([articles])}
    made = build_type({"type": "a", "title": "A", "detect": ["url"], "levels": [level]}, ("a",))
    _, document = page_of(one.url, theme(one))
    return extract(document, made, made.levels[0], "http://b.example/", Source("a.warc.gz", 0, one.url, TIME))


def with_talk(some: Sequence[Post]) -> list[Post]:
    """One to three short comments on most posts."""
    return [with_notes(one, *(note(100 * one.number + step) for step in range(one.number % 4))) for one in some]


def test_posts_that_stand_alone_are_read_with_title_author_and_date() -> None:
    articles = learned(posts(8), alone)

    assert articles is not None
    one = posts(1, first=30)[0]
    (found,) = read(articles, one, alone)
    assert (found.type, found.title, found.author) == ("BlogPost", one.title, one.author)
    assert (found.text, found.published) == (one.text, f"{one.published:%Y-%m-%d}")


def test_dates_that_pages_mark_for_machines_may_be_words_for_people() -> None:
    def marked(one: Post) -> str:
        day = f"{one.published:%d %B %Y}"
        scope = "<div class=box itemscope itemtype='https://schema.org/BlogPosting'>"
        words = f"<span itemprop=datePublished>{day}</span>"
        return alone(one).replace(day, words).replace("<div class=box>", scope)

    some = posts(8)
    articles = learned(some[:7], marked)

    assert articles is not None
    (post,) = read(articles, some[7], marked)
    assert post.published[:10] == f"{some[7].published:%Y-%m-%d}"


def test_a_date_that_all_pages_state_is_not_that_of_any_of_them() -> None:
    def made_at_once(one: Post) -> str:
        return alone(one).replace("</title>", "</title><meta name='date' content='2026-11-17T18:22:16'>")

    articles = learned(posts(8), made_at_once)

    assert articles is not None
    one = posts(1, first=30)[0]
    assert read(articles, one, made_at_once)[0].published == f"{one.published:%Y-%m-%d}"


def test_whom_the_heads_of_all_pages_name_is_not_the_author_where_posts_show_others() -> None:
    def owned(one: Post) -> str:
        by = f"<div id=post-author><i>*</i><br>{one.author}</div>"
        head = "</title><meta name=author content='The Owner'><meta property=og:type content=article>"
        return alone(one).replace(f"By {one.author} on ", "").replace("</title>", head).replace("<div class=foot>", by)

    some = [replace(one, author=PEOPLE[one.number % 2]) for one in posts(8)]
    articles = learned(some, owned)

    assert articles is not None
    one = replace(posts(1, first=30)[0], author=PEOPLE[1])
    assert read(articles, one, owned)[0].author == PEOPLE[1]


def test_a_date_in_a_sentence_below_the_text_goes_before_those_of_comments() -> None:
    def below(one: Post) -> str:
        texts = "".join(f"<p>{paragraph}</p>" for paragraph in one.paragraphs)
        said = "".join(map(remark, one.comments))
        line = (
            f"<p class=about><small>This was put up by {one.author} on {one.published:%A, %B %d, %Y} at "
            f"{one.published:%H:%M} and is filed under Notes. You may leave an answer if you like.</small></p>"
        )
        body = f"<div class=post><h2>{one.title}</h2><div class=entry>{texts}{line}</div></div>"
        return framed(one, f"{body}<div class=talk>{said}</div>")

    some = [with_notes(one, *(note(100 * one.number + step) for step in range(3))) for one in posts(8)]
    articles = learned(some, below)

    assert articles is not None
    one = with_notes(posts(1, first=30)[0], note(9000), note(9001))
    post, *comments = read(articles, one, below)
    assert (post.published, len(comments)) == (f"{one.published:%Y-%m-%dT%H:%M}", 2)


def test_comments_inside_the_element_of_a_text_are_no_part_of_it() -> None:
    def marked(one: Post) -> str:
        data = {"@type": "BlogPosting", "headline": one.title, "author": {"name": one.author}}
        script = f"<script type='application/ld+json'>{json.dumps(data)}</script>"
        return talked(one).replace("</title>", f"</title>{script}")

    some = with_talk(posts(12))
    articles = learned(some, marked)

    assert articles is not None
    for one in some:
        found = read(articles, one, marked)
        assert found[0].text == one.text
        assert [(each.type, each.author, each.text) for each in found[1:]] == [
            ("Comment", each.author, each.text) for each in one.comments
        ]


def test_questions_of_many_people_are_no_posts() -> None:
    def asked(one: Post) -> str:
        return talked(one).replace(f"By {one.author}", f"By {one.title.split()[-1].capitalize()} {one.number}")

    short = [replace(one, paragraphs=(prose(f"question {one.number}", 1),)) for one in posts(12)]

    assert learned(with_talk(short), asked) is None


def test_mails_that_answer_each_other_are_no_posts() -> None:
    def mail(one: Post) -> str:
        return alone(one).replace(one.title, f"Re: {prose('subject', 1)[:30]}")

    assert learned(posts(8), mail) is None


def test_pages_that_call_themselves_discussions_are_no_posts() -> None:
    def discussed(one: Post) -> str:
        return alone(one).replace("<div class=box>", "<div class=box itemscope itemtype='http://schema.org/QAPage'>")

    assert learned(posts(8), discussed) is None


def test_few_pages_say_nothing() -> None:
    assert learned(posts(3), alone) is None


def test_authors_are_where_pages_say_so() -> None:
    def signed(one: Post) -> str:
        return framed(
            one, f"<span class=post-author>{one.author}</span><p>{one.text}</p><b class=comment-author>Me</b>"
        )

    some = posts(9)

    assert names_on([one.page for one in pages_of(some, signed)]) == [one.author for one in some]


def test_authors_are_who_links_with_an_address_of_people_name() -> None:
    line = "<p>3 May 2021 - <a href='/index.php?memberid={0}'>{1}</a> - <a href='/index.php?catid=2'>Garden</a></p>"
    menu = "<a href='/member/login'>Log in</a>"
    names = ["Anna Berg", "Otto Ahl", "Anna Berg", "Anna Berg", "Otto Ahl"]
    pages = [
        page_of(f"http://b.example/{number}", f"<html><body>{menu}{line.format(len(name), name)}</body></html>")[0]
        for number, name in enumerate(names)
    ]

    assert names_on(pages) == names


def test_where_readers_fill_in_their_name_is_no_author() -> None:
    def asking(one: Post) -> str:
        field = "<div id='field-author_name'><label class='author-name'>Name</label><input name='who'></div>"
        return framed(one, f"<span class=by-author>by {one.author} —</span><p>{one.text}</p><form>{field}</form>")

    some = posts(9)

    assert plain_names(names_on([one.page for one in pages_of(some, asking)])) == [one.author for one in some]


def test_a_line_above_the_text_and_one_below_are_no_part_of_it() -> None:
    """Nothing stands around the paragraphs alone, so that all of the page is taken for the text."""

    def loose(one: Post) -> str:
        return framed(
            one,
            f"<h1>{one.title}</h1><p>Posted by <a href='/by/{one.author.split()[0]}'><em>{one.author}</em></a>"
            f" on {one.published:%d %b, %Y}"
            f"</p>{''.join(f'<p>{line}</p>' for line in one.paragraphs)}<br>"
            "<p id='share'>Share on: <a href='http://birds.example/'>Birds</a> / <a href='http://faces.example/'>Faces"
            "</a></p>",
        )

    articles = learned(posts(8), loose)

    assert articles is not None
    one = posts(1, first=30)[0]
    (found,) = read(articles, one, loose)
    assert (found.text, found.author) == (one.text, one.author)


def test_words_that_all_names_have_are_no_part_of_them() -> None:
    assert plain_names(["Anna Berg, editor", "", "Otto Ahl, editor"]) == ["Anna Berg", "", "Otto Ahl"]
    assert plain_names(["Anna Berg"] * 3) == ["Anna Berg"] * 3
    assert len(PEOPLE) > 1


def test_threads_in_the_same_template_as_posts_stay_threads() -> None:
    def thread(one: Post) -> str:
        """A forum beside the blog: all that is said stands in one element of the blog's name."""
        said = "".join(map(remark, one.comments))
        return framed(one, f"<div class=box><h2>{one.title}</h2>{said}</div>")

    blog, some = Lesson("http://b.example/"), [with_notes(one, *map(note, range(9))) for one in posts(12)]
    forum = pages_of(some, thread)
    rule = with_opening(learn_posts(forum), forum)
    first = learned(posts(8), alone)
    assert first is not None
    assert rule is not None
    blog.articles["/blog/"] = first
    assert first.fits([one.page for one in forum])

    assert blog.take("/forum/", rule, [one.page for one in forum])
    assert "/forum/" not in blog.articles
    assert blog.posts["/forum/"] == rule


def test_a_folder_of_few_posts_goes_by_what_is_known_of_others() -> None:
    blog = Lesson("http://b.example/")
    first = learned(posts(8), alone)
    assert first is not None
    blog.articles["/2024/01/"] = first

    assert blog.take("/2024/02/", None, [one.page for one in pages_of(posts(2, first=40), alone)])
    assert blog.articles["/2024/02/"] == first
    assert not blog.take("/2024/03/", None, [])
