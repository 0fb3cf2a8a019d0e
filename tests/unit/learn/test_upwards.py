"""What is above a page."""

from tests.support.pages import page_of
from tests.unit.learn.small_sites import Site, board_table, html, posts, prose, title

from thresher.learn import Sight
from thresher.learn.upwards import crumbs, is_above, lists_such


def sight(path: str, *links: str) -> Sight:
    body = "".join(f"<p><a href='{link}'>A link to {link}</a></p>" for link in links)
    return Sight(page_of(f"http://forum.example{path}", body)[0])


def test_a_list_has_links_to_several_things_like_what_is_below_it() -> None:
    thread = sight("/topic/7")

    assert lists_such(sight("/", "/topic/7", "/topic/8"), thread)
    assert not lists_such(sight("/", "/topic/7", "/user/anna"), thread)


def test_the_first_page_of_a_thread_is_not_above_it_though_it_leads_to_other_threads() -> None:
    further = sight("/topic/7-a-walk?page=2")

    assert not lists_such(sight("/topic/7-a-walk", "/topic/8-a-ride", "/topic/9-a-swim", "?page=2"), further)
    assert lists_such(sight("/", "/topic/8-a-ride", "/topic/7-a-walk"), further)


def test_a_front_page_is_above_boards_that_have_nothing_but_names() -> None:
    menu = ("/about", "/login")
    board = sight("/Cooking", "/Cooking/5/a-long-walk", "/Cooking/6/a-short-one", "/Cooking/7/none", *menu)

    assert is_above(sight("/", "/Cooking", "/Old-trains", "/Garden", *menu), board)
    assert not is_above(sight("/", "/Old-trains", "/Garden", "/Paper", *menu), board)


def test_a_board_is_above_the_only_one_that_is_below_it() -> None:
    folder = "/f/engines"
    talks = [f"{folder}/{number}-a-{what}" for number, what in enumerate(("walk", "ride", "swim"), start=5)]
    upper = Sight(page_of(f"http://forum.example{folder}", f"<p><a href='{folder}/old'>Old</a></p>{_rows(talks)}")[0])
    lower = Sight(
        page_of(f"http://forum.example{folder}/old", _rows([f"{folder}/old/{n}-an-end" for n in range(9)]))[0]
    )
    news = Sight(page_of(f"http://forum.example{folder}/old", _rows([f"{folder}/{n}-an-end" for n in range(9)]))[0])

    assert is_above(upper, lower)
    assert not is_above(lower, upper)
    assert not is_above(upper, news)


def _rows(urls: list[str]) -> str:
    return "".join(f"<tr><td><a href='{url}'>A longer title of {url}</a></td></tr>" for url in urls)


def test_what_every_page_links_to_is_a_menu_and_no_list_of_boards() -> None:
    menu = ("/Cooking", "/Old-trains", "/Garden")
    board = sight("/Cooking", "/Cooking/5/a-long-walk", "/Cooking/6/a-short-one", "/Cooking/7/none", *menu)

    assert not is_above(sight("/", "/news/a-day-in-may", *menu), board)


def test_a_blog_is_not_above_the_forum_beside_which_its_newest_posts_stand() -> None:
    days = [f"/2025/0{n}/a-day-of-month-{n}" for n in range(1, 7)]
    items = (f"<li><a href='{day}'>A longer title of a post</a></li>" for day in days[:4])
    newest = f"<ul class='newest'>{''.join(items)}</ul>"
    rows = "".join(f"<tr><td><a href='/forums/forum/{name}'>{name}</a></td></tr>" for name in ("a-b", "c-d", "e-f"))
    blog = "".join(f"<h2><a href='{day}'>A longer title of a post</a></h2>" for day in days)
    front = Sight(page_of("http://forum.example/", f"{blog}{newest}<p><a href='/forums/'>Forums</a></p>")[0])
    forum = Sight(page_of("http://forum.example/forums/", f"<table>{rows}</table>{newest}")[0])

    assert not is_above(front, forum)


def test_a_list_is_above_another_order_of_it_that_shows_the_same_threads() -> None:
    rows = [f"/topic/{number}-a-{what}" for number, what in enumerate(("walk", "ride", "swim"), start=5)]
    orders = "<p><a href='/board/3'>All</a> <a href='/board/3?sort=name'>By name</a></p>"
    plain = Sight(page_of("http://forum.example/board/3", orders + _rows(rows))[0])
    sorted_by_name = Sight(page_of("http://forum.example/board/3?sort=name", orders + _rows(rows[::-1]))[0])

    assert is_above(plain, sorted_by_name)
    assert not is_above(sorted_by_name, plain)


def test_what_ends_like_the_page_itself_is_no_file() -> None:
    links = "<a href='/all.page'>All</a> <a href='/map.data'>A map</a> <a href='/write.page' rel='nofollow'>Write</a>"
    page = page_of("http://forum.example/talk/7.page", f"{links}<p>{'A long text. ' * 9}</p>")[0]

    assert crumbs(Sight(page)) == ["http://forum.example/all.page"]


def test_the_front_page_is_found_from_a_thread_though_menus_have_it_under_another_name() -> None:
    """A menu leads to the front page as /news, and to a list of a few threads."""
    menu = "<p><a href='/news'>News</a> <a href='/signup'>Join</a> <a href='/few'>A few</a></p>"
    pages = {"/signup": html("Join", "<form><input name='name'></form>", menu=menu)}
    for path, count in (("/", 30), ("/news", 30), ("/few", 8)):
        pages[path] = html("News", board_table(range(count)), menu=menu)
    for number in range(30):
        pages[f"/topic/{number}"] = html(title(str(number)), posts(f"thread {number}"), menu=menu)
    site = Site("http://news.example", pages)

    lesson = site.learn("/topic/7")

    assert lesson.entry == site.url("/")
    assert set().union(*lesson.threads.values()) >= {site.url(f"/topic/{number}") for number in range(30)}


def test_the_front_page_is_found_from_its_last_page_though_nothing_leads_there() -> None:
    """Each page of the front page leads to the next alone, and the last one to none."""
    pages = {}
    for page in range(1, 5):
        listed = board_table(range(10 * page, 10 * page + 10))
        more = f"<p><a href='/?p={page + 1}'>More</a></p>" if page < 4 else ""
        pages["/" if page == 1 else f"/?p={page}"] = html("News", listed + more, menu="<a href='/login'>Log in</a>")
    for number in range(10, 50):
        pages[f"/topic/{number}"] = html(title(str(number)), posts(f"thread {number}"), menu="")
    site = Site("http://news.example", pages)

    lesson = site.learn("/?p=4")

    assert lesson.entry == "http://news.example/"
    assert lesson.index_steps


def test_a_text_that_stands_bare_behind_its_subject_ends_what_is_before_it() -> None:
    post = (
        f"<div class='body'><b>Subject: a walk</b><hr>{prose('bare', 3)}<div><a href='/reply/7'>Reply</a></div></div>"
    )
    body = f"<p><a href='/'>Start</a> <a href='/board/2'>Walks</a></p>{post}<p><a href='/topic/8'>A ride</a></p>"
    page, _ = page_of("http://forum.example/topic/7", body)

    assert crumbs(Sight(page)) == ["http://forum.example/board/2", "http://forum.example/"]
