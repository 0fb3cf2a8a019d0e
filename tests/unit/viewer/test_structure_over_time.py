"""The tree of addresses over time, in arrays: the same as counting one by one."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from thresher.viewer.structure import Seen, load_structure, make_structure, save_structure

PLACES = st.sampled_from(
    [
        f"https://{host}.example/{path}"
        for host in "ab"
        for path in ("", "x", "x/y", "x/y/z", "x?p=1", "xy", "x/w", "z/")
    ]
)
VISITS = st.lists(st.tuples(PLACES, st.sampled_from([200, 200, 200, 404, 410, 500, 301]), st.sampled_from("pqr")))


def as_seen(visits: list[tuple[str, int, str]]) -> list[Seen]:
    return [Seen(url, moment, status, digest) for moment, (url, status, digest) in enumerate(visits, 1)]


def there_at(seen: list[Seen], moment: int) -> set[str]:
    """Pages that are there, one by one."""
    found: set[str] = set()
    for one in seen:
        if one.moment <= moment and one.status == 200:
            found.add(one.url)
        elif one.moment <= moment and one.status in (404, 410):
            found.discard(one.url)
    return found


@given(VISITS, st.integers(0, 12), st.integers(0, 12))
def test_counts_of_every_branch_are_those_of_its_pages(
    visits: list[tuple[str, int, str]], before: int, now: int
) -> None:
    # A page that came back counts from its first day on: so each address here goes at most once.
    gone: set[str] = set()
    seen = []
    for one in as_seen(visits):
        if one.url not in gone:
            seen.append(one)
        if one.status in (404, 410):
            gone.add(one.url)
    before, now = min(before, now), max(before, now)
    structure = make_structure(seen)
    compared = structure.at(before, now)
    was, there = there_at(seen, before), there_at(seen, now)

    for number, key in enumerate(structure.keys):
        place = key.split("\x01")
        node = compared.node(number)

        def below(urls: set[str], place: list[str] = place) -> int:
            return sum(_names(url)[: len(place)] == place for url in urls)

        assert node.pages == below(there)
        assert node.new == below(there - was)
        assert node.gone == below(was - there)


def _names(url: str) -> list[str]:
    from thresher.change.site_tree import path_of

    return list(path_of(url))


def test_children_are_the_largest_first_and_only_those_right_below() -> None:
    urls = [*(f"https://a.example/big/{n}" for n in range(5)), "https://a.example/small/1", "https://a.example/big/2/x"]
    structure = make_structure(Seen(url, 1, 200, "") for url in urls)
    compared = structure.at(0, 1)
    top = structure.find(("a.example",))

    below, count = compared.children(top, 1)

    assert count == 2
    assert [compared.node(one).name for one in below] == ["big"]
    assert [compared.node(one).pages for one in compared.children(None, 9)[0]] == [7]


def test_a_page_that_changed_between_two_moments_is_counted_once() -> None:
    url = "https://a.example/x"
    structure = make_structure(Seen(url, moment, 200, digest) for moment, digest in enumerate("aabcc", 1))

    assert structure.at(1, 5).node(0).changed == 1
    assert structure.at(4, 5).node(0).changed == 0
    assert structure.at(0, 5).node(0).changed == 0, "what is new has not changed"


def test_a_page_that_is_gone_and_back_is_there() -> None:
    url = "https://a.example/x"
    structure = make_structure([Seen(url, 1, 200, "a"), Seen(url, 2, 404, ""), Seen(url, 3, 200, "a")])

    assert structure.at(0, 3).node(1).is_there


def test_a_structure_that_was_kept_is_the_same_and_only_for_the_same_captures(tmp_path: Path) -> None:
    urls = [f"https://a.example/{n % 3}/{n}" for n in range(9)]
    made = make_structure(Seen(url, n, 404 if n == 8 else 200, "x") for n, url in enumerate([*urls, urls[0]], 1))
    save_structure(tmp_path / "s.npz", made, 10, "a note")

    kept = load_structure(tmp_path / "s.npz", 10)

    assert kept is not None
    assert kept[1] == "a note"
    assert kept[0].keys == made.keys
    assert [kept[0].at(0, 10).node(n) for n in range(len(made.keys))] == [
        made.at(0, 10).node(n) for n in range(len(made.keys))
    ]
    assert load_structure(tmp_path / "s.npz", 11) is None
    (tmp_path / "s.npz").write_bytes(b"PK nonsense")
    assert load_structure(tmp_path / "s.npz", 10) is None
