"""Classes of forums that were lost once, each drawn with the traits that it takes, and what is learned of them."""

import pytest
from tests.support.invented_forums import Forum, invent
from tests.support.invented_forums.reading import learn, sight_at

from thresher.knowledge.build import build_type
from thresher.learn.knowledge import root_of, type_of
from thresher.learn.posts.posts import learn_posts
from thresher.learn.proof import is_news
from thresher.learn.shapes import shape_in
from thresher.pattern import parse

PLAIN = {
    "addresses": "path", "paging": "page", "folder": "", "front": "boards", "front_layout": "table",
    "list_layout": "table", "thread_layout": "box", "naming": "semantic", "pager": "numbers", "author": "linked",
    "guests": False, "date_form": "iso", "date_place": "head", "order": "oldest", "opening": "like_replies",
    "permalinks": "none", "row_last": "date", "session": False, "title_in": "h1", "crumbs": True, "language": "en",
    "sub_boards": False, "quotes": "none",
}  # fmt: skip


def plain(seed: int = 7, **traits: object) -> Forum:
    """A forum without peculiarities but the given ones."""
    return invent(seed, **(PLAIN | traits))


def check(forum: Forum, start: str = "") -> None:
    """The entry page was found, and the addresses of all threads and of nothing else."""
    lesson = learn(forum, start)
    threads = {shape for shape, _ in lesson.threads}

    assert lesson.is_enough
    assert lesson.entry in forum.fronts
    assert all(shape_in(url, threads) for url in forum.thread_urls.values())
    assert all(urls & forum.wanted for urls in lesson.threads.values())
    assert all(urls & forum.lists for urls in lesson.boards.values())


def thread_of(forum: Forum, posts: int) -> str:
    """The address of a thread with at least so many posts."""
    return next(forum.thread_urls[one.number] for one in forum.content.threads if len(one.posts) >= posts)


@pytest.mark.parametrize("layout", ["table", "div", "list"])
@pytest.mark.parametrize("is_inside", [False, True])
def test_boards_with_descriptions_in_a_folder_are_a_list(layout: str, is_inside: bool) -> None:
    forum = plain(folder="forum/", front_layout=layout, crumbs=False)

    check(forum, thread_of(forum, 5) if is_inside else "")


@pytest.mark.parametrize("layout", ["table", "list"])
def test_a_forum_below_a_welcome_page_is_found(layout: str) -> None:
    check(plain(front="portal", folder="community/", front_layout=layout))


def test_the_front_page_of_a_forum_is_none_of_its_boards() -> None:
    lesson = learn(plain(front="portal", folder="community/"))

    assert all(lesson.entry not in urls for urls in lesson.boards.values())


@pytest.mark.parametrize("addresses", ["path", "query", "files", "slugs"])
def test_threads_with_the_newest_post_first_are_threads(addresses: str) -> None:
    check(plain(order="newest", addresses=addresses))


def test_a_thread_with_the_newest_post_first_is_one_where_it_is_begun_at() -> None:
    forum = plain(order="newest", folder="forum/")

    check(forum, thread_of(forum, 5))


@pytest.mark.parametrize("addresses", ["short", "slug_id", "semicolons", "board_path"])
@pytest.mark.parametrize("seed", [7, 8, 9])
def test_names_of_one_word_are_names_as_others_are(addresses: str, seed: int) -> None:
    check(plain(seed, addresses=addresses))


@pytest.mark.parametrize("is_inside", [False, True])
@pytest.mark.parametrize("seed", [7, 8, 9])
def test_boards_beside_pages_to_log_in_are_told_by_their_place(seed: int, is_inside: bool) -> None:
    forum = plain(seed, addresses="board_path", folder="forum/")
    inside = next(url for url in sorted(forum.thread_urls.values()) if "/engines/" in url or "-" in url)

    lesson = learn(forum, inside if is_inside else "")

    assert lesson.entry in forum.fronts
    assert set().union(*lesson.boards.values()) <= forum.lists
    assert {lesson.folder(url) for url in forum.wanted} == {"forum"}
    assert not [look.url for look in lesson.looked_at if look.url not in forum.lists | forum.wanted]
    follow = next(level["follow"] for level in type_of(lesson, "x")["levels"] if level["name"] == "board")
    assert {"to": "board", "role": "board", "further": True} in follow


@pytest.mark.parametrize("seed", [7, 8, 9])
def test_titles_that_end_with_a_number_have_addresses_like_others(seed: int) -> None:
    lesson = learn(plain(seed, addresses="slug_id"))

    assert len(lesson.threads) == 1


