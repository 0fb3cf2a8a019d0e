"""Where pages of threads have their titles."""

import pytest
from tests.support.pages import page_of
from tests.unit.learn.posts.test_posts import boxes, string
from tests.unit.learn.small_sites import title

from thresher.learn import Sight
from thresher.learn.posts.headings import learn_heading
from thresher.pattern import parse


def test_the_heading_is_where_the_title_stands_on_all_pages() -> None:
    pages = [
        Sight(
            page_of(
                f"http://forum.example/topic/{n}",
                f"<html><head><title>{title(str(n))} | Forum</title></head><body><h1>Forum</h1>"
                f"<h2 class='subject'><span>{title(str(n))}</span></h2>{boxes(n)}</body></html>",
            )[0]
        )
        for n in range(1, 4)
    ]
    titles = {f"http://forum.example/topic/{n}": title(str(n)) for n in range(1, 4)}

    found = learn_heading(pages, titles)

    assert [string(parse(found).first(sight.page.tree)) for sight in pages] == list(titles.values())


@pytest.mark.parametrize("frame", ["{} - tools | Links", "/tools/ - {}"])
@pytest.mark.parametrize(
    "label", ["", "12 comments", "The first words of a question that is much longer than its title"]
)
def test_pages_may_know_their_titles_better_than_lists(label: str, frame: str) -> None:
    pages = [
        Sight(
            page_of(
                f"http://links.example/s/{n}",
                f"<html><head><title>{frame.format(title(str(n)))}</title></head><body><h1>Links</h1><p class='top'>"
                f"<span class='what'><a href='http://else.example/{n}'>{title(str(n))}</a></span> (else.example)</p>"
                f"{boxes(n)}</body></html>",
            )[0]
        )
        for n in range(1, 5)
    ]

    found = learn_heading(pages, {page.url: label for page in pages} if label else {})

    assert [string(parse(found).first(page.page.tree)) for page in pages] == [title(str(n)) for n in range(1, 5)]


def test_where_all_pages_are_called_alike_nothing_tells_a_heading() -> None:
    pages = [
        Sight(page_of(f"http://forum.example/{n}", f"<title>A forum</title><h1>A forum</h1>{boxes(n)}")[0])
        for n in range(3)
    ]

    assert learn_heading(pages, {}) == learn_heading(pages, {page.url: "Something else" for page in pages}) == ""


def test_a_heading_may_say_a_word_more_than_the_title() -> None:
    pages = [
        Sight(page_of(f"http://ask.example/q/{n}", f"<h1>Ask us</h1><h3 class='q'>Q: {title(str(n))}</h3>")[0])
        for n in range(4)
    ]

    assert learn_heading(pages, {page.url: title(str(n)) for n, page in enumerate(pages)}) == "h3[@class~='q']"


def test_headings_of_answers_are_no_title_of_the_thread() -> None:
    pages = [
        Sight(
            page_of(
                f"http://forum.example/t/{n}",
                f"<html><head><title>{title(str(n))} - Village talk</title></head><body><h1>Village talk</h1>"
                "<h4 id='pc'>Re:</h4><p>First.</p>"
                + "".join(f"<h4 id='entry{n}{k}'>Re: {title(str(n))}</h4><p>{k} more.</p>" for k in range(1 + n % 3))
                + "</body></html>",
            )[0]
        )
        for n in range(4)
    ]

    found = learn_heading(pages, {page.url: title(str(n)) for n, page in enumerate(pages)})

    assert [string(parse(found).first(page.page.tree)) for page in pages] == [title(str(n)) for n in range(4)]


def test_a_label_before_some_titles_is_no_part_of_them() -> None:
    pages = [
        Sight(
            page_of(
                f"http://forum.example/threads/{n}",
                f"<h1 class='value'>{'<span>Question</span><i>&nbsp;</i>' if n % 3 == 0 else ''}{title(str(n))}</h1>",
            )[0]
        )
        for n in range(6)
    ]

    found = learn_heading(pages, {page.url: title(str(n)) for n, page in enumerate(pages)})

    assert [parse(found).first(page.page.tree) for page in pages] == [title(str(n)) for n in range(6)]


def test_a_link_to_the_page_itself_may_be_its_heading() -> None:
    pages = [
        Sight(
            page_of(
                f"http://forum.example/topic/{n}",
                f"<h1>Forum</h1><a class='top' href='/topic/{n}'>{title(str(n))}</a><a href='?print'>Print</a>",
            )[0]
        )
        for n in range(4)
    ]

    assert learn_heading(pages, {page.url: title(str(n)) for n, page in enumerate(pages)}) == "a[@class~='top']/text()"


@pytest.mark.parametrize(("before", "behind"), [("My board :: View topic - ", ""), ("", " | My board"), ("a ", " b")])
def test_where_no_heading_has_it_the_title_is_cut_out_of_that_of_the_page(before: str, behind: str) -> None:
    pages = [
        Sight(
            page_of(
                f"http://forum.example/topic/{n}",
                f"<html><head><title>{before}{title(str(n))}{behind}</title></head><body>My board</body></html>",
            )[0]
        )
        for n in range(4)
    ]

    found = learn_heading(pages, {page.url: title(str(n)) for n, page in enumerate(pages)})

    assert [string(parse(found).first(page.page.tree)) for page in pages] == [title(str(n)) for n in range(4)]


@pytest.mark.parametrize("end", ["", "...", "…"])
def test_titles_that_a_list_cuts_short_are_told_by_those_of_the_pages(end: str) -> None:
    names = ["A pump that drips in the morning", "Which paint for a boat", "The old mill - is it open?"]
    pages = [
        Sight(page_of(f"http://forum.example/topic/{n}", f"<title>{name} - Mill - Talk</title>{boxes(n)}")[0])
        for n, name in enumerate(names, 1)
    ]
    cut = {page.url: name[:15].strip() + end for page, name in zip(pages, names, strict=True)}

    found = learn_heading(pages, cut)

    assert [string(parse(found).first(sight.page.tree)) for sight in pages] == names


@pytest.mark.parametrize(("before", "behind"), [("The mill - ", " - made by us"), ("The mill: ", ""), ("", " | Mill")])
def test_what_all_pages_have_around_their_titles_is_left_out_though_lists_put_labels_before_some(
    before: str, behind: str
) -> None:
    names = ["A pump that drips in the morning", "Which paint for a boat", "The old mill is open"]
    pages = [
        Sight(page_of(f"http://forum.example/topic/{n}", f"<title>{before}{name}{behind}</title>{boxes(n)}")[0])
        for n, name in enumerate(names, 1)
    ]
    listed = {page.url: f"On top: {name}" for page, name in zip(pages, names, strict=True)}
    listed[pages[2].url] = names[2]

    found = learn_heading(pages, listed)

    assert [string(parse(found).first(sight.page.tree)) for sight in pages] == names


def test_a_date_that_leads_to_the_last_page_is_no_title() -> None:
    pages = [
        Sight(page_of(f"http://mill.example/t/{n}", f"<h1>The mill</h1><h2 class='name'>{title(str(n))}</h2>")[0])
        for n in range(4)
    ]
    titles = {page.url: title(str(n)) for n, page in enumerate(pages)} | {pages[0].url: "May 05, 2024, 05:57:03 AM"}

    assert learn_heading(pages, titles) == "h2[@class~='name']/text()"
