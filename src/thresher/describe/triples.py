"""An object as triples (docs/reference/vocabulary.md)."""

from collections.abc import Iterator

from thresher.describe.known import moment
from thresher.describe.oxigraph import Literal, NamedNode, Quad
from thresher.describe.stored import StoredObject
from thresher.describe.terms import account, iri, minted, name, site, when
from thresher.describe.vocabulary import CLASSES
from thresher.model import ObjectType, Source, WebObject

Term = NamedNode | Literal
Fact = tuple[NamedNode, str, Term]

PROVENANCE = NamedNode("urn:thresher:provenance")
"""The graph of captures and rules."""

ANSWERING = frozenset({ObjectType.COMMENT, ObjectType.ANSWER})
"""Types whose container is what they answer; a post is no container in SIOC."""
HOLDING = frozenset({ObjectType.FORUM, ObjectType.THREAD})
"""Types that are containers themselves; SIOC gives them a parent."""


def graph_of(identity: str) -> NamedNode:
    """The named graph with everything about the object's current version, so that it can be replaced as a whole."""
    return NamedNode(f"urn:thresher:current:{iri(identity).value}")


def quads_of(stored: StoredObject) -> list[Quad]:
    graph = graph_of(stored.web.id)
    return [Quad(subject, name(key), value, graph) for subject, key, value in _facts(stored)]


def provenance_of(stored: StoredObject) -> list[Quad]:
    """What is known of the capture and the rule, which many objects share and nothing changes: a graph for all."""
    facts = _shared_facts(stored.web.source, stored.web.rule)
    return [Quad(subject, name(key), value, PROVENANCE) for subject, key, value in facts]


def _facts(stored: StoredObject) -> Iterator[Fact]:
    web = stored.web
    me = iri(web.id)
    for kind in CLASSES[web.type]:
        yield me, "rdf:type", name(kind)
    if web.url:
        yield me, "schema:url", iri(web.url)
    for key, text in (("dcterms:title", web.title), ("sioc:content", web.text), ("thresher:ownText", web.own_text)):
        if text:
            yield me, key, Literal(text)
    for key, text in (("dcterms:created", web.published), ("dcterms:modified", web.modified)):
        if text:
            yield me, key, when(text)
    yield from _relations(me, web)
    if web.container and web.container_title and not stored.is_container_stored:
        # The container's own graph would have it; said here as well, it would outlive a change of title.
        yield iri(web.container), "dcterms:title", Literal(web.container_title)
    yield from _author(me, web)
    yield from _origin(me, web)
    yield me, "thresher:confidence", Literal(float(web.confidence))
    yield me, "schema:version", Literal(stored.version)


def _relations(me: NamedNode, web: WebObject) -> Iterator[Fact]:
    for key, addresses in (("sioc:links_to", web.links), ("schema:image", web.images)):
        for address in addresses:
            yield me, key, iri(address)
    for tag in web.tags:
        yield me, "schema:keywords", Literal(tag)
    answered = web.reply_to or (web.container if web.type in ANSWERING else "")
    if answered:
        yield me, "sioc:reply_of", iri(answered)
    if not web.container:
        return
    container = iri(web.container)
    yield me, "dcterms:isPartOf", container
    if web.type not in ANSWERING:
        yield me, "sioc:has_parent" if web.type in HOLDING else "sioc:has_container", container
    yield me, "thresher:page", Literal(web.order[0])
    yield me, "thresher:place", Literal(web.order[1])


def _author(me: NamedNode, web: WebObject) -> Iterator[Fact]:
    if web.type is ObjectType.USER_ACCOUNT:
        yield from _account(me, web.title or web.author, web)
    elif web.author or web.author_url:
        person = account(web.author, web.author_url, web.source.url or web.url)
        yield me, "sioc:has_creator", person
        yield person, "rdf:type", name("sioc:UserAccount")
        yield person, "rdf:type", name("foaf:OnlineAccount")
        yield from _account(person, web.author, web)


def _account(person: NamedNode, called: str, web: WebObject) -> Iterator[Fact]:
    if called:
        yield person, "sioc:name", Literal(called)
        yield person, "foaf:accountName", Literal(called)
    if (home := site(web.source.url or web.url)) is not None:
        yield person, "foaf:accountServiceHomepage", home


def _origin(me: NamedNode, web: WebObject) -> Iterator[Fact]:
    yield me, "prov:wasDerivedFrom", _capture(web.source)
    if web.rule:
        yield me, "prov:wasGeneratedBy", minted("rule", web.rule)


def _capture(source: Source) -> NamedNode:
    where = f"{source.file}/{source.offset}" if source.file else f"{moment(source.time)}/{source.url}"
    return minted("capture", where)


def _shared_facts(source: Source, rule: str) -> Iterator[Fact]:
    capture = _capture(source)
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
