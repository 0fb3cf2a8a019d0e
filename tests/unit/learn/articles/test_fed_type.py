"""What a feed has taught, as an application type."""

import pytest
from tests.unit.learn.articles.blogs import ROOT, classy, comment_rules, posts, rules_of

from thresher.knowledge import ApplicationType
from thresher.knowledge.build import build_type
from thresher.learn.articles import Taught, type_of

BY_MONTH = tuple(one.url for one in posts(8))
BY_NAME = tuple(f"{ROOT}{name}/" for name in ("a-walk", "the-old-mill", "on-lamps", "keys", "a-wheel-and-a-stone"))
BY_NUMBER = tuple(f"{ROOT}?p={number}" for number in (3, 17, 40, 122))
BY_DAY = tuple(f"{ROOT}2021/0{number}/1{number}/part-{number}.html" for number in (1, 2, 3, 5))


def built(urls: tuple[str, ...]) -> ApplicationType:
    return build_type(type_of(Taught(urls, ROOT), "fed-b"), ("fed-b", "blog"))


@pytest.mark.parametrize(
    ("urls", "other", "stranger"),
    [
        (BY_MONTH, f"{ROOT}2023/11/post-71", f"{ROOT}2023/11/"),
        (BY_NAME, f"{ROOT}another-one/", f"{ROOT}tag/mills/"),
        (BY_NUMBER, f"{ROOT}?p=5", f"{ROOT}?cat=5"),
        (BY_DAY, f"{ROOT}2022/11/30/part-12.html", f"{ROOT}2022/11/"),
    ],
    ids=["month", "name", "number", "day"],
)
def test_addresses_of_other_posts_are_known_by_their_form(urls: tuple[str, ...], other: str, stranger: str) -> None:
    forms = built(urls).urls

    assert {forms.read(url, ROOT).role for url in (*urls, other)} == {"post"}
    assert forms.read(stranger, ROOT).role != "post"


@pytest.mark.parametrize("urls", [BY_MONTH, BY_NAME, BY_NUMBER, BY_DAY], ids=["month", "name", "number", "day"])
def test_each_post_has_an_identity_of_its_own(urls: tuple[str, ...]) -> None:
    assert len({built(urls).urls.read(url, ROOT).identity for url in urls}) == len(urls)


@pytest.mark.parametrize(
    ("urls", "one", "other"),
    [
        (BY_MONTH, f"{ROOT}2021/03/post-7", f"{ROOT}2021/04/post-7"),
        (BY_MONTH, f"{ROOT}2021/03/post-7", f"{ROOT}2022/03/post-7"),
        (BY_DAY, f"{ROOT}2021/03/01/part-1.html", f"{ROOT}2021/03/09/part-1.html"),
    ],
)
def test_posts_of_one_name_from_different_days_are_two(urls: tuple[str, ...], one: str, other: str) -> None:
    forms = built(urls).urls

    assert forms.read(one, ROOT).identity != forms.read(other, ROOT).identity


def test_rules_stand_in_the_type_as_in_a_file_of_knowledge() -> None:
    rules = rules_of(classy, posts(5))

    data = type_of(Taught(BY_MONTH, ROOT, rules), "fed-b")

    assert data["source"] == "fed"
    assert data["levels"][0]["extract"] == [rules.as_data()]
    assert "dates" not in data


def test_comments_without_rules_for_posts_are_left_out() -> None:
    assert comment_rules(classy, posts(2)) is None
    assert type_of(Taught(BY_MONTH, ROOT), "fed-b")["levels"][0]["extract"] == []
