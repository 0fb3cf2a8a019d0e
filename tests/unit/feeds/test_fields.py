"""Names, dates and addresses as feeds write them."""

import pytest

from thresher.feeds.fields import address_of, moment_of, person_name, plain_text


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("Fri, 30 Aug 2013 09:05:00 +0200", "2013-08-30T09:05:00+02:00"),
        ("Fri, 30 Aug 2013 09:05:00 GMT", "2013-08-30T09:05:00+00:00"),
        ("30 Aug 13 09:05 EST", "2013-08-30T09:05:00-05:00"),
        ("Fri, 30 Aug 2013 09:05:00 -0000", "2013-08-30T09:05:00+00:00"),
        ("2013-08-30T09:05:00Z", "2013-08-30T09:05:00+00:00"),
        ("2013-08-30T09:05:00.999-07:00", "2013-08-30T09:05:00-07:00"),
        ("2013-08-30T09:05:00", "2013-08-30T09:05:00"),
        ("2013-08-30 09:05:00 +0000", "2013-08-30T09:05:00+00:00"),
        ("2013-08-30", "2013-08-30"),
        ("30.08.2013 09:05", "2013-08-30T09:05"),
        ("30 août 2013", "2013-08-30"),
        (" \n Fri,  30 Aug 2013\n09:05:00 +0200 ", "2013-08-30T09:05:00+02:00"),
        ("yesterday", ""), ("soon", ""), ("", ""), ("0000-00-00", ""), ("2013", ""), ("99999", ""),
        ("Fri, 99 Aug 2013 99:05:00 +0200", ""),
    ],
)  # fmt: skip
def test_dates_keep_the_offset_they_state(text: str, moment: str) -> None:
    assert moment_of(text, "fr") == moment


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Dan (noreply@blogger.example)", "Dan"), ("noreply@blogger.example (Dan Brown)", "Dan Brown"),
        ("Dan <dan@blog.example>", "Dan"), ("dan@blog.museum", ""), ("anna@blog.museum (Anna)", "Anna"),
        ("  Anna\n Berg ", "Anna Berg"), ("Ben (the other)", "Ben (the other)"), ("A &amp; B", "A & B"), ("", ""),
    ],
)  # fmt: skip
def test_a_person_is_a_name_without_a_mail_box(text: str, name: str) -> None:
    assert person_name(text) == name


@pytest.mark.parametrize(
    ("href", "url"),
    [
        ("/a#b c", "http://blog.example/a#b%20c"), ("http://Other.example", "http://other.example/"), ("#c1", "http://blog.example/feed#c1"),
        ("mailto:a@b.example", ""), ("tag:x,2013:1", ""), ("", ""), ("javascript:alert(1)", ""),
        ("http://blog.example/a\n  b", "http://blog.example/ab"), ("?a=1&amp;b=2", "http://blog.example/feed?a=1&b=2"),
    ],
)  # fmt: skip
def test_addresses_are_absolute_and_keep_their_fragment(href: str, url: str) -> None:
    assert address_of("http://blog.example/feed", href) == url


def test_titles_are_plain() -> None:
    assert plain_text("<i>a</i>  &lt;b&gt;\n<br/>Map<K> &amp; 1<2") == "a <b> Map<K> & 1<2"
