"""An object as triples (docs/reference/vocabulary.md); what it shares with others is in `shared`."""

from collections.abc import Iterator

from thresher.describe.oxigraph import Literal, NamedNode, Quad
from thresher.describe.shared import Fact, account_of, capture_of
from thresher.describe.stored import StoredObject
from thresher.describe.terms import iri, minted, name, when
from thresher.describe.vocabulary import CLASSES
from thresher.model import ObjectType, WebObject

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


def _facts(stored: StoredObject) -> Iterator[Fact]:
    web = stored.web
    me = iri(web.id)
    if web.type is not ObjectType.USER_ACCOUNT:
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
    if (person := account_of(web)) is not None and web.type is not ObjectType.USER_ACCOUNT:
        yield me, "sioc:has_creator", person
    yield me, "prov:wasDerivedFrom", capture_of(web.source)
    if web.rule:
        yield me, "prov:wasGeneratedBy", minted("rule", web.rule)
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
