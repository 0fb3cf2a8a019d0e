"""The known rung: what a type's knowledge makes of a page's links."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.support.pages import TIME, page_of

from thresher.guide import Known, KnownGuide, PlainMemory, ScopeCheck
from thresher.guide.hosts import Hosts
from thresher.knowledge import ApplicationType, KnowledgeBase, read_folders
from thresher.model import CrawlSettings, Entry, Guidance, Kind, ObjectType, Resources, SkipReason, Source, WebObject

TYPE = """
type: cork
levels:
  - name: thread
    kind: terminal
    detect: [ "div" ]
    follow:
      - { to: thread, at: "p[@class='pages']/a/@href", role: thread }
      - { to: thread, role: comments }
      - { to: board, role: board }
    extract:
      - { object: BlogPost, fields: { text: "p" } }
  - name: board
    kind: intermediate
    detect: [ "ul" ]
    follow:
      - { to: thread, role: thread }
      - { to: board, at: [ "a[@rel='older']", "link[@rel='next']/@href" ] }
      - { to: board, role: changes, when: updates }
urls:
  drop: [ sid ]
  roles:
    print: "note.php?print"
    login: "login.php"
    changes: "latest.php"
    attachment: "get.php"
    media: "album.php"
    thread: "note.php?n={id#}[&p={page#}]"
    comments: "{base**}/remarks-{page#}"
    board: "board.php?b={id#}[&start={page#}]"
    home: ""
"""
ROOT = "http://b.example/cork/"


@pytest.fixture
def application(tmp_path: Path) -> ApplicationType:
    (tmp_path / "cork.yaml").write_text(TYPE)
    files, findings = read_folders(tmp_path)
    assert not findings
    return KnowledgeBase(files).type("cork")


class Reader:
    """A guide, and pages for it."""

    def __init__(
        self,
        application: ApplicationType,
        *offered: str,
        max_depth: int | None = None,
        resources: Resources = Resources.NONE,
        left: Sequence[tuple[str, str, int]] = (),
        is_update: bool = False,
    ) -> None:
        settings = CrawlSettings(seeds=(ROOT,), max_depth=max_depth, resources=resources)
        self.application = application
        self.guide = KnownGuide(
            settings,
            ScopeCheck(settings),
            lambda root: [u for u in offered if u.startswith(root)],
            left=lambda root, _: [one for one in left if one[0].startswith(root)],
            is_update=is_update,
        )

    def read(self, level: str, markup: str, url: str = ROOT + "here", depth: int = 0) -> tuple[Guidance, list[str]]:
        page, document = page_of(url, markup)
        known = Known(self.application, self.application.level(level), ROOT)
        guidance, outside = self.guide.guide(page, document, known, Entry(url, Kind.PAGE, depth), lambda _: False)
        return guidance, [link.url for link in outside]


def followed(guidance: Guidance) -> list[str]:
    return [offer.url.removeprefix(ROOT) for offer in guidance.follow]


def reasons(guidance: Guidance) -> dict[str, SkipReason]:
    return {skip.url.removeprefix(ROOT): skip.reason for skip in guidance.skip}


def test_what_rules_name_is_followed_and_everything_else_has_a_reason(application: ApplicationType) -> None:
    markup = """<a href=note.php?n=1>a</a><a href="note.php?n=1&print=1">p</a><a href=login.php>in</a>
    <a href=about>?</a><a href=/other/>out</a><a href=http://c.example/>far</a>"""

    guidance, outside = Reader(application).read("board", markup)

    assert followed(guidance) == ["note.php?n=1"]
    assert reasons(guidance) == {
        "note.php?n=1&print=1": SkipReason.PRINT_VIEW,
        "login.php": SkipReason.ACTION,
        "about": SkipReason.OFF_PATH,
    }
    assert outside == ["http://b.example/other/", "http://c.example/"]


@pytest.mark.parametrize("is_update", [False, True])
def test_rules_for_updates_hold_in_updates_alone(application: ApplicationType, is_update: bool) -> None:
    guidance, _ = Reader(application, is_update=is_update).read("board", "<a href=latest.php>what changed</a>")

    assert followed(guidance) == (["latest.php"] if is_update else [])
    assert reasons(guidance) == ({} if is_update else {"latest.php": SkipReason.LISTED_ELSEWHERE})


