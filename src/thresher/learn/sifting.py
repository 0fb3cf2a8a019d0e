"""A lesson made right: lists told from threads, views from things, parts from the whole."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable

from thresher.knowledge.forms import path_of, query_of
from thresher.knowledge.noise import without_parameters
from thresher.learn.flipping import step_between
from thresher.learn.lesson import Key, Lesson
from thresher.learn.links import LONG_TITLE, Spot, is_telling, letters_in
from thresher.learn.people import people_on
from thresher.learn.shapes import folder_of, is_like, names_thing, numberless, shape_in, skeleton
from thresher.learn.sight import Sight
from thresher.page import origin_of, other_spelling

DATED = re.compile(r"/(?:19|20)[0-9]{2}(?:[-/](?:0?[1-9]|1[0-2]))?(?:[-/](?:0?[1-9]|[12][0-9]|3[01]))?/?$")
"""The end of an address that is a year, a month or a day."""
_NUMBERED = re.compile(r"/(?:[a-z]+[-_]?)?#$", re.I)
"""A number behind the address of a thread: that of a page, or of a post."""
MIN_LISTED = 3
"""Threads on a page that make it a list of threads."""


def leave_views(lesson: Lesson) -> None:
    """Addresses of threads with parameters, where they also come without: those show one post, or another order."""
    shapes = {shape for shape, _ in lesson.threads}
    for key in list(lesson.threads):
        path, mark, _ = key[0].partition("?")
        # The first threads that were seen may be of a board whose name is a word.
        if mark and names_thing(path) and any(is_like(path, one) for one in shapes):
            del lesson.threads[key]
            lesson.others.add(key)


def leave_numbered(lesson: Lesson) -> None:
    """Addresses of threads with a number behind, where most of them come without it, too: pages, or single posts."""
    linked = frozenset().union(*(sight.urls for sight in lesson.sights.values()))
    plain = {shape for shape, _ in lesson.threads}
    for key in list(lesson.threads):
        if _NUMBERED.sub("", key[0]) not in plain - {key[0]}:
            continue
        firsts = [url.rstrip("/").rpartition("/")[0] for url in lesson.threads[key]]
        if 2 * sum(url in linked or f"{url}/" in linked for url in firsts) > len(firsts):
            urls = lesson.threads.pop(key)
            lesson.pages = [url for url in lesson.pages if url not in urls]


def leave_aliases(lesson: Lesson) -> None:
    """Addresses of threads with a parameter that does not matter: the same page comes without it.

    Either the page says so itself (`rel=canonical`), or both were seen and say the same.
    """
    for key in list(lesson.threads):
        urls = lesson.threads[key]
        pages = [lesson.sights[url] for url in lesson.pages if url in urls]
        plain = [_plain_address(page, lesson) for page in pages]
        shapes = {skeleton(url) for url in plain if url}
        if not pages or not all(plain) or len(shapes) != 1 or (other := (shapes.pop(), "")) not in lesson.threads:
            continue
        idle = query_of(pages[0].url).keys() - query_of(plain[0]).keys()
        lesson.threads[other] |= {without_parameters(url, idle) for url in lesson.threads.pop(key)}
        lesson.others.add(key)
        lesson.views.add(key[0])
        note = f"{' and '.join(sorted(idle))} does not matter in addresses like {pages[0].url}"
        lesson.notes += [note] if note not in lesson.notes else []


def _plain_address(page: Sight, lesson: Lesson) -> str:
    """The address of a page without parameters that do not matter; empty if all of them do, or nobody knows."""
    own = query_of(page.url)
    named = page.page.canonical or ""
    alike = [sight.url for sight in lesson.sights.values() if sight.lines == page.lines and len(page.lines) > 1]
    for url in [named, *alike]:
        query = query_of(url)
        is_part = path_of(url) == path_of(page.url) and query.items() < own.items()
        if is_part and query and url.startswith(f"{origin_of(page.url)}/"):
            return url
    return ""


def leave_mixed(lesson: Lesson) -> None:
    """Places where links to threads stand beside links to their lists, where the addresses of both are alike and the
    threads are named elsewhere, too: a line below each title.
    """
    for key in list(lesson.threads):
        lists = set().union(*(urls for (shape, _), urls in lesson.boards.items() if shape == key[0]))
        clear = [urls for one, urls in lesson.threads.items() if one[0] == key[0] and urls.isdisjoint(lists)]
        if clear and not lists.isdisjoint(lesson.threads[key]):
            del lesson.threads[key]
            lesson.others.add(key)


def tell_lists(lesson: Lesson) -> None:
    """Lists that show whole posts look like threads; but the titles in them lead to the posts, or to several lists."""
    shapes = {shape for shape, _ in lesson.threads}
    for key in list(lesson.threads):
        # A redirect may have added the last slash.
        known = [lesson.sights[url] for url in lesson.pages]
        pages = [one for one in known if not lesson.threads[key].isdisjoint((one.url, other_spelling(one.url)))]
        links = [sight.title_link for sight in pages if sight.title_link]
        elsewhere = [url for url in links if shape_in(url, shapes - {key[0]})]
        boards = set().union(*(urls for one, urls in lesson.boards.items() if one[0] == key[0])) - lesson.common
        # A page of few boards with their last posts, at an address like theirs: a category.
        is_of_boards = all(len(boards & sight.urls - {sight.url}) >= MIN_LISTED for sight in pages)
        is_by_date = all(map(DATED.search, lesson.threads[key])) and _lead_to_others(lesson, pages, shapes - {key[0]})
        is_list = is_by_date or 2 * len(elsewhere) > len(pages) or is_of_boards or _are_categories(lesson, pages)
        if pages and is_list:
            lesson.boards[key] = lesson.threads.pop(key)
            lesson.pages = [one.url for one in known if one not in pages]
            lesson.indexes += [sight.url for sight in pages]


def _lead_to_others(lesson: Lesson, pages: list[Sight], shapes: set[str]) -> bool:
    """Whether each page leads to threads with other addresses, which not all pages do."""
    return all(any(shape_in(url, shapes) for url in sight.urls - lesson.common) for sight in pages)


def _are_categories(lesson: Lesson, pages: list[Sight]) -> bool:
    """Whether something that repeats on most of these pages leads to a board each, and on no other threads: a category
    has the boards in it, and may have an address like those of neither.
    """
    listed = set().union(*lesson.boards.values()) - lesson.common if lesson.boards else set()
    others = [lesson.sights[url] for url in lesson.pages if lesson.sights[url] not in pages]
    if not others or not _lead_to_each(pages, listed):
        return False
    # In each post stands who wrote it, and pages about people may look like lists.
    people = people_on(others)
    boards = {url for url in listed if not shape_in(url, people)}
    return _lead_to_each(pages, boards) and not _lead_to_each(others, boards)


def _lead_to_each(pages: list[Sight], urls: set[str]) -> bool:
    """Whether most of these pages have records that lead to one of `urls` each."""
    return 2 * sum(sight.leads_to_each(urls) for sight in pages) > len(pages)


def keep_what_leads(lesson: Lesson) -> None:
    """Boards are what leads to threads, or to boards that do; a list of members is an index of something else."""
    goals = set().union(*lesson.threads.values()) if lesson.threads else set()
    kept: dict[Key, set[str]] = {}
    rest = dict(lesson.boards)
    while True:
        leading = [
            key
            for key, urls in rest.items()
            if any((lesson.sights[url].urls - lesson.common) & goals for url in urls if url in lesson.sights)
        ]
        if not leading:
            break
        for key in leading:
            kept[key] = rest.pop(key)
            goals |= kept[key]
    lesson.others |= set(rest)
    lesson.boards = kept


def join_titles(lesson: Lesson) -> None:
    """Threads whose titles end with a number are threads like the others, where addresses are made of titles.

    The others may be fewer, and then were not asked what they are: they stand where those with a number stand.
    """
    for key in list(lesson.threads):
        plain = (numberless(key[0]), key[1])
        if plain == key:
            continue
        if plain in lesson.threads or (plain not in lesson.boards and _listed_beside(lesson, key, plain)):
            lesson.threads.setdefault(plain, set()).update(lesson.threads.pop(key), _listed_beside(lesson, key, plain))


def _listed_beside(lesson: Lesson, key: Key, plain: Key) -> set[str]:
    """Addresses of the kind `plain` that lists have in the places where they have those of `key`; none if few."""
    found: set[str] = set()
    for sight in (lesson.sights[url] for url in lesson.indexes):
        groups = {(group.shape, group.place): group for group in sight.groups}
        if key in groups and plain in groups:
            places = {spot.place for spot in groups[key].spots}
            found |= {spot.url for spot in groups[plain].spots if spot.place in places}
    return found if len(found) >= MIN_LISTED else set()


def join_folders(lesson: Lesson) -> None:
    """Folders that differ in a word, and whose threads stand in one place of a list, are subjects: /garden/a-walk,
    /kitchen/a-pie.
    """
    shapes = {url: shape for (shape, _), urls in lesson.threads.items() for url in urls}
    found: defaultdict[tuple[str, ...], set[str]] = defaultdict(set)
    for sight in (lesson.sights[url] for url in lesson.indexes):
        for spot, folder, kind in _in_folders(sight, lesson):
            if spot.url in shapes:
                found[sight.url, spot.place, *kind].add(folder)
    lesson.together = lesson.together.union(*(some for some in found.values() if len(some) >= MIN_LISTED))


def meet_subjects(lesson: Lesson, sight: Sight) -> bool:
    """Take threads of subjects that were not met before: in a list they stand where known threads stand, in folders
    that differ in a word, and are called what texts are. Whether there are any.
    """
    threads = {shape for shape, _ in lesson.threads}
    known = threads | {shape for shape, _ in (*lesson.boards, *lesson.parts, *lesson.others)} | lesson.people
    by_place: defaultdict[tuple[str, ...], dict[str, list[Spot]]] = defaultdict(lambda: defaultdict(list))
    for spot, folder, kind in _in_folders(sight, lesson):
        by_place[spot.place, *kind][folder].append(spot)
    is_met = False
    for (_, _, name), folders in by_place.items():
        if len(folders) < MIN_LISTED or not any(f"{folder}/{name}" in threads for folder in folders):
            continue
        for folder, spots in folders.items():
            letters = sum(letters_in(spot.text) for spot in spots)
            if f"{folder}/{name}" not in known and letters >= LONG_TITLE * len(spots):
                lesson.threads[f"{folder}/{name}", ""] = {spot.url for spot in spots}
                is_met = True
        lesson.together |= {folder for folder in folders if (f"{folder}/{name}", "") in lesson.threads}
    return is_met


def _in_folders(sight: Sight, lesson: Lesson) -> list[tuple[Spot, str, tuple[str, str]]]:
    """Links of a list to what is in a folder of one word: the folder, what is above it and what is in it."""
    found = []
    for spot in sight.spots:
        folder, _, name = skeleton(spot.url).rpartition("/")
        above, _, word = folder.rpartition("/")
        if word and not names_thing(word) and names_thing(name) and spot.url not in lesson.common:
            found.append((spot, folder, (above, name)))
    return found


def name_boards(lesson: Lesson) -> None:
    """Where the name of a board may be any, so may it in addresses of threads below it: the first board that was seen
    may be called by one word, /forum/engines/5-a-walk.
    """
    boards = {key: urls for key, urls in lesson.boards.items() if "*" in key[0]}
    named = {skeleton(url): shape for (shape, _), urls in boards.items() for url in urls}
    # Where names stand, what is called by one word is a board, too.
    spots = [spot for url in lesson.indexes for spot in lesson.sights[url].spots]
    named |= {skeleton(one.url): key[0] for key in boards for one in spots if _stands_with(one, key)}
    for (shape, place), urls in list(lesson.threads.items()):
        board, _, rest = shape.rpartition("/")
        if (wide := named.get(board, board)) != board:
            del lesson.threads[shape, place]
            # An address that is all names says nothing: then it is their place that tells links to threads.
            is_placed = not place and not is_telling(f"{wide}/{rest}")
            places = {spot.place for spot in spots if spot.url in urls} if is_placed else {place}
            for one in sorted(places) or [place]:
                lesson.threads.setdefault((f"{wide}/{rest}", one), set()).update(urls)


def _stands_with(spot: Spot, key: Key) -> bool:
    return bool(key[1]) and spot.place == key[1] and shape_in(spot.url, {key[0]})


def leave_entry(lesson: Lesson) -> None:
    """The entry page is no board: what led to it from a page above says nothing of where links to boards stand."""
    for key in [key for key, urls in lesson.boards.items() if urls <= {lesson.entry}]:
        del lesson.boards[key]


def leave_labels(lesson: Lesson) -> None:
    """Lists that rows of threads lead to, several in a row, are no boards where other lists are: tags.

    As other parts they are tried at the end of the crawl.
    """
    threads = set().union(*lesson.threads.values()) if lesson.threads else set()
    labels = labels_among(lesson)
    boards = {url for key, urls in lesson.boards.items() if key not in labels for url in urls}
    # A list of categories, each with its boards, has no threads of its own.
    full = {
        url
        for url in boards & lesson.sights.keys()
        if len(threads & lesson.sights[url].urls - lesson.common) >= MIN_LISTED
    }
    if full and any(len(boards & lesson.sights[url].urls) > 1 for url in lesson.indexes if url not in boards):
        lesson.parts |= {key: lesson.boards.pop(key) for key in labels}


def labels_among(lesson: Lesson) -> list[Key]:
    """Lists that rows of threads lead to: tags."""
    threads = set().union(*lesson.threads.values()) if lesson.threads else set()
    return [key for key, urls in lesson.boards.items() if _stands_in_rows(lesson, urls, threads)]


def _stands_in_rows(lesson: Lesson, urls: set[str], threads: set[str]) -> bool:
    """Whether most links to `urls` on lists stand between those to threads: boards inside a board come before these.
    Boards with their last posts are listed once each.
    """
    counts: Counter[bool] = Counter()
    for sight in (lesson.sights[url] for url in lesson.indexes):
        rows = [place for place, spot in enumerate(sight.spots) if spot.url in threads - lesson.common]
        own = [place for place, spot in enumerate(sight.spots) if spot.url in urls]
        is_said_of_each = come_back(sight.spots[place] for place in own)
        if rows and is_said_of_each and not _is_one_a_row(sight, urls, threads - lesson.common):
            counts.update(rows[0] < place < rows[-1] for place in own)
    return counts[True] >= MIN_LISTED and counts[True] > counts[False]


def come_back(spots: Iterable[Spot]) -> bool:
    """Whether some of the links come back in one place: tags of threads, or who wrote them. A list has each once."""
    return max(Counter((spot.place, spot.url) for spot in spots).values(), default=0) > 1


def _is_one_a_row(sight: Sight, urls: set[str], threads: set[str]) -> bool:
    """Whether a list names one of `urls` for each of its threads, and no more: the board that it is in. Of tags there
    are several, or none."""
    named: defaultdict[str, set[str]] = defaultdict(set)
    row = ""
    for spot in sight.spots:
        row = path_of(spot.url) if spot.url in threads else row
        if row and spot.url in urls:
            named[row].add(spot.url)
    rows = {path_of(url) for url in threads & sight.urls}
    return len(rows) >= MIN_LISTED and len(named) == len(rows) and all(len(some) == 1 for some in named.values())


def leave_parts(lesson: Lesson) -> None:
    """Where the entry page itself lists all threads, page after page or on one page, other lists are parts of it. Lists
    by date are parts of any list that goes on.

    They are not forgotten: one of each is tried at the end of the crawl, and followed if it has anything new.
    """
    entry = lesson.sights[lesson.entry]
    by_date = [key for key, urls in lesson.boards.items() if all(DATED.search(url) for url in urls)]
    others = {url for key, urls in lesson.boards.items() if key not in by_date for url in urls}
    wholes = [lesson.sights[url] for url in others if url in lesson.sights and _goes_on(lesson.sights[url], lesson)]
    for key, urls in list(lesson.boards.items()):
        seen = [lesson.sights[url] for url in urls if url in lesson.sights]
        if any(_has_all(whole, seen, lesson) for whole in (entry, *(wholes if key in by_date else ()))):
            lesson.parts[key] = lesson.boards.pop(key)


def keep_what_goes_on(lesson: Lesson) -> None:
    """A list of threads that goes on is one to follow, though no group of links leads to it: a menu may name it, beside
    a front page with the newest of what it lists.
    """
    threads = set().union(*lesson.threads.values()) if lesson.threads else set()
    lists = {url for sets in (lesson.boards, lesson.parts) for urls in sets.values() for url in urls}
    shapes = {shape for shape, _ in (*lesson.boards, *lesson.parts)}
    for sight in (lesson.sights[url] for url in lesson.indexes):
        is_known = sight.url == lesson.entry or shape_in(sight.url, shapes)
        is_known = is_known or any(step_between(url, sight.url) for url in (lesson.entry, *lists))
        if not is_known and _goes_on(sight, lesson) and len(threads & sight.urls - lesson.common) >= MIN_LISTED:
            lesson.add_list(sight.url)


def _has_all(whole: Sight, parts: list[Sight], lesson: Lesson) -> bool:
    """Whether a list has all threads that others have, as far as can be told from one page of it."""
    threads = set().union(*lesson.threads.values()) if lesson.threads else set()
    own = threads & whole.urls - lesson.common
    # The newest threads may stand beside all pages, and be most of what the first page of a list has.
    is_list = len(own) >= MIN_LISTED or (bool(own) and _goes_on(whole, lesson))
    if not is_list or not (_goes_on(whole, lesson) or (parts and all(_shows_all(whole, one, lesson) for one in parts))):
        return False
    # Lists of another part of the site have other threads, and so has a board in another folder.
    listed = {lesson.folder(url) or folder_of(url) for one in parts for url in threads & one.urls - lesson.common}
    return listed <= {lesson.folder(url) or folder_of(url) for url in own}


def _goes_on(sight: Sight, lesson: Lesson) -> bool:
    return any(shape == skeleton(sight.url) for shape, _ in lesson.index_steps)


def _shows_all(sight: Sight, part: Sight, lesson: Lesson) -> bool:
    """Whether a page leads to all threads that a list has, which does not go on."""
    shapes = {shape for shape, _ in lesson.threads}
    listed = {url for url in part.urls - lesson.common if shape_in(url, shapes)}
    return listed <= sight.urls and not any(flips.sign for flips in part.flips)
