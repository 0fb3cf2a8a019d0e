"""Lesson → an application type, in the same form as all knowledge: reviewable, and used like any other.

Four kinds of addresses are enough (FoCUS, section 3): index, thread, and the further pages of both.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass
from typing import Any

from thresher.knowledge.forms import parse_form, parted, path_of, query_of
from thresher.learn.addresses import LETTERS, forms_of, written
from thresher.learn.articles.unfed import merged
from thresher.learn.flipping import Step
from thresher.learn.lesson import Key, Learned, StepKey
from thresher.learn.posts.rule import PostRule
from thresher.learn.shapes import DIGITS, skeleton
from thresher.page import origin_of

_PLAIN = re.compile(r"[\w-]+")
_FIRST = re.compile(r"[0-9][.,~]0$")
_COUNTED = re.compile(r"(.*/[a-zA-Z]+[-_][0-9]+)((?:[-_.,~][0-9]+)+)(?:\.[a-z]{2,5})?", re.S)
"""An address that ends with several numbers: thread-5-2-1.html."""
_NAMED = re.compile(r"\{[a-z_]+[#~]?\}|[#*]")
_ENDS_WITH_NAME = re.compile(r"(?<=/)\{[a-z_]+~\}$")
_NUMBER = re.compile(r"\{[a-z_]+#\}|#|[0-9]+")
_NAME = re.compile(r"\{([a-z]{2,}|[^ymd])(?=[#~}])")
"""A name in a form that is no date."""
POST = "post"
"""The level of posts, beside that of threads."""
PART = "part"
"""The role of lists that were left alone, until one of them turns out to have something new."""
LAST_STEPS = 3
"""Steps of a tag path that a pattern for the place of links has."""


@dataclass(frozen=True, slots=True)
class _Pages:
    """One kind of pages: the forms of their addresses, and where links to them stand if forms alone would not do."""

    forms: tuple[str, ...]
    places: tuple[str, ...] = ()


def type_of(lesson: Learned, name: str) -> dict[str, Any]:
    """The application type that `lesson` describes, as the data of a knowledge file."""
    threads = _threads(lesson)
    posts = merged(dict.fromkeys(lesson.articles.values()))
    root = root_of(lesson)
    host = root.split("/")[2]
    pages = _pages(lesson.threads, root, lesson.thread_steps)
    boards = _pages(lesson.boards, root, lesson.index_steps)
    # The front page has an address of its own, whatever the others look like.
    listing = _listing(lesson, root)
    roles: dict[str, Any] = {"action": forms} if (forms := _functions(lesson.functions, pages.forms)) else {}
    roles |= {"author": forms} if (forms := _people(lesson, (*pages.forms, *boards.forms), root)) else {}
    # Lists that repeat what others list are left, though threads may have nothing but names: /tag/wood, /tools/a-walk.
    if _fit(lesson.parts, pages.forms, root):
        roles[PART] = [*_pages(lesson.parts, root, lesson.index_steps).forms]
    roles |= {"listing": [listing]} if listing else {}
    roles["home"] = [f"{front}?!*" for front in sorted({path_of(lesson.entry).removeprefix(path_of(root)), ""})]
    found = [("thread", [*pages.forms]), ("board", [*boards.forms])]
    # A list may have an address like those of threads: /archive.html among /a-walk.html, /b/tools/page-2 beside
    # /b/tools/title-2. Its own goes before theirs, unless some of theirs are like its own.
    is_apart = not _fit(lesson.threads, boards.forms, root)
    roles |= {role: forms for role, forms in (reversed(found) if is_apart else found) if forms}
    onward = [{"to": "thread", "role": "thread", **_at(pages)}]
    if boards.forms:
        onward.append({"to": "board", "role": "board", **_at(boards)})
    # Further pages of the entry page are pages of the same list: elsewhere they would only be another way.
    lists: list[list[dict[str, Any]]] = [
        [{"to": name, "role": "listing"}] if listing else [] for name in ("board", "home")
    ]
    if boards.places:  # links to further pages of a board stand elsewhere
        lists[0].append({"to": "board", "role": "board", "further": True})
    # A site may have threads and posts: then pages are told by their folders (`Course.level_at`).
    kinds = {"thread": threads or posts} | ({POST: posts} if threads and posts else {})
    data: dict[str, Any] = {
        "type": name,
        "title": f"{host} (learned)",
        "source": "learned",
        "detect": [f"url[@host='{host.partition(':')[0]}']"],
        "levels": [
            *(_terminal(level, extract) for level, extract in kinds.items()),
            {"name": "board", "kind": "intermediate", "detect": [], "follow": [*onward, *lists[0]]},
            {"name": "home", "kind": "intermediate", "detect": [], "follow": [*map(dict, onward), *lists[1]]},
        ],
        "urls": {"drop": sorted(lesson.sessions), "roles": roles},
    }
    orders = {rule.date_order for rule in lesson.posts.values() if rule.date_order}
    return data | ({"dates": {"order": orders.pop()}} if len(orders) == 1 else {})


def _terminal(name: str, extract: list[dict[str, Any]]) -> dict[str, Any]:
    follow = [{"to": name, "role": "thread", "further": True}, {"to": "home", "role": "home"}]
    return {"name": name, "kind": "terminal", "detect": [], "follow": follow, "extract": extract}


def _threads(lesson: Learned) -> list[dict[str, Any]]:
    """How threads are read, where they are no posts of a blog."""
    folders = [folder for folder in lesson.posts if folder not in lesson.articles]
    if not folders:
        return []
    headings = [lesson.headings.get(folder) or "" for folder in folders]
    headings = [*filter(None, headings), *(["h1"] if not all(headings) else [])]
    titles = dict.fromkeys([*headings, *(heading.removesuffix("/text()") for heading in headings)])
    rules = _different(lesson.posts[folder] for folder in folders)
    thread = {"object": "Thread", "fields": {"title": [*titles, "title"]}}
    return [thread, *(data for rule in rules for data in rule.all_data)]


def _different(rules: Iterable[PostRule]) -> list[PostRule]:
    """Of rules for the same texts the one that has most to say of them: each would read them all, a bit otherwise."""
    found: dict[tuple[str, str, str], PostRule] = {}
    for rule in rules:
        key = (rule.each, rule.text, rule.published)
        found[key] = max(found.get(key, rule), rule, key=lambda one: sum(map(bool, astuple(one))))
    return list(found.values())


def root_of(lesson: Learned) -> str:
    """The folder that the entry page and all that was found are in."""
    urls = [lesson.entry, *(url for some in (lesson.threads, lesson.boards) for urls in some.values() for url in urls)]
    origin = origin_of(lesson.entry)
    paths = [path_of(url).partition("?")[0] for url in urls if url.startswith(origin)]
    folders = [path.rpartition("/")[0].split("/")[1:] for path in paths]
    common: list[str] = []
    for parts in zip(*folders, strict=False):
        if len(set(parts)) > 1:
            break
        common.append(parts[0])
    return origin + "/" + "".join(f"{part}/" for part in common)


def _pages(sets: dict[Key, set[str]], root: str, steps: dict[StepKey, Step]) -> _Pages:
    """Forms, each group of links on its own: a small one is no mistake only because another is large."""
    learned = [
        form
        for (shape, _), urls in sets.items()
        for form in forms_of(sorted(_first_pages(shape, urls, steps)), root, shape=shape)
    ]
    forms, kinds = [], dict.fromkeys(_kind_of(form.text) for form in learned)
    for form in learned:
        shapes = set(map(skeleton, form.urls))
        own = {step.key: step for (shape, _), step in steps.items() if shape in shapes}
        forms += _with_pages(_renamed(form.text, list(kinds).index(_kind_of(form.text))), list(own.values()))
    loose = any(form.is_loose for form in learned)
    places = [_pattern(place) for _, place in sets if place] if loose else []
    exact = [f"{form}{'&' if '?' in form else '?'}!*" for form in forms]
    return _Pages(tuple(dict.fromkeys(exact)), tuple(dict.fromkeys(places)))


def _kind_of(form: str) -> tuple[str, ...]:
    """The words in a form: /bugs/5 and /ideas/5 are two things, /topic/5 and /topic/5/a-walk are one."""
    path, query = parted(form)
    words = [part for part in path.split("/") if not _NAMED.search(part)]
    return (*words, *(pair.partition("=")[0] for pair in query.split("&") if "{" in pair))


def _renamed(form: str, kind: int) -> str:
    """A form with names of its own: what forms of a role call alike is the same thing."""
    return _NAME.sub(lambda found: f"{found[0]}_{LETTERS[(kind - 1) % len(LETTERS)]}", form) if kind else form


def _functions(words: Iterable[str], forms: Sequence[str]) -> list[str]:
    """Forms of pages to write in, which look like threads where these have nothing but names: /b/tools/new."""
    paths = [path for form in forms if _ENDS_WITH_NAME.search(path := re.split(r"[\[?]", form)[0])]
    starts = [_NAMED.sub("*", _ENDS_WITH_NAME.sub("", path)) for path in paths]
    return [f"{start}{written(word)}?!*" for start in dict.fromkeys(starts) for word in sorted(words)]


def _people(lesson: Learned, forms: Sequence[str], root: str) -> list[str]:
    """Forms of pages about people that would fit those of threads or boards, where these have nothing but names:
    /profile/anna beside /tools/a-walk.
    """
    start = path_of(root).lstrip("/")
    plain = (shape for shape in lesson.people if shape.startswith(start) and shape.endswith("/*") and "?" not in shape)
    alike = [shape for shape in plain if _fit({(shape, ""): {origin_of(root) + f"/{shape[:-1]}anna"}}, forms, root)]
    return [f"{shape.removeprefix(start)}?!*" for shape in sorted(alike)]


def _fit(sets: dict[Key, set[str]], forms: Sequence[str], root: str) -> bool:
    """Whether some addresses of `sets` have one of these forms."""
    parsed = [parse_form(form) for form in forms]
    urls = [url for urls in sets.values() for url in urls]
    return any(form.match(path_of(url), query_of(url), path_of(root)) for form in parsed for url in urls)


def _first_pages(shape: str, urls: set[str], steps: dict[StepKey, Step]) -> set[str]:
    """`urls` without those of further pages that others of them have: beside topic=7.0, topic=7.15 is none; and where
    most end so, topic=8.15 is none, either."""
    firsts = {url for url in urls if _FIRST.search(url)}
    urls = _lowest(firsts if 2 * len(firsts) > len(urls) else urls)
    numbered = [step for (own, _), step in steps.items() if own == shape and step.old]
    further = {
        url
        for step in numbered
        for url in urls
        if (ending := re.search(rf"[0-9]+(?={re.escape(step.tail)}$)", url))
        and ending[0] != step.old
        and f"{url[: ending.start()]}{step.old}{step.tail}" in urls
    }
    return urls - further


def _lowest(urls: set[str]) -> set[str]:
    """Of `urls` that differ in numbers behind the first one of the last name, that with the lowest: thread-5-1-1.html,
    and not thread-5-2-1.html."""
    found: dict[str, tuple[tuple[int, ...], str]] = {}
    for url in sorted(urls):
        counted = _COUNTED.fullmatch(url)
        key = counted[1] if counted else url
        numbers = tuple(map(int, DIGITS.findall(counted[2]))) if counted else ()
        found[key] = min(found.get(key, (numbers, url)), (numbers, url))
    return {url for _, url in found.values()}


def _at(kind: _Pages) -> dict[str, Any]:
    return {"at": " | ".join(kind.places)} if kind.places else {}


def _listing(lesson: Learned, root: str) -> str:
    """The form of further pages of the entry page."""
    shape = skeleton(lesson.entry)
    step = next((step for (own, _), step in lesson.index_steps.items() if own == shape), None)
    if step is None:
        return ""
    front = path_of(lesson.entry).removeprefix(path_of(root)).rstrip("/")
    pairs = [(written(name), written(value)) for name, value in query_of(lesson.entry).items()]
    query = "&".join(f"{name}={value}" if value else name for name, value in pairs)
    texts = _with_pages(front + (f"{'&' if '?' in front else '?'}{query}" if query else ""), [step])
    text = texts[-1].replace("[", "").replace("]", "").lstrip("/")
    return f"{text}{'&' if '?' in text else '?'}!*"


def _with_pages(form: str, steps: Sequence[Step]) -> list[str]:
    """`form`, and how its further pages are written."""
    texts: list[str] = [form]
    for step in steps:
        path, query = parted(form)
        counter = "#" if step.is_carried else "{page0#}" if step.is_from_zero else f"{{page#{step.size or ''}}}"
        name = written(step.name)
        # In a path, the mark before a query and in ',page=2' mean what they say.
        before = written(step.before) if step.name else step.before
        page = f"{before}{counter}{written(step.after)}"
        more = "&".join(f"{written(name)}={written(value)}" for name, value in step.beside)
        # What the first page has in a parameter may go on there: num=7 and num=7/15.
        value = next((part for part in query.split("&") if name and part.startswith(f"{name}=")), "")
        if step.name and more:
            texts.append(f"{form}{'&' if '?' in form else '?'}{more}&{name}={counter}")
        elif step.name and not step.old and not value:
            texts[0] = f"{texts[0]}[{'&' if '?' in texts[0] else '?'}{name}={counter}]"
        elif step.name:
            if step.old and _NUMBER.fullmatch(value.partition("=")[2]):
                # The first page has the number, too: whatever it is, it does not say which thread it is.
                texts[0] = texts[0].replace(value, f"{name}={page}")
                continue
            changed = _changed(value, step, page)
            texts += [form.replace(value, changed)] if changed and value else []
        else:
            changed = _changed(f"/{path}".removesuffix(step.file).lstrip("/"), step, page)
            rest = "&".join(filter(None, (query, more)))
            texts += [changed + (f"{'&' if '?' in changed else '?'}{rest}" if rest else "")] if changed else []
    return texts


def _changed(text: str, step: Step, page: str) -> str:
    """`text`, a part of a form, with the page put where `step` has it; empty if it has no such place."""
    if not step.old + step.tail:
        return (text + page).strip("/")
    # Numbers behind the page may be any: thread-5-2-7.html, from the seventh page of a list.
    for tail in (step.tail, _NUMBER.sub("#", step.tail)):
        if text.endswith(step.old + tail):
            return (text[: len(text) - len(step.old + tail)] + page + tail).strip("/")
    if step.old:
        return ""
    # The page stands before what names the thing, or in it: /list/7.html goes on with /list/15/7.html, t7-title with
    # t7p2-title.
    places = [0, *(place for found in _NAMED.finditer(text) for place in found.span())]
    fitting = (place for place in places if _as_regex(text[place:]).fullmatch(step.tail))
    place = next(fitting, None)
    return (text[:place] + page + text[place:]).strip("/") if place is not None else ""


def _as_regex(form: str) -> re.Pattern[str]:
    """What the end of a form stands for."""
    texts = _NAMED.split(form)
    names = [r"[0-9]+" if "#" in name else "[^/?]+" for name in _NAMED.findall(form)]
    return re.compile("".join(re.escape(text) + name for text, name in zip(texts, [*names, ""], strict=True)))


def _pattern(place: str) -> str:
    """A pattern for the links at a tag path: its last steps, with their classes; more of them, if these have none."""
    steps = [_step(step) for step in place.split("/")]
    told = max((number for number, step in enumerate(steps) if "[" in step), default=0)
    return "/".join(steps[min(told, max(0, len(steps) - LAST_STEPS)) :]) + "/@href"


def _step(step: str) -> str:
    tag, _, name = step.partition("[")[0].partition(".")
    # What stands before a number is the same on all pages.
    plain = name.partition("#")[0]
    return f"{tag}[contains(@class, '{plain}')]" if len(plain) > 1 and _PLAIN.fullmatch(plain) else tag
