"""What pages say of their article for machines."""

import json

import pytest
from lxml import html

from thresher.page.structured import StructuredArticle, structured_article, structured_claims


def claim(markup: str, source: str, url: str = "") -> StructuredArticle | None:
    claims = structured_claims(html.document_fromstring(markup), url)
    return next((one for one in claims if one.source == source), None)


def script(data: object) -> str:
    return f'<script type="application/ld+json">{json.dumps(data)}</script>'


def test_json_ld_gives_the_whole_article() -> None:
    data = {
        "@type": "BlogPosting",
        "headline": "A walk &amp; a talk",
        "author": {"@id": "#mara"},
        "datePublished": "2020-01-02",
        "dateModified": "2020-01-03",
        "articleBody": "We walked.\nWe talked.",
        "keywords": "walks, talks,",
        "mainEntityOfPage": {"@id": "https://b.example/walk"},
        "inLanguage": "en",
    }

    found = claim(f"<head>{script({'@graph': [data, {'@type': 'Person', '@id': '#mara', 'name': 'Mara'}]})}", "json-ld")

    assert found == StructuredArticle(
        "A walk & a talk", "Mara", "2020-01-02", "2020-01-03", "We walked.\nWe talked.", ("walks", "talks"),
        "https://b.example/walk", "en", "json-ld",
    )  # fmt: skip


def named(name: str) -> StructuredArticle:
    return StructuredArticle(name, url=f"https://b.example/{name}", source="json-ld")


def test_of_several_articles_the_one_with_the_address_of_the_page_is_its_own() -> None:
    articles = [{"@type": "Article", "headline": name, "url": f"https://b.example/{name}"} for name in ("one", "two")]
    page = f'<head><link rel="canonical" href="http://b.example/two/">{script(articles)}</head>'

    assert claim(page, "json-ld") == named("two")
    assert claim(f"<head>{script(articles)}</head>", "json-ld") == named("one")
    assert claim(f"<head>{script(articles)}</head>", "json-ld", "https://b.example/two#c") == named("two")


def test_a_picture_before_the_article_is_not_the_article() -> None:
    page = html.document_fromstring(
        f"<head>{script([{'@type': 'ImageObject', 'name': 'hut'}, {'@type': 'Article', 'name': 'A walk'}])}</head>"
    )

    found = structured_article(page)

    assert found is not None
    assert found.title == "A walk"


MICRODATA = """<body><article itemscope itemtype="http://schema.org/BlogPosting">
<link itemprop="mainEntityOfPage" href="https://b.example/walk">
<h1 itemprop="name headline">A  walk</h1>
<span itemprop="author" itemscope itemtype="http://schema.org/Person">by <b itemprop="name">Mara</b></span>
<time itemprop="datePublished" datetime="2020-01-02">yesterday</time><meta itemprop="dateModified" content="2020-01-03">
<div itemprop="articleBody">We walked.</div><a itemprop="keywords">walks</a><a itemprop="keywords">talks</a>
<div itemscope itemtype="http://schema.org/Comment"><b itemprop="author">Jon</b><p itemprop="articleBody">no</p></div>
</article></body>"""


def test_microdata_gives_properties_of_the_article_and_not_of_its_parts() -> None:
    found = claim(MICRODATA, "microdata")

    assert found is not None
    assert found.body is not None
    assert (found.title, found.author, found.published, found.modified, found.tags, found.url) == (
        "A walk", "Mara", "2020-01-02", "2020-01-03", ("walks", "talks"), "https://b.example/walk",
    )  # fmt: skip
    assert found.body.text == "We walked."


MICROFORMATS = """<body class="single"><article class="post hentry"><h1 class="entry-title">A walk</h1>
<abbr class="published" title="2020-01-02T10:00">yesterday</abbr>
<time class="updated" datetime="2020-01-03">today</time>
<span class="author vcard">by <a class="url fn n" href="/mara">Mara</a></span>
<div class="entry-content">We walked.</div>
<div class="comment hentry"><p class="entry-title">Re</p><div class="entry-content">no</div></div></article></body>"""
NEWER = """<div class="h-entry"><a class="p-name u-url" href="/walk">A walk</a><div class="p-author h-card">
<img alt=""><a class="p-name">Mara</a></div><time class="dt-published" datetime="2020-01-02T10:00"></time>
<time class="dt-updated">2020-01-03</time>
<div class="e-content">We walked.</div><b class="p-category">walks</b></div>"""


@pytest.mark.parametrize("page", [MICROFORMATS, NEWER])
def test_microformats_of_both_generations_are_read(page: str) -> None:
    found = claim(page, "microformats")

    assert found is not None
    assert found.body is not None
    assert (found.title, found.author, found.published, found.modified, found.body.text) == (
        "A walk", "Mara", "2020-01-02T10:00", "2020-01-03", "We walked.",
    )  # fmt: skip


@pytest.mark.parametrize("page", [MICRODATA, MICROFORMATS])
def test_a_list_of_articles_has_no_article_of_its_own(page: str) -> None:
    body = page.partition(">")[2]

    assert structured_claims(html.document_fromstring(f"<body>{body}{body}</body>")) == ()


def test_metas_are_read_whatever_they_are_called() -> None:
    page = """<head><meta property="og:title" content="A walk"><meta name="Author" content="Mara">
    <meta property="article:author" content="https://f.example/mara"><meta property="article:tag" content="walks">
    <meta property="article:tag" content="talks"><meta name="DCTERMS.created" content="2020-01-02">
    <meta property="article:modified_time" content="2020-01-03"><meta property="og:locale" content="en_GB"></head>"""

    assert claim(page, "open-graph") == StructuredArticle(
        "A walk", "Mara", "2020-01-02", "2020-01-03", tags=("walks", "talks"), language="en_GB", source="open-graph"
    )


@pytest.mark.parametrize(
    "markup",
    [
        "<p>nothing",
        "<meta name=author><meta content=x><meta name='' content='x'>",
        "<article itemscope itemtype=''><b itemprop='headline'>x</b></article>",
        "<div class='entry'>x</div>",
        script({"@type": "Article"}).replace("}", ""),
        script({"@graph": [7, None, [1]], "mainEntity": "x"}),
    ],
)
def test_pages_that_describe_nothing_claim_nothing(markup: str) -> None:
    assert structured_claims(html.document_fromstring(f"<html><body>{markup}</body></html>")) == ()


def test_odd_values_are_passed_over() -> None:
    odd = {"@type": "Article", "headline": [[[[["x"]]]]], "author": True, "keywords": [{"name": "a"}, None], "url": 7}

    found = claim(f"<head>{script(odd)}</head>", "json-ld")

    assert found == StructuredArticle(tags=("a",), source="json-ld")
