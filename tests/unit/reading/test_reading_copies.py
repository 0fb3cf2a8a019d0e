"""Copies to read: whole, in order, and with nothing in them that archived text could do."""

import mailbox
import re
import xml.etree.ElementTree as ElementTree
import zipfile
from dataclasses import replace
from email.header import decode_header, make_header
from email.utils import parsedate_to_datetime
from pathlib import Path

import pytest
from tests.support.objects import MOMENT, post, source, thread

from thresher.model import ObjectType, Said, Talk, WebObject
from thresher.reading import Copy, copy_bytes, file_name, title_of, write_copy
from thresher.reading.as_markdown import inert

HOSTILE = "../../a\\b/<script>alert(1)</script>\u202egnp.exe\x07\r\nBcc: x@y.example"
TALK = Talk(
    Said(thread(title="Pears & apples")),
    (
        Said(post(1, text="First line\nsecond line\n\nA new paragraph")),
        Said(post(2, author="Bob", reply_to=post(1).id, text="From the start")),
        Said(post(3, author="Zoë", reply_to=post(2).id), deleted="2026-04-01T00:00:00Z"),
        Said(replace(post(4), author="", text="", published="", url="", title=""), withheld="asked for by its author"),
    ),
)
BLOG = Talk(
    Said(
        WebObject(
            "https://c.example/walk", ObjectType.BLOG_POST, "https://c.example/walk", source("https://c.example/walk"),
            "known: x/post", title=HOSTILE, author="\u202eEve <b>", published="2026-03-01", text="<img src=x> *stars*",
        )
    ),
)  # fmt: skip


def written(form: Copy, path: Path, *talks: Talk, title: str = "A title") -> Path:
    write_copy(form, title, talks, path)
    return path


@pytest.mark.parametrize("form", [Copy.HTML, Copy.MARKDOWN])
def test_a_thread_has_all_that_was_said_in_order(form: Copy) -> None:
    text = copy_bytes(form, "Pears", [TALK]).decode()

    places = [text.index(words) for words in ("Pears", "First line", "From the start", "Words of post 3", "withheld")]
    assert places == sorted(places)
    assert "Found gone on 1 April 2026" in text
    assert "withheld: asked for by its author" in text
    assert "1 March 2026, 10:00" in text


def test_html_is_well_formed_and_asks_for_nothing() -> None:
    text = copy_bytes(Copy.HTML, HOSTILE, [BLOG, TALK]).decode()

    assert "<script" not in text
    assert "<img" not in text
    assert not re.search(r'(src|srcset|data|action)="|@import|url\(|<link', text)
    assert "\u202e" not in text
    assert "\x07" not in text
    assert "⟨U+202E⟩" in text
    ElementTree.fromstring(text.partition("\n")[2])  # and the markup of an XML parser is content with it


def test_one_talk_has_one_heading_and_several_have_contents() -> None:
    alone, both = (copy_bytes(Copy.HTML, "Pears & apples", talks).decode() for talks in ([TALK], [TALK, BLOG]))

    assert (alone.count("<h1>"), alone.count("<h2>"), "Contents" in alone) == (1, 0, False)
    assert (both.count("<h1>"), both.count("<h2>")) == (1, 2)
    assert re.findall(r'<li><a href="#(t\d)">', both) == re.findall(r'<section class="talk" id="(t\d)">', both)


def test_only_web_addresses_become_links() -> None:
    harmful = replace(TALK, opening=Said(thread(url="javascript:alert(1)")))

    assert "javascript" not in copy_bytes(Copy.HTML, "x", [harmful]).decode()


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("# no heading", r"\# no heading"),
        ("- no list", r"\- no list"),
        ("12. no list", r"12\. no list"),
        ("![x](http://a.example/b.png)", r"\!\[x\](http://a.example/b.png)"),
        ("<b>&amp;</b>", r"\<b\>\&amp;\</b\>"),
        ("    no code", "no code"),
    ],
)
def test_markdown_of_archived_text_is_text(line: str, wanted: str) -> None:
    assert inert(line) == wanted


