"""Blogs whose lists show posts whole: what they look like does not say what they are."""

from tests.unit.learn.small_sites import MENU, Site, day, html, prose, title

from thresher.learn import PageType

POSTS = 24
PER_PAGE = 6
LAST = POSTS // PER_PAGE - 1


def path_of(number: int) -> str:
    return f"/posts/{title(f'post {number}').lower().replace(' ', '-')}/"


def entry(number: int, paragraphs: int, *, is_listed: bool) -> str:
    name = title(f"post {number}")
    heading = f"<h1 class='title'><a href='{path_of(number)}'>{name}</a></h1>" if is_listed else f"<h1>{name}</h1>"
    texts = "".join(f"<p>{prose(f'{number} {part}', 5)}</p>" for part in range(paragraphs))
    return (
        f"<article class='entry'><header>{heading}<p class='by'><span class='who'>Anna Berg</span> "
        f"<a href='{path_of(number)}' rel='bookmark'>{day(number * 11 % 28)}</a></p></header>"
        f"<div class='words'>{texts}</div></article>"
    )


def blog() -> Site:
    """The newest posts are short, and the list looks like one; older ones are long, and their lists like threads."""
    pages = {path_of(n): html(title(f"post {n}"), entry(n, 5, is_listed=False), menu=MENU) for n in range(POSTS)}
    for number in range(LAST + 1):
        first = number * PER_PAGE
        body = "".join(entry(n, 6 if number else 0, is_listed=True) for n in range(first, first + PER_PAGE))
        older = f"<li class='next'><a href='/index-{LAST - number}.html' rel='next'>Older</a></li>"
        pager = f"<ul class='pager'>{older if number < LAST else ''}</ul>"
        pages["/" if number == 0 else f"/index-{LAST + 1 - number}.html"] = html("A blog", body + pager, menu=MENU)
    return Site("http://blog.example", pages)


def test_a_further_page_that_looks_like_a_thread_is_told_by_what_it_lists() -> None:
    site = blog()
    kinds = [site.sight(path).kind for path in ("/", f"/index-{LAST}.html")]
    assert kinds == [PageType.INDEX, PageType.THREAD]

    lesson = site.learn("/")

    assert [step.before for step in lesson.index_steps.values()] == ["/index-"]
    assert not lesson.boards
