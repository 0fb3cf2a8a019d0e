from thresher.crawl.last_slash import PROOFS, LastSlash
from thresher.guide import PlainMemory

SITE = "http://b.example"


def taught(*answers: tuple[str, str]) -> LastSlash:
    found = LastSlash(PlainMemory())
    for url, target in answers:
        found.observe(SITE + url, SITE + target if target else "")
    return found


def led(count: int = PROOFS) -> list[tuple[str, str]]:
    return [(f"/2024/pear-tree-{number}", f"/2024/pear-tree-{number}/") for number in range(count)]


def test_a_few_redirects_prove_that_a_server_adds_the_slash() -> None:
    assert taught(*led(PROOFS - 1)).target_of(SITE + "/about") == ""
    assert taught(*led()).target_of(SITE + "/about") == SITE + "/about/"
    assert taught(*led()).target_of(SITE + "/about/") == ""


def test_a_slash_may_be_taken_away_too_and_queries_stay() -> None:
    found = taught(*((f"{url}/?draft=1", f"{url}?draft=1") for url, _ in led()))

    assert found.target_of(SITE + "/2024/plums/?draft=2") == SITE + "/2024/plums?draft=2"


def test_a_page_without_a_slash_speaks_against_it_but_for_addresses_like_those_that_led_away() -> None:
    found = taught(*led(), ("/about", ""))

    assert found.target_of(SITE + "/contact") == ""
    assert found.target_of(SITE + "/2024/plums-and-pears") == SITE + "/2024/plums-and-pears/"


def test_front_pages_files_and_other_servers_are_left_as_they_are() -> None:
    found = taught(*led())

    assert [found.target_of(SITE + path) for path in ("", "/", "/a.html", "/2024/feed.xml?x=1")] == [""] * 4
    assert found.target_of("http://other.example/about") == ""


def test_redirects_to_another_place_prove_nothing() -> None:
    found = taught(*((url, "/login/") for url, _ in led()))

    assert found.target_of(SITE + "/about") == ""
