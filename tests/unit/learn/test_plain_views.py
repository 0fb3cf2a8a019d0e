"""What is left of a forum without scripts: lists of nothing but titles, threads of nothing but names and texts."""

import random

from tests.unit.learn.small_sites import PEOPLE, Site, html, prose, title

from thresher.learn.posts.posts import learn_posts

PER_PAGE = 12


def thread_at(thread: int) -> str:
    return f"/d/{thread}-{title(str(thread)).lower().replace(' ', '-')}"


def data(count: int) -> str:
    """What scripts would show: when each was written."""
    made = ",".join(f'{{"createdAt":"2021-05-03T09:{n:02}:00Z"}}' for n in range(count))
    return f"<script type='application/json'>[{made}]</script>"


def thread_page(thread: int) -> str:
    """Short answers among longer ones; somebody may mention another."""
    chance = random.Random(f"plain {thread}")
    posts = ""
    for place, who in enumerate(chance.choices(PEOPLE, k=chance.choice((1, 1, 2, 4, 6)))):
        said = prose(f"plain {thread} {place}", 2) if chance.random() < 0.9 else "Thanks."
        mention = (
            f"<blockquote><a class='to' href='/d/{thread}/1'>anna</a> So it is.</blockquote>" if place == 2 else ""
        )
        posts += (
            f"<article><div class='from'><h3 class='user-name'>{who}</h3></div><div class='said'>{mention}"
            f"<p>{said}</p><p>{prose(f'more {thread} {place}', 1)}</p></div></article><hr>"
        )
    name = title(str(thread))
    return html(name, f"<div>{posts}</div>{data(3)}", menu="")


def plain(has_data: bool = True) -> Site:
    threads = range(1, 3 * PER_PAGE + 1)
    pages = {thread_at(thread): thread_page(thread) for thread in threads}
    if not has_data:
        pages = {path: page.replace(data(3), "").replace("user-name", "maker") for path, page in pages.items()}
    for page in (1, 2, 3):
        own = threads[(page - 1) * PER_PAGE : page * PER_PAGE]
        rows = "".join(f"<li><a href='{thread_at(thread)}'>{title(str(thread))}</a></li>" for thread in own)
        onwards = f"<a href='/?page={page + 1}'>Next Page &raquo;</a>" if page < 3 else ""
        pages["/" if page == 1 else f"/?page={page}"] = html("All", f"<ul>{rows}</ul>{onwards}", menu="")
    return Site("http://plain.example", pages)


def test_a_page_headed_as_lists_call_it_is_a_thread_if_its_data_has_a_date() -> None:
    lesson = plain().learn("/")

    assert [shape for shape, _ in lesson.threads] == ["d/#-*"]
    assert [shape for shape, _ in lesson.index_steps] == [""]


def test_without_a_date_or_somebody_who_wrote_it_is_none() -> None:
    assert not plain(has_data=False).learn("/").threads


def test_paragraphs_that_name_nobody_are_no_posts_and_a_chance_mention_makes_none_either() -> None:
    site = plain()
    sights = [site.sight(path) for path in site.pages if path.startswith("/d/")]

    rule = learn_posts(sights)

    assert rule is not None
    assert rule.each.endswith("article")
    assert rule.text == "div[@class~='said']"
    assert "user-name" in rule.author
