"""Texts in two elements: an introduction, or what stands behind 'continue reading'."""

from functools import partial

import pytest
from tests.unit.learn.articles.blogs import Post, classy, examples, item_of, post, posts, read, rules_of

from thresher.learn.articles import learn_rules


def parted(one: Post, place: str = "rest") -> str:
    """Every third post has its last paragraph, or its first, in an element of its own."""
    *most, last = one.paragraphs
    inner = f"<div class='entry-content'>{''.join(f'<p>{text}</p>' for text in one.paragraphs)}</div>"
    if one.number % 3:
        return classy(one)
    first, *others = one.paragraphs
    bodies = {
        "rest": ("".join(f"<p>{text}</p>" for text in most), f"<div id='rest' class='wide'><p>{last}</p></div>"),
        "lead": ("".join(f"<p>{text}</p>" for text in others), f"<div class='lead wide'><p>{first}</p></div>"),
    }
    body, part = bodies[place]
    text = f"<div class='entry-content'>{body}</div>"
    return classy(one).replace(inner, f"{text}{part}" if place == "rest" else f"{part}{text}")


@pytest.mark.parametrize("place", ["rest", "lead"])
def test_a_text_in_two_elements_is_read_whole(place: str) -> None:
    theme = partial(parted, place=place)
    rules = rules_of(theme, posts(9))

    for number in (42, 43):
        found, _ = read(theme(post(number)), post(number), rules)
        assert found.text.split("\n") == list(post(number).paragraphs)


def test_what_stands_beside_the_text_and_is_not_of_it_stays_out() -> None:
    def theme(one: Post) -> str:
        box = "<div class='more'>Buy a jar of honey from our shelf, or two of them if the winter is to be long.</div>"
        return classy(one).replace("<p class='tags'>", f"{box}<p class='tags'>")

    rules = rules_of(theme, posts(6))

    assert rules.more == ()


def test_a_title_inside_the_element_of_the_text_is_left_out_though_the_text_says_the_same() -> None:
    def theme(one: Post) -> str:
        body = "".join(f"<p>{text}</p>" for text in one.paragraphs)
        return (
            f"<html lang='en'><body><div class='column'><h1 class='title'>{one.title}</h1><h6 class='line'>"
            f"{one.published:%B %-d, %Y}</h6>{body}</div><p>All words are free to take.</p></body></html>"
        )

    def echoing(number: int) -> Post:
        one = post(number)
        return Post(number, one.title, (*one.paragraphs, f"{one.title}, as they say."), one.author, one.published)

    rules = learn_rules(examples(theme, [echoing(number) for number in range(1, 6)], item_of))

    assert rules is not None
    new = echoing(44)
    assert read(theme(new), new, rules)[0].text.split("\n") == list(new.paragraphs)
