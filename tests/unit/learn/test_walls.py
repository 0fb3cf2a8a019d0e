"""Why nothing could be learned, in words that tell a way out."""

from tests.unit.learn.small_sites import Site, forum, html, prose

LOGIN = "<h1>Please log in</h1><form><input name='user'><input type='password' name='secret'></form>"
QUICK_LOGIN = "<form><input type='password' name='quick'></form>"


def test_a_forum_whose_boards_lead_to_a_login_says_so() -> None:
    site = forum()
    site.pages = {path: page if path == "/" else html("Members only", LOGIN) for path, page in site.pages.items()}

    lesson = site.learn("/")

    assert not lesson.is_enough
    assert lesson.notes[0].startswith("pages behind a login (with an account, --cookies FILE opens them): ")


def test_a_forum_whose_boards_are_refused_says_so() -> None:
    site = forum()
    site.pages = {path: page for path, page in site.pages.items() if path == "/"}

    lesson = site.learn("/")

    assert lesson.notes == [
        "pages that were refused, led to a login or are not there (with an account: --cookies FILE): "
        f"{len(site.asked) - 1} of {len(site.asked)} asked for"
    ]


def test_pages_with_a_menu_and_a_script_are_drawn_by_it() -> None:
    site = forum()
    site.pages = dict.fromkeys(site.pages, html("A forum", "<div id='list'>Loading</div><script>draw()</script>"))

    lesson = site.learn("/")

    assert lesson.notes[0].startswith("pages that scripts draw, and that say next to nothing without them: ")


def test_a_login_beside_what_is_to_be_read_is_no_wall() -> None:
    texts = {f"/about{n}.html": html("A firm", f"{QUICK_LOGIN}<p>{prose(f'about {n}', 9)}</p>") for n in range(4)}
    links = "".join(f"<a href='{path}'>More of it</a> " for path in texts)
    site = Site("http://firm.example", {"/": html("A firm", f"{QUICK_LOGIN}{links}<p>{prose('firm', 9)}</p>"), **texts})

    lesson = site.learn("/")

    assert lesson.notes == ["no list of threads, posts or questions was found"]