def test_a_book_is_packed_as_readers_of_books_expect(tmp_path: Path) -> None:
    path = written(Copy.EPUB, tmp_path / "a.epub", TALK, BLOG, title=HOSTILE)

    with zipfile.ZipFile(path) as book:
        first = book.infolist()[0]
        names = book.namelist()
        parts = {name: book.read(name).decode() for name in names}
    assert (first.filename, first.compress_type, parts["mimetype"]) == (
        "mimetype",
        zipfile.ZIP_STORED,
        "application/epub+zip",
    )
    assert path.read_bytes()[30:58] == b"mimetypeapplication/epub+zip"  # where readers look for it
    assert not first.extra
    trees = {name: ElementTree.fromstring(text) for name, text in parts.items() if not name.endswith(("css", "type"))}
    package = trees["EPUB/package.opf"]
    space = {"opf": "http://www.idpf.org/2007/opf", "dc": "http://purl.org/dc/elements/1.1/"}
    root = trees["META-INF/container.xml"].find(".//{*}rootfile")
    assert root is not None
    assert root.attrib["full-path"] == "EPUB/package.opf"
    items = {one.attrib["id"]: one.attrib for one in package.iterfind(".//opf:item", space)}
    assert {f"EPUB/{one['href']}" for one in items.values()} == {n for n in names if n.startswith("EPUB/")} - {
        "EPUB/package.opf"
    }
    spine = [one.attrib["idref"] for one in package.iterfind(".//opf:itemref", space)]
    assert spine == ["nav", "talk-1", "talk-2"]
    assert [one["properties"] for one in items.values() if "properties" in one] == ["nav"]
    for name in ("dc:identifier", "dc:title", "dc:language"):
        assert package.findtext(f".//{name}", namespaces=space)
    modified = package.findtext(".//opf:meta[@property='dcterms:modified']", namespaces=space)
    assert modified == f"{MOMENT:%Y-%m-%dT%H:%M:%SZ}"
    links = [one.attrib["href"] for one in trees["EPUB/nav.xhtml"].iterfind(".//{*}nav//{*}a")]
    assert links == ["talk-1.xhtml", "talk-2.xhtml"]
    assert "<script" not in "".join(parts.values())
    assert "\u202e" not in "".join(parts.values())


def test_the_same_talks_make_the_same_book(tmp_path: Path) -> None:
    first, second = (written(Copy.EPUB, tmp_path / name, TALK).read_bytes() for name in ("a.epub", "b.epub"))

    assert first == second


def test_mail_programs_can_thread_the_messages(tmp_path: Path) -> None:
    path = written(Copy.MAIL, tmp_path / "a.mbox", TALK)

    box = mailbox.mbox(path)
    messages = list(box)
    box.close()
    ids = [one["Message-ID"] for one in messages]
    assert len(set(ids)) == 4
    assert [one["In-Reply-To"] for one in messages] == [None, ids[0], ids[1], ids[0]]
    assert [(one["References"] or "").split() for one in messages] == [[], ids[:1], ids[:2], ids[:1]]
    assert [one["Subject"] for one in messages] == ["Pears & apples"] + ["Re: Pears & apples"] * 3
    assert str(make_header(decode_header(messages[2]["From"]))).startswith("Zoë ")
    assert parsedate_to_datetime(messages[0]["Date"]).isoformat() == "2026-03-01T10:00:00+01:00"
    body = messages[1].get_payload(decode=True)
    assert isinstance(body, bytes)
    assert body.decode().strip() in ("From the start", ">From the start")
    assert b"withheld: asked for" in path.read_bytes()


def test_hostile_titles_and_names_add_no_headers(tmp_path: Path) -> None:
    path = written(Copy.MAIL, tmp_path / "a.mbox", BLOG)

    box = mailbox.mbox(path)
    (message,) = box
    box.close()
    assert message["Bcc"] is None
    assert "\u202e" not in str(make_header(decode_header(message["Subject"])))


@pytest.mark.parametrize("published", ["", "yesterday", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00"])
def test_odd_dates_do_not_end_a_copy(tmp_path: Path, published: str) -> None:
    odd = replace(TALK, replies=(Said(post(1, published=published)),))

    for form in Copy:
        assert written(form, tmp_path / f"a.{form.value}", odd).stat().st_size


@pytest.mark.parametrize(
    ("title", "name"),
    [
        (HOSTILE, "a-b-script-alert-1-script-U-202E-gnp-exe-U-0007-Bcc-x-y-example.md"),
        ("..", "untitled.md"),
        ("", "untitled.md"),
        ("CON", "CON-.md"),
        ("Žluťoučký kůň", "Žluťoučký-kůň.md"),
        ("/etc/passwd", "etc-passwd.md"),
        ("x" * 300, "x" * 100 + ".md"),
    ],
)
def test_titles_make_names_that_are_safe_on_every_system(title: str, name: str) -> None:
    talk = Talk(Said(thread(title=title)))

    assert file_name(title_of(talk) if title else "", "md", set()) == name


def test_two_talks_of_one_title_have_two_names() -> None:
    taken: set[str] = set()

    assert [file_name(title, "md", taken) for title in ("Pears", "pears", "Pears")] == [
        "Pears.md",
        "pears-2.md",
        "Pears-3.md",
    ]
