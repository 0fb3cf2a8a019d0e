"""What belongs to a crawl."""

import pytest

from thresher.guide import ScopeCheck
from thresher.model import CrawlSettings, Scope, SkipReason
from thresher.model.errors import UsageError


def holds(scope: Scope, url: str, seed: str = "http://blog.example.co.uk/news/index.html") -> bool:
    return ScopeCheck(CrawlSettings(seeds=(seed,), scope=scope)).refuses(url) is None


@pytest.mark.parametrize(
    ("scope", "inside", "outside"),
    [
        (Scope.PAGE, "https://blog.example.co.uk/news/index.html", "http://blog.example.co.uk/news/"),
        (Scope.PREFIX, "http://blog.example.co.uk/news/a?b", "http://blog.example.co.uk/newsletter"),
        (Scope.HOST, "https://blog.example.co.uk/", "http://www.example.co.uk/"),
        (Scope.DOMAIN, "http://www.example.co.uk/", "http://other.co.uk/"),
    ],
)
def test_each_scope_has_its_border(scope: Scope, inside: str, outside: str) -> None:
    assert holds(scope, inside)
    assert not holds(scope, outside)


@pytest.mark.parametrize(
    ("seed", "inside", "outside"),
    [
        ("http://h.example/blog", ("blog", "blog?page=2", "blog/", "blog/a/b?c"), ("", "about", "blogs", "blog.html")),
        ("http://h.example/a/blog?x=1", ("a/blog", "a/blog/b"), ("a/", "a/c", "a/blogs")),
        ("http://h.example/blog/", ("blog/", "blog/?p=2", "blog/a"), ("blog", "", "blogs")),
        ("http://h.example/blog/index.html", ("blog/", "blog/a"), ("", "blogs")),
        ("http://h.example/index.php", ("", "blog", "a/b"), ()),
        ("http://h.example", ("", "blog", "a/b"), ()),
    ],
)
def test_a_prefix_ends_with_the_name_that_was_given(
    seed: str, inside: tuple[str, ...], outside: tuple[str, ...]
) -> None:
    held = {path: holds(Scope.PREFIX, "https://h.example/" + path, seed) for path in (*inside, *outside)}

    assert held == {**dict.fromkeys(inside, True), **dict.fromkeys(outside, False)}


def test_addresses_without_a_domain_are_their_own() -> None:
    assert holds(Scope.DOMAIN, "http://127.0.0.1:8000/b", seed="http://127.0.0.1:8000/a")
    assert not holds(Scope.DOMAIN, "http://127.0.0.2/b", seed="http://127.0.0.1:8000/a")
    assert holds(Scope.DOMAIN, "http://localhost/b", seed="http://localhost/a")


def test_patterns_narrow_the_scope_and_say_which_did() -> None:
    settings = CrawlSettings(seeds=("http://e.example/",), include=("/blog/",), exclude=(r"\.cgi$",))
    scope = ScopeCheck(settings)

    assert scope.refuses("http://e.example/blog/a") is None
    refused = scope.refuses("http://e.example/blog/a.cgi", via="http://e.example/")
    assert refused is not None
    assert (refused.reason, refused.detail, refused.via) == (SkipReason.EXCLUDED, r"\.cgi$", "http://e.example/")
    missed = scope.refuses("http://e.example/shop")
    assert missed is not None
    assert missed.detail == "matches no --include"


def test_a_pattern_that_is_none_is_explained() -> None:
    with pytest.raises(UsageError, match=r"'\(a' is not a regular expression") as caught:
        ScopeCheck(CrawlSettings(seeds=(), exclude=("(a",)))

    assert "backslash" in caught.value.hint


def test_a_redirected_seed_widens_the_scope() -> None:
    scope = ScopeCheck(CrawlSettings(seeds=("http://old.example/",)))

    scope.admit_host("https://new.example/start")

    assert scope.refuses("http://new.example/a") is None
    assert scope.preferred("http://new.example/a") == "https://new.example/a"
    assert scope.preferred("http://old.example/a") == "http://old.example/a"