def test_sessions_are_taken_off_before_anything_is_asked_for(application: ApplicationType) -> None:
    guidance, _ = Reader(application).read("board", "<a href='note.php?n=1&sid=abc'>a</a>")

    assert followed(guidance) == ["note.php?n=1"]


def test_a_page_is_never_offered_under_two_addresses(application: ApplicationType) -> None:
    reader = Reader(application)
    first, _ = reader.read("board", "<a href=note.php?n=1>a</a>")
    second, _ = reader.read("board", "<a href='note.php?n=1&p=1'>a</a><a href='note.php?x=2&n=1'>b</a>")

    assert followed(first) == ["note.php?n=1"]
    assert followed(second) == []
    assert set(reasons(second).values()) == {SkipReason.OTHER_VIEW}


def test_what_an_earlier_run_offered_is_not_offered_under_another_address(application: ApplicationType) -> None:
    guidance, _ = Reader(application, ROOT + "note.php?n=1&f=3").read("board", "<a href=note.php?n=1>a</a>")

    assert followed(guidance) == []


def test_later_pages_are_reached_from_the_first_one(application: ApplicationType) -> None:
    link = "<p class=pages><a href='note.php?n=1&p=3'>3</a></p>"

    from_board, _ = Reader(application).read("board", link)
    from_thread, _ = Reader(application).read("thread", link)

    assert followed(from_board) == []
    assert followed(from_thread) == ["note.php?n=1&p=3"]


def test_the_first_place_with_links_counts(application: ApplicationType) -> None:
    head = "<head><link rel=next href='board.php?b=1&page=9'></head>"

    from_anchor, _ = Reader(application).read("board", head + "<a rel=older href='older.php'>older</a>")
    from_head, _ = Reader(application).read("board", head)

    assert followed(from_anchor) == ["older.php"]
    assert followed(from_head) == ["board.php?b=1&page=9"]


def test_attachments_are_files_like_others(application: ApplicationType) -> None:
    markup = "<a href='get.php?id=1&sid=x'>map</a><a href=get.php?id=2>plan</a><a href=album.php?a=1>album</a>"

    wanted, _ = Reader(application, resources=Resources.PAGE).read("board", markup)
    unwanted, _ = Reader(application, resources=Resources.NONE).read("board", markup)

    assert [(offer.url, offer.kind) for offer in wanted.follow] == [
        (ROOT + "get.php?id=1", Kind.RESOURCE),
        (ROOT + "get.php?id=2", Kind.RESOURCE),
    ]
    assert reasons(wanted) == {"album.php?a=1": SkipReason.OFF_PATH}
    assert [(skip.reason, skip.detail) for skip in unwanted.skip][:2] == [
        (SkipReason.RESOURCE, "cork: attachment"),
    ] * 2
    files = Reader(application, resources=Resources.PAGE).guide
    assert files.refuses(ROOT + "get.php?id=3", application, ROOT) is None


def test_a_page_of_no_known_level_is_led_by_addresses(application: ApplicationType) -> None:
    guidance, _ = Reader(application).read("?", "<a href=board.php?b=1>b</a><a href=note.php?n=1>n</a><a href=x>x</a>")

    assert followed(guidance) == ["board.php?b=1", "note.php?n=1"]


def test_what_people_wrote_comes_before_the_lists(application: ApplicationType) -> None:
    guidance, _ = Reader(application).read("?", "<a href=board.php?b=1>b</a><a href=note.php?n=1>n</a>")

    priorities = {offer.url.removeprefix(ROOT): offer.priority for offer in guidance.follow}
    assert priorities["note.php?n=1"] < priorities["board.php?b=1"]
    assert {offer.shape for offer in guidance.follow} == {"=cork/board", "=cork/thread"}


def test_the_depth_limit_holds(application: ApplicationType) -> None:
    guidance, _ = Reader(application, max_depth=2).read("board", "<a href=note.php?n=1>n</a>", depth=2)

    assert reasons(guidance) == {"note.php?n=1": SkipReason.TOO_DEEP}


