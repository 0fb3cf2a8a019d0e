"""What many objects say alike: accounts, captures, rules, titles of containers that are no objects themselves.

It has one graph for all. Oxigraph does not unite its graphs into a set: a triple that stood in the graphs of three
posts would be found three times, and every count would be wrong.
"""

from collections.abc import Hashable, Iterable, Iterator

from thresher.describe.known import moment
from thresher.describe.oxigraph import Literal, NamedNode, Quad, Store
from thresher.describe.stored import StoredObject
from thresher.describe.terms import account, iri, minted, name, site, when
from thresher.describe.vocabulary import CLASSES
from thresher.model import ObjectType, Source, WebObject

Fact = tuple[NamedNode, str, NamedNode | Literal]

SHARED = NamedNode("urn:thresher:shared")
WROTE = name("sioc:has_creator")


def shared_quads(stored: StoredObject, told: set[Hashable]) -> list[Quad]:
    """What `stored` says of others; nothing that is in `told` already, which grows by it."""
    web = stored.web
    parts: list[tuple[Hashable, Iterator[Fact]]] = [((web.source, web.rule), _origin(web.source, web.rule))]
    if (person := account_of(web)) is not None:
        called = web.title or web.author if web.type is ObjectType.USER_ACCOUNT else web.author
        home = site(web.source.url or web.url)
        parts.append(((person.value, called, home and home.value), _account(person, called, home)))
    if web.container and web.container_title and not stored.is_container_stored:
        titled = (iri(web.container), "dcterms:title", Literal(web.container_title))
        parts.append(((web.container, web.container_title), iter([titled])))
    fresh = [facts for key, facts in parts if key not in told]
    told.update(key for key, _ in parts)
    return [Quad(subject, name(key), value, SHARED) for facts in fresh for subject, key, value in facts]


def drop_borrowed_title(store: Store, identity: str) -> None:
    """The title that others gave a container, now that it is an object and has its own."""
    for quad in list(store.quads_for_pattern(iri(identity), name("dcterms:title"), None, SHARED)):
        store.remove(quad)


def drop_accounts(store: Store, persons: Iterable[NamedNode]) -> None:
    """What is known of accounts that nothing in the store was written by any more."""
    for person in persons:
        if next(store.quads_for_pattern(None, WROTE, person, None), None) is None:
            for quad in list(store.quads_for_pattern(person, None, None, SHARED)):
                store.remove(quad)


def accounts_in(store: Store, identity: str) -> list[NamedNode]:
    """Who wrote an object, as the store has it; of an account, itself."""
    quads = store.quads_for_pattern(iri(identity), WROTE, None, None)
    return [iri(identity), *(quad.object for quad in quads if isinstance(quad.object, NamedNode))]


def account_of(web: WebObject) -> NamedNode | None:
    """The account that wrote an object; of an account, itself."""
    if web.type is ObjectType.USER_ACCOUNT:
        return iri(web.id)
    if not web.author and not web.author_url:
        return None
    return account(web.author, web.author_url, web.source.url or web.url)


def capture_of(source: Source) -> NamedNode:
    where = f"{source.file}/{source.offset}" if source.file else f"{moment(source.time)}/{source.url}"
    return minted("capture", where)


def _account(person: NamedNode, called: str, home: NamedNode | None) -> Iterator[Fact]:
    for kind in CLASSES[ObjectType.USER_ACCOUNT]:
        yield person, "rdf:type", name(kind)
    if called:
        yield person, "sioc:name", Literal(called)
        yield person, "foaf:accountName", Literal(called)
    if home is not None:
        yield person, "foaf:accountServiceHomepage", home


def _origin(source: Source, rule: str) -> Iterator[Fact]:
    capture = capture_of(source)
    yield capture, "rdf:type", name("prov:Entity")
    if source.file:
        yield capture, "thresher:file", Literal(source.file)
        yield capture, "thresher:offset", Literal(source.offset)
    if source.url:
        yield capture, "schema:url", iri(source.url)
    yield capture, "prov:generatedAtTime", when(moment(source.time))
    if rule:
        activity = minted("rule", rule)
        yield activity, "rdf:type", name("prov:Activity")
        yield activity, "rdfs:label", Literal(rule)
