"""The words of our triples: name spaces, classes and properties. docs/reference/vocabulary.md explains them."""

from thresher.model import ObjectType

PREFIXES = {
    "sioc": "http://rdfs.org/sioc/ns#",
    "sioct": "http://rdfs.org/sioc/types#",
    "schema": "https://schema.org/",
    "dcterms": "http://purl.org/dc/terms/",
    "foaf": "http://xmlns.com/foaf/0.1/",
    "prov": "http://www.w3.org/ns/prov#",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
    "thresher": "urn:thresher:",
}
"""Declared in every query and every Turtle file."""

# Classes above a class are written out: the store draws no conclusions by itself.
CLASSES: dict[ObjectType, tuple[str, ...]] = {
    ObjectType.FORUM: ("sioc:Forum", "sioc:Container"),
    ObjectType.THREAD: ("sioc:Thread", "sioc:Container"),
    ObjectType.BOARD_POST: ("sioct:BoardPost", "sioc:Post", "schema:DiscussionForumPosting"),
    ObjectType.BLOG_POST: ("sioct:BlogPost", "sioc:Post", "schema:BlogPosting"),
    ObjectType.COMMENT: ("sioct:Comment", "sioc:Post", "schema:Comment"),
    ObjectType.WIKI_ARTICLE: ("sioct:WikiArticle", "sioc:Item", "schema:Article"),
    ObjectType.QUESTION: ("sioct:Question", "sioc:Post", "schema:Question"),
    ObjectType.ANSWER: ("sioct:Answer", "sioc:Post", "schema:Answer"),
    ObjectType.NEWS_ARTICLE: ("sioc:Item", "schema:NewsArticle"),
    ObjectType.MICROBLOG_POST: ("sioct:MicroblogPost", "sioc:Post", "schema:SocialMediaPosting"),
    ObjectType.IMAGE: ("sioc:Item", "schema:ImageObject"),
    ObjectType.VIDEO: ("sioc:Item", "schema:VideoObject"),
    ObjectType.AUDIO: ("sioc:Item", "schema:AudioObject"),
    ObjectType.BOOKMARK: ("sioc:Item", "thresher:Bookmark"),
    ObjectType.USER_ACCOUNT: ("sioc:UserAccount", "foaf:OnlineAccount"),
}

PROPERTIES: dict[str, tuple[str, ...]] = {
    "type": ("rdf:type",),
    "url": ("schema:url",),
    "title": ("dcterms:title",),
    "author": ("sioc:has_creator",),
    "published": ("dcterms:created",),
    "modified": ("dcterms:modified",),
    "text": ("sioc:content",),
    "own_text": ("thresher:ownText",),
    "links": ("sioc:links_to",),
    "images": ("schema:image",),
    "tags": ("schema:keywords",),
    "container": ("dcterms:isPartOf", "sioc:has_container", "sioc:has_parent"),
    "container_title": ("dcterms:title",),
    "reply_to": ("sioc:reply_of",),
    "position": ("thresher:page", "thresher:place"),
    "confidence": ("thresher:confidence",),
    "version": ("schema:version",),
    "source": ("prov:wasDerivedFrom",),
    "rule": ("prov:wasGeneratedBy",),
}
"""Object key → properties of the object's resource (of the container's for `container_title`)."""

CAPTURE = ("thresher:file", "thresher:offset", "schema:url", "prov:generatedAtTime")
"""Properties of a capture."""

ACCOUNT = ("sioc:name", "foaf:accountName", "foaf:accountServiceHomepage")
"""Properties of an account."""


def expand(name: str) -> str:
    """The whole IRI of a prefixed name.

    >>> expand("sioc:Post")
    'http://rdfs.org/sioc/ns#Post'
    """
    prefix, _, local = name.partition(":")
    return PREFIXES[prefix] + local