def test_addresses_that_others_offer_are_judged_too(application: ApplicationType) -> None:
    guide = Reader(application).guide
    guide.note(ROOT + "note.php?n=1", application, ROOT)

    assert guide.refuses(ROOT + "login.php", application, ROOT) == (SkipReason.ACTION, "cork: login")
    assert guide.refuses(ROOT + "note.php?n=1&z=1", application, ROOT) is not None
    assert guide.refuses(ROOT + "note.php?n=2", application, ROOT) is None
    assert guide.refuses(ROOT + "anything", application, ROOT) is None


def test_a_redirect_to_the_same_page_is_followed_and_one_to_a_known_page_is_not(application: ApplicationType) -> None:
    guide = Reader(application).guide
    guide.note(ROOT + "note.php?n=1", application, ROOT)
    guide.note(ROOT + "note.php?n=2", application, ROOT)

    assert guide.moved(ROOT + "note.php?n=1", ROOT + "note.php?n=1&title=walk", application, ROOT)
    assert not guide.moved(ROOT + "note.php?n=1", ROOT + "note.php?n=2&title=run", application, ROOT)
    assert guide.moved(ROOT + "note.php?n=1", ROOT + "note.php?n=3", application, ROOT)


def test_http_and_https_are_one_place(application: ApplicationType) -> None:
    secure = ROOT.replace("http:", "https:")
    reader = Reader(application)
    first, outside = reader.read("board", f"<a href={secure}note.php?n=1>a</a><a href={secure}login.php>in</a>")
    second, _ = reader.read("board", f"<a href={ROOT}note.php?n=1>a</a><a href='{secure}note.php?n=1&x=2'>b</a>")

    assert followed(first) == ["note.php?n=1"]
    assert outside == []
    assert {offer.url for offer in (*first.follow, *second.follow)} == {ROOT + "note.php?n=1"}
    assert reader.guide.refuses(secure + "note.php?n=1", application, ROOT) is not None
    assert reader.guide.refuses(secure + "note.php?n=2", application, ROOT) is None


def test_what_was_asked_for_with_https_is_not_asked_for_with_http(application: ApplicationType) -> None:
    asked = ROOT.replace("http:", "https:") + "note.php?n=1"
    noted = Reader(application)
    noted.guide.note(asked, application, ROOT)

    for reader in (noted, Reader(application, asked)):
        guidance, _ = reader.read("board", "<a href=note.php?n=1>a</a>")
        assert followed(guidance) == []


def test_what_everybody_calls_a_session_is_one_though_the_type_says_nothing(application: ApplicationType) -> None:
    session = "5d41402abc4b2a76b9719d911017c592"
    assert "s" not in application.urls.drop
    guidance, _ = Reader(application).read(
        "board", f"<a href='note.php?s={session}&amp;n=1'>a</a><a href='note.php?n=2&amp;s=short'>b</a>"
    )

    assert "note.php?n=1" in followed(guidance)
    assert not any(session in offer.url for offer in guidance.follow)


def test_www_is_another_place_until_a_redirect_says_otherwise(application: ApplicationType) -> None:
    other = "http://www.b.example/cork/note.php?n=1"
    reader = Reader(application)
    before, outside = reader.read("board", f"<a href={other}>a</a>")

    reader.guide.learn_host("http://www.b.example/cork/", "https://b.example/cork/")
    after, _ = reader.read("board", f"<a href={other}>a</a>")

    assert (followed(before), outside) == ([], [other])
    assert followed(after) == ["note.php?n=1"]


def test_a_redirect_to_another_page_says_nothing_about_the_host(application: ApplicationType) -> None:
    reader = Reader(application)
    reader.guide.learn_host("http://www.b.example/", "http://b.example/cork/")

    guidance, _ = reader.read("board", "<a href=http://www.b.example/cork/note.php?n=1>a</a>")

    assert followed(guidance) == []


