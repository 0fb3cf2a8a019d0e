"""Index keys: the rules that pywb's canonicaliser follows, one case each, in addresses of our own."""

import pytest

from thresher.page import surt

ID = "fedcba9876543210fedcba9876543210"
ASP = "abcdefghijkl012345678901"


@pytest.mark.parametrize(
    ("url", "key"),
    [
        ("http://www.thresher.example/", "example,thresher)/"),
        ("http://thresher.example/Barn/?", "example,thresher)/barn"),
        ("http://thresher.example/barn/?wheat=2&straw&wheat=1", "example,thresher)/barn?straw&wheat=1&wheat=2"),
        ("https://www7.thresher.example:443/", "example,thresher)/"),
        ("http://www7mill.example/", "example,www7mill)/"),
        ("http://mill.example:8081/", "example,mill:8081)/"),
        ("http://mill.example//sacks//a?path=//b", "example,mill)/sacks/a?path=//b"),
        ("http://mill.example/a%2541", "example,mill)/aa"),
        ("http://mill.example/a%23b%25", "example,mill)/a%23b%25"),
        ("http://mill.example/grün?q=ä|b", "example,mill)/gr%c3%bcn?q=%c3%a4|b"),
        ("http://192.0.2.7/a", "7,2,0,192)/a"),
        ("http://mühle.example/", "example,xn--mhle-0ra)/"),
        (f"http://mill.example/i.php?PHPSESSID={ID}&action=show;n=4", "example,mill)/i.php?action=show;n=4"),
        (f"http://mill.example/i?b=1&jsessionid={ID}", "example,mill)/i?&b=1"),
        (f"http://mill.example/i?jsessionid={ID}9", f"example,mill)/i?jsessionid={ID}9"),
        (f"http://mill.example/i?sid={ID}", "example,mill)/i"),
        ("http://mill.example/i?CFID=77&CFTOKEN=8-B&grain=rye", "example,mill)/i?grain=rye"),
        (f"http://mill.example/(S({ASP}))/sacks.aspx", "example,mill)/sacks.aspx"),
        (f"http://mill.example/({ASP})/sacks.aspx", "example,mill)/sacks.aspx"),
        ("dns:mill.example", "dns:mill.example"),
        ("", "-"),
    ],
)
def test_keys_are_those_that_pywb_looks_up(url: str, key: str) -> None:
    assert surt(url) == key
