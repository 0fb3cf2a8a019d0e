"""Pages about those who write look like lists of threads; boards may stand beside a front page of the newest alone."""

from tests.support.pages import page_of
from tests.unit.learn.small_sites import PEOPLE, Site, board_table, day, html, pager, posts, prose, title

from thresher.learn import Sight
from thresher.learn.posts.posts import learn_posts
from thresher.pattern import parse

NAMES = ("old-tools", "small-engines", "wet-paint", "long-walks")


def board_of(number: int) -> int:
    return number % 4


def in_small_boards() -> Site:
    """Boards of seven threads each; whoever wrote has a page of what they wrote, and one of their letters, too."""
    pages = {}
    rows = "".join(
        f"<tr><td><a href='/board/{n}/{name}'>{name.replace('-', ' ').title()}</a><br>{prose(name, 1)}</td>"
        f"<td>{prose(f'last {n}', 1)}</td><td><a href='/user/{PEOPLE[n]}{n + 6 if n == 3 else ''}'>{PEOPLE[n]}</a></td>"
        f"<td>{day(290 + n)}</td></tr>"
        for n, name in enumerate(NAMES)
    )
    pages["/"] = html("Town talk", f"<table class='boards'>{rows}</table>")
    for n, name in enumerate(NAMES):
        pages[f"/board/{n}/{name}"] = html(name, board_table(range(100 + n, 128, 4), "-slowly"))
    for number in range(100, 128):
        pages[f"/topic/{number}-slowly"] = html(title(str(number)), posts(str(number)))
    for n, person in enumerate((*PEOPLE, "dieter9")):
        own = board_table(range(100 + n, 128, 3), "-slowly")
        tabs = f"<p><a href='/user/{person}/letters'>All the letters of {person}</a></p>"
        for page in (1, 2):
            end = f"?page={page}" if page > 1 else ""
            pages[f"/user/{person}{end}"] = html(person, own + tabs + pager(f"/user/{person}", 2, page))
        pages[f"/user/{person}/letters"] = html(person, posts(f"letters {person}"))
    return Site("http://town.example", pages)


def test_those_who_wrote_in_threads_are_not_looked_at() -> None:
    site = in_small_boards()
    lesson = site.learn("/board/0/old-tools")

    assert lesson.threads.keys() == {("topic/#-*", "")}
    assert not [url for url in site.asked if "/user/" in url]


def test_a_name_that_ends_with_a_number_is_no_further_page() -> None:
    site = in_small_boards()
    site.learn("/")

    assert not [url for url in site.asked if "/user/" in url]


def with_newest() -> Site:
    """The front page shows the newest threads and no way on; a bar above threads names the boards."""
    bar = "<p class='bar'>" + " ".join(f"<a href='/forum/{name}/'>{name}</a>" for name in NAMES) + "</p>"
    newest = "".join(
        f"<div class='row'><b><a href='/topic/{number}/'>{title(str(number))}</a></b><small>"
        f"<a href='/forum/{NAMES[board_of(number)]}/'>{NAMES[board_of(number)]}</a> {day(300 - number)} "
        f"<a href='/user/{PEOPLE[number % 7]}'>{PEOPLE[number % 7]}</a></small></div>"
        for number in range(100, 120)
    )
    pages = {"/": html("Newest", newest)}
    for n, name in enumerate(NAMES):
        for page in (1, 2):
            numbers = range(100 + n + (page - 1) * 40, 140 + (page - 1) * 40, 4)
            end = f"?page={page}" if page > 1 else ""
            pages[f"/forum/{name}/{end}"] = html(name, board_table(numbers, "/") + pager(f"/forum/{name}/", 2, page))
    for number in range(100, 180):
        pages[f"/topic/{number}/"] = html(title(str(number)), bar + posts(str(number)))
    return Site("http://newest.example", pages)


def test_boards_that_were_met_on_the_way_upwards_are_kept() -> None:
    site = with_newest()
    lesson = site.learn("/topic/150/")

    assert {shape for shape, _ in lesson.boards} == {"forum/*"}
    assert any(step.name == "page" for step in lesson.index_steps.values())


def test_a_letter_in_place_of_a_face_is_no_name() -> None:
    def box(page: int, number: int) -> str:
        person = PEOPLE[(page * 3 + number) % 7]
        address = f"/user/{person}"
        face = f"<a class='face' href='{address}'><span class='circle'>{person[0].upper()}</span></a>"
        name = f"<a class='called' href='{address}'>{person}</a> <time>{day(page * 9 + number)}</time>"
        text = f"<div class='text'>{prose(f'{page}/{number}')}</div>"
        return f"<div class='said'>{face}<div class='top'>{name}</div>{text}</div>"

    sights = [
        Sight(page_of(f"http://faces.example/t/{n}", html(title(str(n)), "".join(box(n, k) for k in range(3))))[0])
        for n in range(1, 7)
    ]
    rule = learn_posts(sights)

    assert rule is not None
    post = next(iter(parse(rule.each).select(sights[0].page.tree)))
    name = parse(rule.author).first(post)
    assert name is not None
    assert "".join(map(str, name.itertext())).strip() == PEOPLE[3]
