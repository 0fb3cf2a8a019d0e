"""Chains of pages in a known application, and when they are left."""

from tests.support.pages import page_of

from thresher.guide import PlainMemory
from thresher.guide.chains import KIN_PATIENCE, PATIENCE, Chains, chain_of
from thresher.knowledge import Address
from thresher.model import Entry, Kind

ROOT = "http://b.example/"
EMPTY = "<p>Nothing here.</p>"


def address(url: str, page: int = 0, role: str = "thread") -> Address:
    return Address(role, f"{url} {page}", url, page, "/")


def entry(url: str, via: str = ROOT) -> Entry:
    return Entry(url, Kind.PAGE, 1, via, "=cork/thread")


def observed(chains: Chains, number: int, *brought: str) -> int:
    """See page `number` of a thread; how many pages in a row have brought nothing, if that is too many."""
    url = f"{ROOT}t1?p={number}"
    chain = chain_of(entry(url), address(ROOT + "t1", number), address(ROOT, role="board"))
    assert chain is not None
    page, _ = page_of(url, EMPTY)
    chains.observe(page, entry(url), chain, brought, is_telling=True)
    return chains.barren(chain, entry(url))


def test_the_first_page_of_a_thing_is_part_of_no_chain() -> None:
    assert chain_of(entry(ROOT + "t1"), address(ROOT + "t1"), address(ROOT, role="board")) is None


def test_a_chain_is_left_after_a_few_pages_that_bring_nothing() -> None:
    chains = Chains(PlainMemory())

    assert [observed(chains, 2, "a"), *(observed(chains, number, "a") for number in range(3, 9))] == [
        0, 0, 0, 0, 0, PATIENCE, PATIENCE + 1,
    ]  # fmt: skip


def test_something_new_renews_the_patience() -> None:
    chains = Chains(PlainMemory())
    for number in range(2, 2 + PATIENCE):
        assert not observed(chains, number, "a")

    assert not observed(chains, 10, "a", "b")
    assert not observed(chains, 11, "b")


def test_what_another_chain_has_shown_is_new_to_this_one() -> None:
    chains = Chains(PlainMemory())
    for number in range(2, 20):
        other = chain_of(entry(f"{ROOT}t2?p={number}"), address(ROOT + "t2", number), address(ROOT))
        assert other is not None
        page, _ = page_of(f"{ROOT}t2?p={number}", EMPTY)
        chains.observe(page, entry(f"{ROOT}t2?p={number}"), other, [str(number)], is_telling=True)

    assert not any(observed(chains, number, str(number)) for number in range(2, 20))


def test_a_page_seen_again_is_as_good_as_it_was() -> None:
    chains = Chains(PlainMemory())
    first = [observed(chains, number, str(number)) for number in range(2, 20)]

    assert [observed(chains, number, str(number)) for number in range(2, 20)] == first == [0] * 18


def test_a_resumed_crawl_decides_alike() -> None:
    memory = PlainMemory()
    for number in range(2, 2 + PATIENCE):
        observed(Chains(memory), number, "a")

    assert observed(Chains(memory), 10, "a") == PATIENCE


def test_a_maze_of_pages_that_bring_nothing_is_left() -> None:
    chains = Chains(PlainMemory())
    asked = 0
    for number in range(2 * KIN_PATIENCE):
        # Each is reached from a page that brought something, so that only all of them together tell.
        one = entry(f"{ROOT}b{number}", f"{ROOT}good{number}")
        chain = chain_of(one, address(one.url), address(one.via))
        assert chain is not None
        if chains.barren(chain, one):
            break
        asked += 1
        chains.observe(page_of(one.url, EMPTY)[0], one, chain, (), is_telling=True)

    assert asked == KIN_PATIENCE
