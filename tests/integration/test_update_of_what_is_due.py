"""A plain update: what is new is found, and known pages are asked for only where something speaks for a change."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
import yaml
from tests.support.crawling import crawl_settings, run_crawl
from tests.support.raw import html
from tests.support.small_blog import Blog, entries, entry
from tests.support.small_forum import ROOT, TYPE, Said, Talk, old, talk

from thresher.crawl.update import UpdateSummary, settings_of, update
from thresher.evaluate.recording import key_of
from thresher.evaluate.replay import Site, served
from thresher.model import Strategy
from thresher.model.errors import CollectionError

PER_LIST = 10
TALKS = tuple(map(talk, range(40, 0, -1)))
"""The latest first."""
PAGED = {
    **TYPE,
    "urls": {"roles": {"thread": ["thread.php?id={id#}"], "listing": ["list.php?page={page#}"]}},
    "levels": [
        {
            **TYPE["levels"][0],  # type: ignore[dict-item]
            "follow": [{"to": "thread", "role": "thread"}, {"to": "list", "role": "listing"}],
        },
        TYPE["levels"][1],
    ],
}
BOARDED = {
    **TYPE,
    "urls": {"roles": {"thread": ["thread.php?id={id#}"], "board": ["board.php?id={id#}"]}},
    "levels": [
        {
            "name": "index",
            "kind": "intermediate",
            "detect": ["ul[@class='boards']"],
            "follow": [{"to": "list", "role": "board"}],
        },
        TYPE["levels"][0],
        TYPE["levels"][1],
    ],
}
Row = Callable[[Talk], str]


def with_dates(one: Talk) -> str:
    return f"last post {max(said.time for said in one.said):%Y-%m-%d %H:%M}"


def with_counts(one: Talk) -> str:
    return f"{len(one.said) - 1} replies, {977 + one.number} views"


def with_both(one: Talk) -> str:
    return f"{with_counts(one)}</i> <i>{with_dates(one)}"


def with_nothing(_: Talk) -> str:
    return "open"


def forum(talks: Sequence[Talk], row: Row) -> dict[str, bytes]:
    """All pages: lists of a few threads each, and the threads."""
    parts = [talks[start : start + PER_LIST] for start in range(0, len(talks), PER_LIST)]
    pages: dict[str, str] = {one.url: old(one) for one in talks}
    for number, part in enumerate(parts, start=1):
        rows = "".join(
            f"<li><a href='/thread.php?id={one.number}'>{one.title}</a> <i>{row(one)}</i></li>" for one in part
        )
        others = "".join(f"<a href='/list.php?page={page}'>{page}</a> " for page in range(2, len(parts) + 1))
        place = ROOT if number == 1 else f"{ROOT}list.php?page={number}"
        pages[place] = f"<div id='forum'><h1>All</h1><ul class='threads'>{rows}</ul><p>{others}</p></div>"
    return {key_of(url): html(text) for url, text in pages.items()}


def boards(parts: Sequence[Sequence[Talk]], hidden: int = 0) -> dict[str, bytes]:
    """A category with boards of these threads; some stand on the page of the category alone."""
    pages: dict[str, str] = {one.url: old(one) for part in parts for one in part}
    dates = [max(map(with_dates, part), default="no posts") for part in parts]
    rows = [f"<li><a href='/board.php?id={at}'>Board</a> {date}</li>" for at, date in enumerate(dates, start=1)]
    head = "<p class='top'><a href='/board.php?id=90'>Category</a></p>"
    pages[ROOT] = f"<div id='forum'>{head}<ul class='boards'>{''.join(rows[: len(rows) - hidden])}</ul></div>"
    pages[f"{ROOT}board.php?id=90"] = f"<div id='forum'><a href='/'>Up</a><ul class='boards'>{''.join(rows)}</ul></div>"
    for number, part in enumerate(parts, start=1):
        listed = "".join(
            f"<li><a href='/thread.php?id={one.number}'>{one.title}</a> <i>{with_dates(one)}</i></li>" for one in part
        )
        up = "<a href='/board.php?id=90'>Category</a>"
        pages[f"{ROOT}board.php?id={number}"] = f"<div id='forum'>{up}<ul class='threads'>{listed}</ul></div>"
    return {key_of(url): html(text) for url, text in pages.items()}


def grown(one: Talk, by: timedelta = timedelta(days=300)) -> Talk:
    last = one.said[-1]
    return replace(one, said=(*one.said, Said(last.number + 1, "Late Comer", last.time + by, "One more word on this.")))


class Visited:
    """A forum that was crawled, and can become another one."""

    def __init__(self, folder: Path, site: Site, answers: dict[str, bytes]) -> None:
        self.folder = folder
        self.site = site
        self._answers = answers

    def becomes(self, answers: dict[str, bytes]) -> None:
        self._answers.clear()
        self._answers.update(answers)

    def update(self, *, is_all: bool = False) -> UpdateSummary:
        self.site.asked.clear()
        return update(self.folder, settings_of(self.folder, proxy=self.site.proxy), is_all=is_all)

    @property
    def asked(self) -> list[str]:
        """Paths, robots.txt left out."""
        paths = ("/" + one.partition("/")[2] for one in self.site.asked)
        return [path for path in paths if path != "/robots.txt"]


@contextmanager
def crawled(folder: Path, answers: dict[str, bytes], kind: dict[str, object] = PAGED) -> Iterator[Visited]:
    types = folder / "types"
    types.mkdir()
    (types / "smallforum.yaml").write_text(yaml.safe_dump(kind, sort_keys=False))
    now = dict(answers)
    with served(lambda key, _: now.get(key)) as site:
        settings = crawl_settings(ROOT, strategy=Strategy.KNOWN, knowledge=(str(types),), proxy=site.proxy)
        assert run_crawl(folder / "c", settings).exit_code == 0
        yield Visited(folder / "c", site, now)


def counts(found: UpdateSummary) -> dict[str, int]:
    return found.objects["BoardPost"]


@pytest.mark.parametrize("row", [with_dates, with_counts, with_nothing])
def test_where_nothing_has_changed_only_the_first_list_is_asked_for(tmp_path: Path, row: Row) -> None:
    with crawled(tmp_path, forum(TALKS, row)) as site:
        found = site.update()

    assert site.asked == ["/"]
    assert (counts(found)["new"], counts(found)["deleted"], found.ended) == (0, 0, "complete")
    assert found.unseen["BoardPost"] == sum(len(one.said) for one in TALKS)


@pytest.mark.parametrize("row", [with_dates, with_counts])
def test_threads_that_have_grown_are_told_by_their_rows(tmp_path: Path, row: Row) -> None:
    one, another = grown(TALKS[1]), grown(TALKS[2])
    with crawled(tmp_path, forum(TALKS, row)) as site:
        site.becomes(forum((one, another, TALKS[0], *TALKS[3:]), row))
        found = site.update()

    assert counts(found)["new"] == 2
    assert {f"/thread.php?id={one.number}", f"/thread.php?id={another.number}"} <= set(site.asked)
    assert len(site.asked) <= 4


def test_lists_are_read_on_as_long_as_they_bring_something(tmp_path: Path) -> None:
    new = tuple(replace(talk(number), said=grown(talk(number)).said[-1:]) for number in range(53, 40, -1))
    with crawled(tmp_path, forum(TALKS, with_dates)) as site:
        site.becomes(forum((*new, *TALKS), with_dates))
        found = site.update()

    assert counts(found)["new"] == len(new)
    assert [path for path in site.asked if "list" in path] == ["/list.php?page=2"]
    assert len(site.asked) == 2 + len(new)


def test_a_list_in_order_is_not_read_on_if_its_last_row_is_old(tmp_path: Path) -> None:
    new = tuple(replace(talk(number), said=grown(talk(number)).said[-1:]) for number in range(49, 40, -1))
    pinned = TALKS[30]
    with crawled(tmp_path, forum((pinned, *TALKS[:30], *TALKS[31:]), with_dates)) as site:
        site.becomes(forum((pinned, *new[1:], *TALKS[:30], *TALKS[31:]), with_dates))
        found = site.update()

    assert counts(found)["new"] == len(new) - 1
    assert [path for path in site.asked if "list" in path] == []


@pytest.mark.parametrize("row", [with_counts, with_both])
def test_a_thread_that_only_lost_a_post_is_asked_for_where_no_date_says_so(tmp_path: Path, row: Row) -> None:
    at = next(place for place, one in enumerate(TALKS) if len(one.said) > 4)
    less = replace(TALKS[at], said=(*TALKS[at].said[:2], *TALKS[at].said[3:]))
    with crawled(tmp_path, forum(TALKS, row)) as site:
        site.becomes(forum((*TALKS[:at], less, *TALKS[at + 1 :]), row))
        found = site.update()

    assert counts(found)["new"] == 0
    assert (less.url.removeprefix(ROOT.rstrip("/")) in site.asked) is (row is with_counts)


def test_posts_of_earlier_days_that_came_to_a_thread_are_found(tmp_path: Path) -> None:
    at = next(place for place, one in enumerate(TALKS) if len(one.said) > 4)
    moved = Said(9_999, "Moved Here", TALKS[at].said[1].time + timedelta(minutes=3), "This was in another thread.")
    more = replace(TALKS[at], said=(*TALKS[at].said[:2], moved, *TALKS[at].said[2:]))
    with crawled(tmp_path, forum(TALKS, with_both)) as site:
        site.becomes(forum((*TALKS[:at], more, *TALKS[at + 1 :]), with_both))
        found = site.update()

    assert counts(found)["new"] == 1


PARTS = (TALKS[:10], TALKS[10:20], TALKS[20:30], TALKS[30:], ())


def test_a_category_that_names_no_more_than_the_page_before_is_not_asked_for(tmp_path: Path) -> None:
    one = grown(TALKS[12])
    with crawled(tmp_path, boards(PARTS[:4]), BOARDED) as site:
        site.becomes(boards((PARTS[0], (one, *TALKS[10:12], *TALKS[13:20]), *PARTS[2:4])))
        found = site.update()

    assert counts(found)["new"] == 1
    assert site.asked == ["/", "/board.php?id=2", f"/thread.php?id={one.number}"]


def test_a_board_that_was_empty_and_one_that_only_its_category_names_are_asked_for(tmp_path: Path) -> None:
    first = replace(talk(41), said=grown(talk(41)).said[-1:])
    with crawled(tmp_path, boards(PARTS), BOARDED) as site:
        site.becomes(boards((*PARTS[:4], (first,))))
        assert counts(site.update())["new"] == 1
    (tmp_path / "other").mkdir()
    with crawled(tmp_path / "other", boards(PARTS, hidden=2), BOARDED) as site:
        site.becomes(boards((*PARTS[:3], (grown(TALKS[30]), *TALKS[31:]), PARTS[4]), hidden=2))
        assert counts(site.update())["new"] == 1


def test_boards_of_a_category_that_is_drawn_like_a_board_are_no_further_pages_of_it(tmp_path: Path) -> None:
    index = {**BOARDED["levels"][0], "detect": ["p[@class='top']"]}  # type: ignore[dict-item]
    board = {
        **TYPE["levels"][0],  # type: ignore[dict-item]
        "detect": ["ul[@class='threads'] | ul[@class='boards']"],
        "follow": [{"to": "thread", "role": "thread"}, {"to": "list", "role": "board"}],
    }
    alike = {**BOARDED, "levels": [index, board, TYPE["levels"][1]]}
    with crawled(tmp_path, boards(PARTS[:4], hidden=2), alike) as site:
        site.becomes(boards((*PARTS[:3], (grown(TALKS[30]), *TALKS[31:])), hidden=2))

        assert counts(site.update())["new"] == 1


def test_all_of_it_is_visited_where_that_is_asked_for(tmp_path: Path) -> None:
    with crawled(tmp_path, forum(TALKS, with_dates)) as site:
        assert site.update().ended == "complete"
        found = site.update(is_all=True)

    assert len(site.asked) == 44
    assert (found.visit, found.unseen, counts(found)["unchanged"]) == (3, {}, sum(len(one.said) for one in TALKS))


def test_an_update_of_one_kind_refuses_to_go_on_with_one_of_the_other(tmp_path: Path) -> None:
    with crawled(tmp_path, forum(TALKS, with_dates)) as site:
        settings = settings_of(site.folder, proxy=site.site.proxy, max_requests=1)
        site.becomes(forum((*map(grown, TALKS[:3]), *TALKS[3:]), with_dates))
        assert update(site.folder, settings, is_all=False).ended.startswith("budget")
        with pytest.raises(CollectionError, match="not finished"):
            site.update(is_all=True)
        found = site.update()

    assert (found.visit, counts(found)["new"], found.ended) == (2, 3, "complete")


def fed_blog_updated(folder: Path, *new: int) -> tuple[UpdateSummary, list[str], int]:
    """A blog of 20 posts that only its feed describes, visited before and after the `new` ones came, the newest first:
    what the update says, what it asked for, and how much the first visit asked for."""
    top, posts = ROOT.rstrip("/"), entries(20)
    with served(lambda key, _: site_now.get(key)) as site:
        site_now = {key_of(top + path): one for path, one in Blog(posts).answers(top).items()}
        assert run_crawl(folder, crawl_settings(ROOT, proxy=site.proxy)).exit_code == 0
        first = len(site.asked)
        site.asked.clear()
        site_now = {key_of(top + path): one for path, one in Blog((*map(entry, new), *posts)).answers(top).items()}
        return update(folder, settings_of(folder, proxy=site.proxy), is_all=False), [*site.asked], first


def test_a_blog_that_only_its_feed_describes_is_asked_for_what_is_newer(tmp_path: Path) -> None:
    found, asked, first = fed_blog_updated(tmp_path, 22, 21)

    assert found.objects["BlogPost"]["new"] == 2
    assert len(asked) < first / 2


def test_new_posts_that_are_gone_from_the_feed_again_are_found_by_the_lists(tmp_path: Path) -> None:
    found, asked, first = fed_blog_updated(tmp_path, *range(36, 20, -1))

    # The feed has the ten newest.
    assert found.objects["BlogPost"]["new"] == 16
    assert len(asked) < first
    assert not [key for key in asked if key in {key_of(ROOT.rstrip("/") + one.path) for one in entries(20)[3:]}]


def test_a_small_blog_that_was_learned_is_read_in_an_update_as_before(tmp_path: Path) -> None:
    """How its few posts are read was settled when the crawl ended."""
    with served(lambda key, _: site_now.get(key)) as site:
        site_now = listed_blog(30)
        assert run_crawl(tmp_path, crawl_settings(ROOT, proxy=site.proxy)).objects == {"BlogPost": 30}
        site.asked.clear()
        site_now = listed_blog(33)
        found = update(tmp_path, settings_of(tmp_path, proxy=site.proxy), is_all=False)

    assert found.objects["BlogPost"]["new"] == 3
    assert len(site.asked) == 4


def listed_blog(count: int) -> dict[str, bytes]:
    """A list of posts with their dates and beginnings, and the posts; no feed, and no comments."""
    posts = entries(count)
    others = "".join(f'<li><a href="{one.path}">{one.title}</a> {one.time:%-d %B %Y}</li>' for one in posts[:12])

    def page(title: str, body: str) -> bytes:
        return html(
            f"<html lang=en><title>{title}</title><body><div>{body}</div><ul class=side>{others}</ul></body></html>"
        )

    def list_page(number: int) -> bytes:
        rows = "".join(
            f'<div class=row><h3><a href="{one.path}">{one.title}</a></h3><p>{one.author}, {one.time:%-d %B %Y}</p>'
            f"<p>{one.paragraphs[0]}</p></div>"
            for one in posts[10 * number - 10 : 10 * number]
        )
        older = f'<a href="/page/{number + 1}/">Older posts</a>' if 10 * number < count else ""
        return page("A blog", f"{rows}<p>{older}</p>")

    pages = {
        ("/" if number == 1 else f"/page/{number}/"): list_page(number) for number in range(1, 2 + (count - 1) // 10)
    }
    for one in posts:
        texts = "".join(f"<p>{paragraph}</p>" for paragraph in one.paragraphs)
        line = f"<p>by {one.author}, {one.time:%-d %B %Y}</p>"
        pages[one.path] = page(one.title, f"<h2>{one.title}</h2>{line}<div class=words>{texts}</div>")
    return {key_of(ROOT.rstrip("/") + path): answer for path, answer in pages.items()}