@pytest.mark.parametrize("seed", [26, 27])
def test_texts_are_told_by_all_classes_where_each_is_that_of_many(seed: int) -> None:
    forum = plain(seed, naming="utility", thread_layout="two_cells", date_form="day", profile="joined")
    sights = [sight_at(forum, url) for url in list(forum.thread_urls.values())[:6]]

    rule = learn_posts(sights)

    assert rule is not None
    texts = [post.paragraphs[0] for post in forum.content.threads[0].posts][:3]
    each, text = parse(rule.each), parse(rule.text)
    read = ["".join(text.first(post).itertext()) for post in each.select(sights[0].page.tree)]
    assert all(one in said and len(said) < len(one) + 900 for one, said in zip(texts, read, strict=False))


@pytest.mark.parametrize(
    "traits",
    [
        {"paging": "path"},  # /b/tools/page-2 is no thread, though /b/tools/title-2 is one
        {"paging": "page", "pager": "next"},  # how threads go on is known of all, whatever their titles end with
    ],
)
@pytest.mark.parametrize("seed", [7, 8, 9])
def test_addresses_made_of_titles_are_told_from_further_pages_of_boards(seed: int, traits: dict[str, str]) -> None:
    forum = plain(seed, addresses="slugs", **traits)

    lesson = learn(forum)
    read = build_type(type_of(lesson, "x"), ("x",)).urls.read

    assert {read(url, root_of(lesson)).role for url in forum.wanted} == {"thread"}
    assert {read(url, root_of(lesson)).role for url in forum.lists} == {"board", "home"}


@pytest.mark.parametrize("seed", [7, 8, 9])
def test_newest_threads_beside_a_list_say_nothing_of_whether_it_goes_on(seed: int) -> None:
    forum = plain(seed, sidebar="latest", addresses="query")
    short = [url for url in forum.lists if url.endswith("page=2")]

    for url in short:
        assert is_news(sight_at(forum, url.removesuffix("&page=2")), sight_at(forum, url))


@pytest.mark.parametrize(
    "traits",
    [
        {"naming": "bare", "thread_layout": "side_last", "opening": "apart", "marks": "post-", "body": "wrapped"},
        {"naming": "bare", "thread_layout": "two_cells", "marks": "post-", "profile": "joined"},
        {"naming": "hashed", "thread_layout": "two_rows", "marks": "post-", "profile": "joined", "date_place": "foot"},
        {
            "naming": "bare",
            "thread_layout": "article",
            "opening": "apart",
            "marks": "",
            "author": "plain",
            "profile": "none",
        },
    ],
)
def test_posts_are_read_where_little_tells_their_parts(traits: dict[str, str]) -> None:
    forum = plain(516, **traits)
    thread = max(forum.content.threads, key=lambda one: len(one.posts))
    sights = [sight_at(forum, url) for url in list(forum.thread_urls.values())[:12]]

    rule = learn_posts(sights)

    assert rule is not None
    each, text = parse(rule.each), parse(rule.text)
    read = [text.first(post) for post in each.select(sight_at(forum, forum.thread_urls[thread.number]).page.tree)]
    said = [" ".join(" ".join(one.itertext()).split()) for one in read]
    assert said[: len(read)] == [" ".join(post.text.split()) for post in thread.posts[: len(read)]]


def test_links_to_the_last_post_are_no_threads() -> None:
    check(plain(permalinks="page", row_last="linked"))


def test_a_view_to_print_does_not_take_its_text_from_a_thread() -> None:
    forum = plain(print_view=True, crumbs=False)

    check(forum, next(forum.thread_urls[one.number] for one in forum.content.threads if len(one.posts) == 1))


@pytest.mark.parametrize("pager", ["next", "older", "numbers"])
def test_the_number_behind_that_of_a_thread_counts_its_pages(pager: str) -> None:
    forum = plain(addresses="dotted", pager=pager)

    lesson = learn(forum, thread_of(forum, 12))

    assert {step.old for step in lesson.index_steps.values()} <= {"0"}
    assert {step.old for step in lesson.thread_steps.values()} <= {"0"}


def test_classes_that_a_program_drew_name_the_parts_of_posts() -> None:
    forum = plain(naming="hashed", marks="")
    sights = [sight_at(forum, url) for url in sorted(forum.thread_urls.values())[:12]]

    rule = learn_posts(sights)

    assert rule is not None
    assert all("css-" in pattern for pattern in (rule.each, rule.text, rule.author, rule.published))


def test_guests_are_called_what_members_are() -> None:
    forum = plain(8, guests=True)
    sights = [sight_at(forum, url) for url in sorted(forum.thread_urls.values())[:12]]

    rule = learn_posts(sights)

    assert rule is not None
    assert rule.author_else.startswith("*[@class~=")
