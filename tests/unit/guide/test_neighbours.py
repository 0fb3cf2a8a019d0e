"""How many links to posts an address promises, by those that are like it."""

import time

import pytest

from thresher.guide.neighbours import FIRST_GUESS, MAX_SHAPES, NEIGHBOURS, Neighbours

HOME = "http://b.example/"


@pytest.fixture
def taught() -> Neighbours:
    """What a blog beside a wiki teaches: lists hold posts, the wiki's pages none."""
    neighbours = Neighbours()
    for number in range(2, 9):
        neighbours.observe(f"{HOME}page/{number}/", 10)
        neighbours.observe(f"{HOME}tag/word-{number}/", 4)
        neighbours.observe(f"{HOME}wiki/word-{number}?do=edit", 0)
        neighbours.observe(f"{HOME}wiki/word-{number}?do=history", 0)
    return neighbours


def test_before_anything_was_seen_all_addresses_are_alike() -> None:
    assert Neighbours().estimate(f"{HOME}page/2/") == Neighbours().estimate(f"{HOME}a?b=c") == FIRST_GUESS


def test_a_shape_that_was_seen_often_speaks_for_itself(taught: Neighbours) -> None:
    assert taught.estimate(f"{HOME}page/77/") == pytest.approx(10, rel=0.15)
    assert taught.estimate(f"{HOME}tag/never-seen/") == pytest.approx(4, rel=0.15)
    assert taught.estimate(f"{HOME}wiki/never-seen?do=edit") < 1


def test_an_unseen_shape_takes_after_the_shapes_like_it(taught: Neighbours) -> None:
    paging = taught.estimate(f"{HOME}author/anna-b/page/3/")
    unheard_of = taught.estimate(f"{HOME}shop?basket=1")
    wiki = taught.estimate(f"{HOME}wiki/a-word?do=backlinks")

    assert paging > unheard_of > wiki


def test_an_untried_shape_goes_before_one_that_held_nothing() -> None:
    neighbours = Neighbours()

    neighbours.observe(f"{HOME}about/", 0)

    assert neighbours.estimate(f"{HOME}forum/view.php?t=1") > neighbours.estimate(f"{HOME}about/")


def test_pages_that_hold_nothing_lower_the_estimate_one_by_one() -> None:
    neighbours = Neighbours()
    neighbours.observe(HOME, 12)
    estimates = []

    for number in range(NEIGHBOURS):
        estimates.append(neighbours.estimate(f"{HOME}wiki/a?do=edit"))
        neighbours.observe(f"{HOME}wiki/a-{number}?do=edit", 0)

    assert estimates == sorted(estimates, reverse=True)
    assert len(set(estimates)) == len(estimates)


def test_of_the_neighbours_the_nearest_weighs_most() -> None:
    near, far = Neighbours(), Neighbours()
    near.observe(f"{HOME}tag/a-b/page/2/", 9)
    near.observe(f"{HOME}page/2/", 0)
    far.observe(f"{HOME}tag/a-b/page/2/", 0)
    far.observe(f"{HOME}page/2/", 9)
    asked = f"{HOME}tag/c-d/page/7/"

    assert near.estimate(asked) > far.estimate(asked)


def test_shapes_that_are_equally_far_have_an_equal_say() -> None:
    one, other = Neighbours(), Neighbours()
    links = {f"{HOME}tag/a-{number}?view=v{letter}": number for number, letter in enumerate("abcdefghij")}

    for url, count in links.items():
        one.observe(url, count)
    for url, count in reversed(links.items()):
        other.observe(url, count)

    assert one.estimate(f"{HOME}tag/a-b?view=list") == pytest.approx(other.estimate(f"{HOME}tag/a-b?view=list"))


def test_asking_changes_nothing(taught: Neighbours) -> None:
    before = taught.state

    first = [taught.estimate(f"{HOME}{word}/x?y=z") for word in ("page", "wiki", "tag")]
    again = [taught.estimate(f"{HOME}{word}/x?y=z") for word in ("page", "wiki", "tag")]

    assert first == again
    assert taught.state == before


def test_what_was_kept_estimates_the_same_and_goes_on_learning(taught: Neighbours) -> None:
    restored = Neighbours.of(taught.state)
    urls = [f"{HOME}page/99/", f"{HOME}tag/x-y/page/2/", f"{HOME}wiki/?do=index", f"{HOME}shop"]

    assert [restored.estimate(url) for url in urls] == [taught.estimate(url) for url in urls]
    assert Neighbours.of(()).state == ()
    for neighbours in (restored, taught):
        neighbours.observe(f"{HOME}shop", 3)
    assert restored.state == taught.state


def test_memory_is_bounded_however_many_shapes_a_site_makes_up() -> None:
    neighbours = Neighbours()

    for number in range(2 * MAX_SHAPES):
        neighbours.observe(f"{HOME}?{'a' * (number + 1)}=1", 1)
        neighbours.observe(f"http://h{number}.example/x", 1)

    assert len(neighbours.state) == MAX_SHAPES
    assert sum(pages for _, pages, _ in neighbours.state) == 4 * MAX_SHAPES


@pytest.mark.parametrize("url", ["", "?", "http://", "no address", HOME + "/" * 5000, HOME + "?" + "&" * 5000, "é☃"])
def test_any_text_can_be_observed_and_asked_about(url: str) -> None:
    neighbours = Neighbours()

    neighbours.observe(url, 2)

    assert 0 < neighbours.estimate(url) <= 2


def test_an_estimate_stays_quick_after_ten_thousand_pages() -> None:
    neighbours = Neighbours()
    for number in range(10_000):
        neighbours.observe(f"{HOME}{'abcdef'[number % 6] * 3}/{number}/word-{number}?{'xyz'[number % 3]}={number}", 1)
    urls = [f"{HOME}{'abcdef'[number % 6] * 3}/{number}/other-{number}?z={number}" for number in range(2000)]

    began = time.process_time()
    for url in urls:
        neighbours.estimate(url)
    spent = time.process_time() - began

    # 15 microseconds where this was written; ten times that would mean that it grows with the pages.
    assert spent / len(urls) < 150e-6
