"""FoCUS's experiments on a small forum that was made up here, where every number is known."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from thresher.cli import app_for
from thresher.evaluate.classifiers import shipped_scores
from thresher.evaluate.entries import EntryDraw, entry_by_keyword, entry_figures, random_starts
from thresher.evaluate.flips import flip_figures
from thresher.evaluate.focus import (
    BLIND,
    IROBOT,
    OURS,
    STRUCTURE,
    TRUE_ANY,
    TRUE_STRICT,
    SiteFigures,
    load_peers,
    measure_site,
)
from thresher.evaluate.focus_report import as_data, as_html, as_text, notes_of
from thresher.evaluate.offline import OfflineSite, Walk, figures_of
from thresher.evaluate.recording import key_of, load_recording
from thresher.evaluate.truth import NotAForum, load_truth, read_truth
from thresher.evaluate.walks import learn_from, walk_blindly, walk_by_learning, walk_true_links
from thresher.model.errors import UsageError

HOME = "http://f.example/board/"
WORDS = [
    "gravel", "lantern", "meadow", "copper", "thistle", "harbour", "velvet", "saddle", "orchard", "pepper", "marble",
    "canoe", "turnip", "ladder", "feather", "bramble", "kettle", "willow", "anchor",
]  # fmt: skip
BOARDS, THREADS, PER_PAGE = 5, 16, 12
LONG_THREAD = 5
"""Each fifth thread has a second page."""


def prose(number: int, length: int) -> str:
    return " ".join(WORDS[(number * 7 + place * (1 + number % 5)) % len(WORDS)] for place in range(length)).capitalize()


def board_url(board: int, page: int = 1) -> str:
    return f"{HOME}list.php?b={board}" + (f"&page={page}" if page > 1 else "")


def thread_url(thread: int, page: int = 1) -> str:
    return f"{HOME}show.php?t={thread}" + (f"&page={page}" if page > 1 else "")


def numbers(url: str, page: int, last: int) -> str:
    pages = "".join(
        f" <b>{one}</b>" if one == page else f' <a href="{url.replace("&", "&amp;")}{one}">{one}</a>'
        for one in range(1, last + 1)
    )
    return f"<div class=pages>Pages:{pages}</div>" if last > 1 else ""


def framed(title: str, body: str) -> str:
    return (
        f"<!DOCTYPE html><html><head><title>{title}</title></head><body><ul class=menu>"
        f'<li><a href="{HOME}">Home</a></li><li><a href="{HOME}login.php">Log in</a></li>'
        f'<li><a href="{HOME}hidden.php">Hidden</a></li></ul><h1>{title}</h1>{body}'
        "<p class=foot>Run by some people who like to talk to each other.</p></body></html>"
    )


def board_page(board: int, page: int) -> str:
    threads = [thread for thread in range(1, BOARDS * THREADS + 1) if thread % BOARDS == board % BOARDS]
    shown = threads[(page - 1) * PER_PAGE : page * PER_PAGE]
    rows = "".join(
        f'<tr><td class=title><a href="{thread_url(thread)}">{prose(thread, 5)} {thread}</a></td>'
        f"<td>{thread % 9}</td><td>{thread * 13}</td><td>2024-0{8 - page}-{28 - place:02} 10:30 "
        f'by <a href="{HOME}user.php?u={thread % 4}">{WORDS[thread % 4]}</a></td></tr>'
        for place, thread in enumerate(shown)
    )
    last = -(-len(threads) // PER_PAGE)
    table = f"<table class=threads><tr><th>Thread<th>Replies<th>Views<th>Last post</tr>{rows}</table>"
    return framed(f"Board {board}", table + numbers(f"{board_url(board)}&page=", page, last))


def thread_page(thread: int, page: int) -> str:
    posts = "".join(
        f'<div class=post><div class=by><a href="{HOME}user.php?u={(thread + post) % 4}">'
        f"{WORDS[(thread + post) % 4]}</a> <span>2024-03-{1 + (thread + post) % 28:02} 11:{post:02}</span> "
        f'<a href="{HOME}quote.php?p={thread * 100 + page * 10 + post}" rel=nofollow>Quote</a></div>'
        f"<div class=text><p>{prose(thread * 31 + page * 17 + post * 3, 60)}, {thread}.{page}.{post}.</p></div></div>"
        for post in range(4)
    )
    last = 2 if thread % LONG_THREAD == 0 else 1
    up = f'<p class=up><a href="{board_url(thread % BOARDS or BOARDS)}">Up</a></p>'
    return framed(f"{prose(thread, 5)} {thread}", up + posts + numbers(f"{thread_url(thread)}&page=", page, last))


def pages() -> Iterator[tuple[str, str]]:
    rows = "".join(
        f'<tr><td><h3><a href="{board_url(board)}">{prose(board * 3, 4)} {board}</a></h3>{prose(board, 4)}</td>'
        f"<td>{THREADS}</td><td>2024-07-{28 - board} 12:00 "
        f'by <a href="{HOME}user.php?u={board % 4}">{WORDS[board % 4]}</a></td></tr>'
        for board in range(1, BOARDS + 1)
    )
    yield HOME, framed("All boards", f"<table class=boards>{rows}</table>")
    for board in range(1, BOARDS + 1):
        for page in (1, 2):
            yield board_url(board, page), board_page(board, page)
        yield f"{board_url(board)}&page=1", board_page(board, 1)
    for thread in range(1, BOARDS * THREADS + 1):
        yield thread_url(thread), thread_page(thread, 1)
        if thread % LONG_THREAD == 0:
            yield thread_url(thread, 2), thread_page(thread, 2)
            yield f"{thread_url(thread)}&page=1", thread_page(thread, 1)
    for user in range(4):
        yield f"{HOME}user.php?u={user}", framed(f"User {WORDS[user]}", "<dl><dt>Posts<dd>12</dl>")
    yield f"{HOME}login.php", framed("Log in", "<form><input name=user><input type=password name=secret></form>")
    yield f"{HOME}hidden.php", framed("Hidden", "<p>Nothing to see.</p>")
    yield "http://f.example/", framed("Welcome", f'<p>Go to the <a href="{HOME}">board</a>.</p>')


def truth() -> dict[str, Any]:
    boards = [[board_url(board), board_url(board, 2)] for board in range(1, BOARDS + 1)]
    threads = [
        [thread_url(one), thread_url(one, 2)] if one % LONG_THREAD == 0 else [thread_url(one)]
        for one in range(1, BOARDS * THREADS + 1)
    ]
    return {
        "software": "Madeup",
        "entry_url": "http://f.example/",
        "forum_url": HOME,
        "boards": [{"page_urls": urls} for urls in boards],
        "threads": [{"page_urls": urls} for urls in threads],
        "index_page_urls": [HOME, *(url for urls in boards for url in urls)],
        "thread_page_urls": [url for urls in threads for url in urls],
    }


WANTED = BOARDS * THREADS + BOARDS * THREADS // LONG_THREAD
LISTS = 1 + 2 * BOARDS


def record(url: str, body: bytes, kind: str = "text/html") -> bytes:
    block = f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body
    head = f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nContent-Length: {len(block)}\r\n\r\n"
    return head.encode() + block + b"\r\n\r\n"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sites") / "small"
    folder.mkdir()
    rules = record("http://f.example/robots.txt", b"User-agent: *\nDisallow: /board/hidden.php\n", "text/plain")
    records = b"".join(record(url, markup.encode()) for url, markup in pages())
    (folder / "mirror.warc").write_bytes(rules + records)
    (folder / "truth.json").write_text(json.dumps(truth()), encoding="utf-8")
    return folder


@pytest.fixture
def site(place: Path) -> OfflineSite:
    return OfflineSite(load_recording(place), load_truth(place))


@pytest.fixture(scope="module")
def measured(place: Path) -> SiteFigures:
    return measure_site(place, load_truth(place), 4, 1, ("madeup",), load_peers())


def test_a_crawl_is_counted_as_in_the_paper(site: OfflineSite) -> None:
    walk = Walk(site)
    for url in (HOME, board_url(1), thread_url(1), thread_url(1), f"{HOME}login.php", f"{HOME}nowhere"):
        walk.page(url)

    found = figures_of(walk)

    assert (found.requests, found.pages, found.threads, found.lists, found.wanted) == (6, 4, 1, 2, WANTED)
    assert found.effectiveness == 1 / 4
    assert found.useful_share == 3 / 4
    assert found.coverage == 1 / WANTED


def test_a_blind_crawl_obeys_robots_and_nofollow_and_counts_what_it_left(site: OfflineSite) -> None:
    blind = walk_blindly(site, HOME)

    found = figures_of(blind.walk)
    assert found.coverage == 1.0
    assert blind.disallowed == {key_of(f"{HOME}hidden.php")}
    assert len(blind.nofollow) == 4 * WANTED
    # Beside threads and lists: page 1 of each board and long thread again, four users, and the login form.
    assert found.pages == WANTED + LISTS + BOARDS + BOARDS * THREADS // LONG_THREAD + 4 + 1


def test_true_links_lead_everywhere_from_the_entry_and_nowhere_from_a_thread(site: OfflineSite) -> None:
    assert figures_of(walk_true_links(site, HOME, is_strict=True)).coverage == 1.0
    assert figures_of(walk_true_links(site, thread_url(1), is_strict=True)).threads == 1
    assert figures_of(walk_true_links(site, thread_url(5), is_strict=True)).threads == 2
    # With the link up to its board, a thread leads to the whole site: the board leads home.
    assert figures_of(walk_true_links(site, thread_url(1), is_strict=False)).coverage == 1.0


def test_the_learner_crawls_it_all_and_finds_the_entry_from_a_thread(site: OfflineSite) -> None:
    learned = learn_from(site, thread_url(7))

    found = figures_of(walk_by_learning(learned))

    assert learned.is_learned
    assert site.is_same(learned.lesson.entry, HOME)
    assert found.coverage == 1.0
    assert found.useful_share > 0.85


def test_page_flipping_is_scored_with_first_pages_under_two_addresses_as_right(site: OfflineSite) -> None:
    found = flip_figures(site)

    # Each list shows 1 and 2; from its first page 2 is a further one, from its second 1 is the first again.
    assert (found.lists.pages, found.lists.true, found.lists.missed) == (2 * BOARDS, BOARDS, 0)
    assert (found.threads.pages, found.threads.true, found.threads.missed) == (WANTED, WANTED - BOARDS * THREADS, 0)
    assert found.lists.precision == found.threads.precision == 1.0
    assert found.proved_lists.recall == found.proved_threads.recall == 1.0


def test_two_addresses_of_one_page_are_told_from_two_pages(site: OfflineSite) -> None:
    assert site.is_same(f"{board_url(1)}&page=1", board_url(1))
    assert not site.is_same(board_url(2), board_url(1))
    assert not site.is_same(thread_url(1), thread_url(2))
    assert not site.is_same("http://f.example/", HOME)


def test_random_starts_are_true_pages_and_the_same_for_the_same_seed(site: OfflineSite) -> None:
    starts = random_starts(site, 8, 3)

    assert starts == random_starts(site, 8, 3)
    assert starts != random_starts(site, 8, 4)
    assert {key_of(url) for url in starts} <= site.truth.useful - {key_of(HOME)}
    assert len(random_starts(site, 10_000, 3)) == WANTED + LISTS  # the home of the host is one of the lists


@pytest.mark.parametrize(
    ("url", "entry"),
    [
        ("http://a.example/forum/t/5", "http://a.example/forum/"),
        ("http://a.example/x/bbs/y/board/z", "http://a.example/x/bbs/"),
        ("http://a.example/phpBB3/viewtopic.php?t=5", "http://a.example/"),
        ("http://forum.example/t/5", "http://forum.example/"),
    ],
)
def test_the_baseline_cuts_an_address_behind_a_keyword(url: str, entry: str) -> None:
    assert entry_by_keyword(url) == entry


def test_entries_are_averaged_over_draws_and_silence_costs_recall_only() -> None:
    right, silent = EntryDraw("a", "e", True, "g", False), EntryDraw("a", "", False, "g", True)

    ours = entry_figures([[right, right], [right, silent]], of_baseline=False)
    theirs = entry_figures([[right, right], [right, silent]], of_baseline=True)

    assert (ours.precision, ours.recall, ours.recall_deviation) == (1.0, 0.75, 0.25)
    assert (theirs.precision, theirs.recall) == (0.25, 0.25)


def test_everything_is_measured_and_the_same_twice(place: Path, measured: SiteFigures) -> None:
    again = measure_site(place, load_truth(place), 4, 1, ("madeup",), load_peers())

    assert again == measured
    assert measured.is_trained_on
    assert all(draw.is_right for draw in measured.draws)
    assert measured.crawls[OURS].coverage == 1.0
    assert measured.crawls[OURS].effectiveness > measured.crawls[BLIND].effectiveness
    assert measured.from_entry[TRUE_STRICT].coverage == measured.from_entry[TRUE_ANY].coverage == 1.0
    assert measured.blind.nofollow == 4 * WANTED
    assert sum(measured.blind.shares.values()) == pytest.approx(1.0)


def test_the_other_crawlers_reach_threads_and_bring_home_more_besides(measured: SiteFigures) -> None:
    ours = measured.crawls[OURS]

    for name in (STRUCTURE, IROBOT):
        assert measured.crawls[name].coverage > 0.5
        assert measured.crawls[name].effectiveness < ours.effectiveness


def test_the_report_has_all_tables_and_plots_and_escapes_names(measured: SiteFigures) -> None:
    scores = shipped_scores()

    page, text = as_html([measured], scores, 3.0), as_text([measured], scores)
    data = json.loads(json.dumps(as_data([measured], scores, 3.0)))

    assert page.count("<svg") == 6
    assert page.count("<table>") == len(data["tables"]) == 9
    assert "forums (1)" in text
    assert data["sites"][0]["crawls"][OURS]["coverage"] == 1.0


def test_without_the_other_crawlers_the_report_says_so(place: Path) -> None:
    alone = measure_site(place, load_truth(place), 1, 1)

    assert STRUCTURE not in alone.crawls
    assert any("left out" in note for note in notes_of([alone]))
    assert "structure-driven" not in as_text([alone], shipped_scores()).split("All crawls")[0]


def test_a_blog_is_read_from_its_posts() -> None:
    blog = read_truth(
        {
            "entry_url": "http://b.example/",
            "listing_page_urls": ["http://b.example/blog/", "http://b.example/blog/2"],
            "posts": [{"url": "http://b.example/a", "comment_page_urls": ["http://b.example/a/2"]}],
        }
    )

    assert (blog.kind, len(blog.threads), len(blog.lists)) == ("blog", 2, 3)
    assert blog.entry == "http://b.example/blog/"
    assert ("b.example/a", "b.example/a/2") in blog.chains


@pytest.mark.parametrize(
    ("content", "error"),
    [
        (None, UsageError),
        ("{", UsageError),
        ("[]", UsageError),
        ('{"thread_page_urls": ["http://a.example/1"]}', UsageError),
        ('{"entry_url": "http://a.example/", "articles": []}', NotAForum),
    ],
)
def test_a_folder_without_the_truth_of_a_forum_is_said_in_a_sentence(
    tmp_path: Path, content: str | None, error: type[UsageError]
) -> None:
    if content is not None:
        (tmp_path / "truth.json").write_text(content, encoding="utf-8")

    with pytest.raises(error) as caught:
        load_truth(tmp_path)

    assert str(tmp_path) in caught.value.sentence


def test_the_command_prints_tables_and_leaves_out_what_is_no_forum(place: Path, tmp_path: Path) -> None:
    wiki = tmp_path / "wiki"
    wiki.mkdir()
    (wiki / "truth.json").write_text('{"entry_url": "http://w.example/", "articles": []}', encoding="utf-8")
    report = tmp_path / "report.html"

    result = CliRunner().invoke(
        app_for(), ["evaluate", "focus", str(place), str(wiki), "-o", str(report), "--starts", "2", "--json"]
    )

    assert result.exit_code == 0, result.output
    assert "left out" in result.stderr
    data = json.loads(result.stdout)
    assert [site["name"] for site in data["sites"]] == ["small"]
    assert len(data["sites"][0]["draws"]) == 2
    assert report.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


@pytest.mark.parametrize("arguments", [["nowhere"], ["{wiki}"], ["{place}", "-o", "no/such/folder/r.html"]])
def test_bad_input_to_the_command_is_an_error_with_a_sentence(
    place: Path, tmp_path: Path, arguments: list[str]
) -> None:
    (tmp_path / "truth.json").write_text('{"entry_url": "http://w.example/"}', encoding="utf-8")
    given = [argument.format(wiki=tmp_path, place=place) for argument in arguments]

    result = CliRunner().invoke(app_for(), ["evaluate", "focus", *given])

    assert isinstance(result.exception, UsageError)
    assert result.exception.sentence.endswith(".")
