"""One spelling for each address."""

import pytest

from thresher.page import canonical, host_of, join, origin_of


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("HTTP://Example.COM", "http://example.com/"),
        ("http://example.com:80/", "http://example.com/"),
        ("https://example.com:443/a", "https://example.com/a"),
        ("https://example.com:8443/a", "https://example.com:8443/a"),
        ("http://user:secret@example.com/", "http://example.com/"),
        ("http://example.com/a/./b/../c/", "http://example.com/a/c/"),
        ("http://example.com/../../a", "http://example.com/a"),
        ("http://example.com/a/%2e%2E/b", "http://example.com/b"),
        ("http://example.com/%7euser/%c3%a9", "http://example.com/~user/%C3%A9"),
        ("http://example.com/é?ü=ß", "http://example.com/%C3%A9?%C3%BC=%C3%9F"),
        ("http://example.com/a b|c", "http://example.com/a%20b%7Cc"),
        ("http://example.com/100%", "http://example.com/100%25"),
        ("http://example.com/?b=1&a=2", "http://example.com/?b=1&a=2"),
        ("http://example.com/a?", "http://example.com/a"),
        ("http://example.com/a?#x", "http://example.com/a"),
        ("  http://exa\nmple.com/a\tb  ", "http://example.com/ab"),
        ("http:\\\\example.com\\a?b\\c", "http://example.com/a?b%5Cc"),
        ("http://example.com./", "http://example.com/"),
        ("http://bücher.example/", "http://xn--bcher-kva.example/"),
        ("http://straße.example/", "http://xn--strae-oqa.example/"),
        ("http://[2001:DB8:0::1]:80/", "http://[2001:db8::1]/"),
        ("http://2130706433/", "http://127.0.0.1/"),
        ("http://0x7f.1/", "http://127.0.0.1/"),
        ("http://my_host.example/", "http://my_host.example/"),
    ],
)
def test_an_address_has_one_spelling(url: str, expected: str) -> None:
    assert canonical(url) == expected


@pytest.mark.parametrize(
    "url",
    ["", "/a", "mailto:a@example.com", "javascript:void(0)", "file:///etc/passwd", "http://", "http:///?a", "data:,x",
     "http://example.com:99999/", "http://a b/", "http://1.2.3.256/", "http://[::zz]/", "http://exa<mple/", "ftp://a/"],
)  # fmt: skip
def test_what_is_no_web_address_has_no_spelling(url: str) -> None:
    assert canonical(url) is None


@pytest.mark.parametrize(
    ("href", "expected"),
    [
        ("b.html", "http://example.com/dir/b.html"),
        ("./b.html", "http://example.com/dir/b.html"),
        ("../b.html", "http://example.com/b.html"),
        ("/b", "http://example.com/b"),
        ("?y=2", "http://example.com/dir/page?y=2"),
        ("#top", "http://example.com/dir/page?x=1"),
        ("", "http://example.com/dir/page?x=1"),
        ("//other.example/c", "http://other.example/c"),
        ("https://other.example", "https://other.example/"),
        ("http:c", "http://example.com/dir/c"),
        ("./a:b", "http://example.com/dir/a:b"),
        (" /b\n ", "http://example.com/b"),
        ("\\b\\c", "http://example.com/b/c"),
        ("javascript:go()", None),
        ("tel:123", None),
        ("http://[", None),
    ],
)
def test_references_are_resolved_as_browsers_do(href: str, expected: str | None) -> None:
    assert join("http://example.com/dir/page?x=1", href) == expected


def test_a_query_is_encoded_in_the_charset_of_its_page() -> None:
    assert join("http://example.com/", "/é?q=é", "windows-1252") == "http://example.com/%C3%A9?q=%E9"
    assert join("http://example.com/", "?q=☃", "windows-1252") == "http://example.com/?q=%26%239731%3B"


def test_host_and_origin_are_read_off_a_url() -> None:
    assert host_of("https://example.com:8080/a") == "example.com:8080"
    assert origin_of("https://example.com:8080/a") == "https://example.com:8080"
    assert host_of("mailto:x") == origin_of("mailto:x") == ""


@pytest.mark.parametrize(("href", "path"), [("a #b", "/a%20"), ("/\x08#", "/%08"), (" a\t#b ", "/a"), ("\x08#b", "/")])
def test_white_space_before_a_fragment_belongs_to_the_address(href: str, path: str) -> None:
    assert join("http://h.example/", href) == "http://h.example" + path