def test_a_port_belongs_to_one_scheme(application: ApplicationType) -> None:
    assert Hosts(PlainMemory()).home("https://b.example:8080/a", "http://b.example:8080/") == "https://b.example:8080/a"


def note_at(url: str) -> WebObject:
    return WebObject(
        url, ObjectType.BLOG_POST, url, Source("", 0, url, TIME), "known: cork/thread", text="A few words."
    )


def test_addresses_of_posts_that_were_found_tell_those_of_others(application: ApplicationType) -> None:
    near, far = f"{ROOT}essays/the-third-one", f"{ROOT}essays/the-farthest-one"
    left = [(near, ROOT, 2), (far, ROOT, 3), (f"{ROOT}about", ROOT, 1), (f"{ROOT}essays/a-map.pdf", ROOT, 1)]
    reader = Reader(application, left=left, max_depth=2)
    known = Known(application, application.level("thread"), ROOT)
    list_page = "<a href=essays/the-fourth-one>a</a><a href=about>?</a>"

    before, _ = reader.read("board", list_page)
    first = reader.guide.prove(f"{ROOT}essays/the-first-one", known, [note_at(f"{ROOT}essays/the-first-one")])
    second = reader.guide.prove(f"{ROOT}essays/the-second-one", known, [note_at(f"{ROOT}essays/the-second-one")])
    after, _ = reader.read("board", list_page, ROOT + "there")

    assert followed(before) == followed(first) == []
    assert [(offer.url, offer.depth) for offer in second.follow] == [(near, 2)]
    assert followed(after) == ["essays/the-fourth-one"]


def test_a_list_brings_posts_that_only_their_addresses_tell(application: ApplicationType) -> None:
    reader = Reader(application)
    level = application.level("thread")
    for name in ("the-first-one", "the-second-one"):
        reader.guide.prove(ROOT + f"essays/{name}", Known(application, level, ROOT), [note_at(ROOT + f"essays/{name}")])
    entries = [Entry(f"{ROOT}board.php?b=1&start={n}", Kind.PAGE, 1, ROOT, "=cork/board") for n in range(2, 12)]

    for number, entry in enumerate(entries):
        assert reader.guide.admit(entry, application, ROOT) is None
        page, document = page_of(entry.url, f"<ul><li><a href=essays/a-note-by-hand-{'x' * number}>More</a></ul>")
        reader.guide.observe(page, document, Known(application, application.level("board"), ROOT), entry, [])


def test_pages_without_a_post_and_addresses_that_have_a_role_prove_nothing(application: ApplicationType) -> None:
    reader = Reader(application, left=[(f"{ROOT}essays/the-third-one", ROOT, 1)])
    known = Known(application, application.level("thread"), ROOT)

    for name in ("one", "two", "three"):
        url = f"{ROOT}essays/the-{name}"
        assert not reader.guide.prove(url, known, []).follow
        assert not reader.guide.prove(url, known, [note_at(ROOT + "elsewhere")]).follow
    for number in (1, 2, 3):
        url = f"{ROOT}note.php?n={number}"
        assert not reader.guide.prove(url, known, [note_at(url)]).follow


def test_where_the_plain_address_shows_the_newest_remarks_their_first_page_is_another(
    application: ApplicationType,
) -> None:
    pager = "<a href=/cork/a-walk/remarks-1#remarks>older</a>"
    newest = f"<p id=r-51><a href=/cork/a-walk/remarks-2#r-51>51</a>{pager}"
    oldest = "<p id=r-1><a href=/cork/a-walk/remarks-1#r-1>1</a><a href=/cork/a-walk/remarks-2#remarks>newer</a>"

    def read(markup: str) -> Guidance:
        reader = Reader(application)
        reader.guide.note(ROOT + "a-walk", application, ROOT)
        return reader.read("thread", markup, ROOT + "a-walk")[0]

    last, first = read(newest), read(oldest)

    assert followed(last) == ["a-walk/remarks-1"]
    assert reasons(last) == {"a-walk/remarks-2": SkipReason.OTHER_VIEW}
    assert followed(first) == ["a-walk/remarks-2"]
    assert reasons(first) == {"a-walk/remarks-1": SkipReason.OTHER_VIEW}
