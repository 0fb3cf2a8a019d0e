"""Index keys, against the cases the Internet Archive publishes for its canonicaliser."""

import pytest

from thresher.page import surt

ID = "0123456789abcdefghijklemopqrstuv"


@pytest.mark.parametrize(
    ("url", "key"),
    [
        ("http://www.archive.org/", "org,archive)/"),
        ("http://archive.org/goo/?", "org,archive)/goo"),
        ("http://archive.org/goo/?a=2&b&a=1", "org,archive)/goo?a=1&a=2&b"),
        ("https://www34.Archive.org:443/Big/", "org,archive)/big"),
        ("http://www2foo.com/", "com,www2foo)/"),
        ("http://www.gotaport.com:1234/", "com,gotaport:1234)/"),
        ("http://host.com//twoslashes?more//slashes", "com,host)/twoslashes?more//slashes"),
        ("http://host.com/%25%32%35", "com,host)/%25"),
        ("http://host.com/ab%23cd", "com,host)/ab%23cd"),
        ("http://example.com/é", "com,example)/%c3%a9"),
        ("http://127.0.0.1/a", "1,0,0,127)/a"),
        ("http://bücher.ch:8080", "ch,xn--bcher-kva:8080)/"),
        (f"http://archive.org/index.php?PHPSESSID={ID}&action=profile;u=4221",
         "org,archive)/index.php?action=profile;u=4221"),
        (f"http://archive.org/i?one=two&jsessionid={ID}", "org,archive)/i?&one=two"),
        (f"http://archive.org/i?jsessionid={ID}0", f"org,archive)/i?jsessionid={ID}0"),
        (f"http://archive.org/i?sid={ID}", "org,archive)/i"),
        ("http://archive.org/i?CFID=1&CFTOKEN=2-A&r=4", "org,archive)/i?r=4"),
        ("http://archive.org/(S(4hqa0555fwsecu455xqckv45))/mileg.aspx", "org,archive)/mileg.aspx"),
        ("http://archive.org/(4hqa0555fwsecu455xqckv45)/mileg.aspx", "org,archive)/mileg.aspx"),
        ("http://archive.org/photos/36050182@N05/", "org,archive)/photos/36050182@n05"),
        ("http://v.example.com/v.gif?&r=http%3A//w.org/&b=N%205.0%20%28W%3B%20en%29",
         "com,example,v)/v.gif?&b=n%205.0%20(w;%20en)&r=http://w.org/"),
        ("dns:archive.org", "dns:archive.org"),
        ("", "-"),
    ],
)  # fmt: skip
def test_keys_are_those_that_pywb_looks_up(url: str, key: str) -> None:
    assert surt(url) == key
