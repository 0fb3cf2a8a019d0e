"""Addresses of wikis."""

import pytest

from thresher.knowledge import load_base

ROOT = "http://wiki.example/"


@pytest.mark.parametrize("title", ["Ferry", "Star:_Wars", "F%C3%A4hre:_eine_Sage", "Help_me:_a_song"])
def test_an_article_right_below_a_mediawiki_may_have_a_colon(title: str) -> None:
    assert load_base().type("mediawiki").urls.read(ROOT + title, ROOT).role == ""


@pytest.mark.parametrize(
    ("title", "role"),
    [
        ("Special:Random", "view"),
        ("Talk:Ferry", "view"),
        ("User_talk:Anna", "view"),
        ("Template:Boat/small", "view"),
        ("User:Anna", "profile"),
        ("Category:Boats", "category"),
        ("File:Boat.png", "media"),
    ],
)
def test_other_namespaces_of_a_mediawiki_are_no_articles(title: str, role: str) -> None:
    assert load_base().type("mediawiki").urls.read(ROOT + title, ROOT).role == role


@pytest.mark.parametrize("root", [ROOT, ROOT + "wiki/"])
def test_start_pages_of_a_dokuwiki_under_rewritten_addresses_are_articles(root: str) -> None:
    urls = load_base().type("dokuwiki").urls

    assert urls.read(root + "river/start", root).role == urls.read(root + "river:start", root).role == "article"
    assert urls.read(root + "river/start").root == ""
    assert urls.read(root, root).role == "home"
