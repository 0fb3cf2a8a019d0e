"""Accounts: from the links around posts to SPARQL, without a request for a profile."""

from pathlib import Path

from tests.support.crawling import crawl_settings, run_crawl
from tests.support.raw import Script, html, raw_server, words

from thresher.describe import sync_rdf
from thresher.describe.oxigraph import Store, query

AUTHORS = {1: "anna", 2: "ben"}


def asked(root: Path, text: str) -> list[tuple[str, ...]]:
    store = Store.read_only(str(root / "rdf"))
    return sorted(tuple(getattr(term, "value", "") for term in row) for row in query(store, text))  # type: ignore[union-attr]


def thread(number: int) -> bytes:
    posts = "".join(
        f'<div id="p{number * 10 + user}" class="post"><div class="postbody"><p class="author">by <a class="username" '
        f'href="./memberlist.php?mode=viewprofile&amp;u={user}&amp;sid=s{number}">{name}</a> &raquo; Sat Jun 01, 2024'
        f' 1:00 pm</p><div class="content">{words(number * 10 + user)}</div></div></div>'
        for user, name in AUTHORS.items()
    )
    return html(f'<body id="phpbb" class="section-viewtopic"><h2 class="topic-title">Topic {number}</h2>{posts}</body>')


def test_authors_of_a_forum_are_accounts_with_a_name_and_posts(tmp_path: Path) -> None:
    links = "".join(f'<a class="topictitle" href="./viewtopic.php?t={n}&amp;sid=a">{words(n)}</a>' for n in (1, 2))
    answers: dict[str, Script] = {
        "/viewforum.php?f=1": html(f'<body id="phpbb" class="section-viewforum">{links}</body>'),
        "/viewtopic.php?t=1": thread(1),
        "/viewtopic.php?t=2": thread(2),
    }

    with raw_server(answers) as server:
        summary = run_crawl(tmp_path, crawl_settings(server.url + "/viewforum.php?f=1"))
    sync_rdf(tmp_path / "catalog.db", tmp_path / "rdf")

    assert not [path for path in server.paths if "memberlist" in path]
    assert summary.objects == {"Thread": 2, "BoardPost": 4, "UserAccount": 2}
    found = "SELECT ?account ?name (COUNT(?post) AS ?posts) { ?post a sioc:Post; sioc:has_creator ?account . "
    assert asked(tmp_path, found + "?account a sioc:UserAccount; sioc:name ?name } GROUP BY ?account ?name") == [
        (f"{server.url}/memberlist.php?mode=viewprofile&u={user}", name, "2") for user, name in AUTHORS.items()
    ]
    kept = "SELECT ?name { ?account a sioc:UserAccount; schema:url ?url; dcterms:title ?name }"
    assert asked(tmp_path, kept) == [("anna",), ("ben",)]
