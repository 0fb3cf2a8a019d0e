"""Example pages → what their addresses look like by role, and where lists have the links to them."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from thresher.knowledge.forms import path_of
from thresher.knowledge.noise import judge
from thresher.learn.addresses import forms_of
from thresher.learn.flipping import Step, step_between
from thresher.learn.induce.examples import Example, Seen, by_site
from thresher.learn.posts.names import names_of
from thresher.learn.shapes import names_thing, skeleton
from thresher.page import origin_of
from thresher.pattern import parse

ROOT_SHARE = 0.9
"""Of the links of a site's pages that are in the folder its application lives in."""
LEAST_LINKS = 3
GOOD = 0.85
MAX_FORMS = 4


@dataclass(frozen=True, slots=True)
class RoleForm:
    """A form of addresses, and on how many sites it was found."""

    text: str
    addresses: int
    seen: Seen
    is_loose: bool
    """Other pages may well have such addresses, too."""


def root_of_site(examples: Sequence[Example]) -> str:
    """The folder that all pages are in; if they are of one kind only, nearly all of what they link to, too."""
    shapes = {skeleton(one.page.url).partition("?")[0] for one in examples}
    origin = origin_of(examples[0].page.url)
    urls = [one.page.url for one in examples]
    links = [url for one in examples for url in one.sight.urls if url.startswith(origin)]
    root = f"{origin}/"
    for part in path_of(urls[0]).split("/")[1:-1]:
        deeper = f"{root}{part}/"
        inside = sum(url.startswith(deeper) for url in links)
        if not part or any(map(str.isdigit, part)) or not all(url.startswith(deeper) for url in urls):
            break
        if len(shapes) == 1 and inside < ROOT_SHARE * max(1, len(links)):
            break
        root = deeper
    return root


def addresses_of(examples: Sequence[Example], pages: Sequence[Example]) -> dict[str, list[str]]:
    """Site → addresses of `pages`, and those that any of the examples of the site link to and look like them."""
    found: dict[str, list[str]] = {}
    for site, some in by_site(examples).items():
        own = [one.page.url for one in pages if one.site == site and one.has_address]
        shapes = {shape for shape in map(skeleton, own) if names_thing(shape)}
        links = {url for one in some for url in one.sight.urls if skeleton(url) in shapes}
        plain = [url for url in (*own, *sorted(links)) if judge(url).verdict == "keep"]
        if shapes and plain:
            found[site] = list(dict.fromkeys(plain))
    return found


def role_forms(examples: Sequence[Example], addresses: dict[str, list[str]], steps: Iterable[Step]) -> list[RoleForm]:
    """Forms that addresses have, those of most sites first; further pages of them included."""
    texts: defaultdict[str, set[str]] = defaultdict(set)
    counts: Counter[str] = Counter()
    loose: set[str] = set()
    sites = by_site(examples)
    for site, urls in addresses.items():
        root = root_of_site(sites[site])
        first = [url for url in urls if not any(step_between(other, url) for other in urls if len(other) < len(url))]
        for form in forms_of(first or urls, root)[:MAX_FORMS]:
            text = _named(form.text)
            if "{" not in text or (form.is_loose and len(form.urls) < LEAST_LINKS):
                continue
            if re.fullmatch(r"[\w./?=&{}#~*\[\]%+,;:!@-]*", text) and text:
                texts[text].add(site)
                counts[text] += len(form.urls)
                loose |= {text} if form.is_loose else set()
    ordered = sorted(texts, key=lambda text: (-len(texts[text]), -counts[text]))
    total = sum(map(len, addresses.values()))
    ways = list({step.key: step for step in steps}.values())
    return [
        RoleForm(
            _with_pages(text, ways),
            counts[text],
            Seen(counts[text], total, len(texts[text]), len(sites)),
            text in loose,
        )
        for text in ordered[:MAX_FORMS]
    ]


def _named(form: str) -> str:
    """A form whose one nameless part has a name that says what it is."""
    if "{id#}" not in form and form.count("#}") == 1 and "{y#}" not in form:
        return re.sub(r"\{[a-z]#\}", "{id#}", form)
    return re.sub(r"\{[a-ce-ln-xz]~\}", "{name~}", form) if form.count("~}") == 1 else form


def steps_of(pages: Sequence[Example]) -> list[Step]:
    """Ways in which the pages are flipped, as far as links say so."""
    return [flips.step for one in pages if one.has_address for flips in one.sight.flips if flips.sign]


def _with_pages(form: str, steps: Sequence[Step]) -> str:
    """`form` with the number of a further page, which may be missing, as a parameter or at the end of the path."""
    path, _, query = form.partition("?")
    for step in steps:
        counter = "{page0#}" if step.is_from_zero else "{page#}"
        if step.name and not step.old and not step.beside and f"{step.name}=" not in query:
            return f"{form}[{'&' if query else '?'}{step.name}={counter}]"
        if not step.name and not step.old and not query and re.fullmatch(r"[\w/-]+", step.before):
            ending = re.search(r"\.[a-z]{2,5}$", path)
            if bool(ending) == bool(step.tail):
                stem = path[: ending.start()] if ending else path
                return f"{stem}[{step.before}{counter}]{path[len(stem) :]}"
    return form


def link_pattern(lists: Sequence[Example], wanted: dict[str, list[str]]) -> tuple[str, Seen] | None:
    """Where lists have their links to pages of a role: the pattern that finds nearly all of them and little else."""
    pages: list[tuple[Example, set[Any], set[Any]]] = []
    for one in lists:
        urls = set(wanted.get(one.site, ()))
        spots = [spot for spot in one.sight.spots if spot.element.tag == "a"]
        own = {spot.element for spot in spots if spot.url in urls and any(map(str.isalpha, spot.text))}
        if len({spot.url for spot in spots if spot.element in own}) >= LEAST_LINKS:
            pages.append((one, own, {spot.element for spot in spots}))
    names = Counter(name for _, own, _ in pages for link in own for name in dict.fromkeys(names_of(link)))
    best: tuple[float, str, Seen] | None = None
    for name, _ in names.most_common(40):
        if "[" not in name:
            continue
        pattern = parse(name)
        scores = []
        for _, own, links in pages:
            chosen = {node for node in pattern.select(_tree_of(own)) if not isinstance(node, str) and node in links}
            hrefs = {link.get("href") for link in own}
            right = len({link.get("href") for link in chosen & own})
            scores.append(2 * right / max(1, len(hrefs) + len({link.get("href") for link in chosen})))
        value = sum(scores) / len(scores)
        good = [page for (page, _, _), score in zip(pages, scores, strict=True) if score >= GOOD]
        counts = Seen(
            len(good), len(pages), len({page.site for page in good}), len({page.site for page, _, _ in pages})
        )
        if value >= GOOD and (best is None or value > best[0] + 0.01):
            best = value, f"{name}/@href", counts
    return (best[1], best[2]) if best else None


def _tree_of(elements: set[Any]) -> Any:
    """The root that elements of one page hang below."""
    return next(iter(elements)).getroottree().getroot()
