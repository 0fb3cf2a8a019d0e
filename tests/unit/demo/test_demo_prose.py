"""Texts from the stock of sentences."""

import re

from thresher.demo.prose import Writer, load_stock, slug


def test_every_word_that_a_sentence_asks_for_is_in_the_stock() -> None:
    stock = load_stock()
    asked = {name for lines in stock.values() for line in lines for name in re.findall(r"\{(\w+)\}", line)}

    assert asked
    assert {f"word {name}" for name in asked} <= stock.keys()


def test_no_sentence_leaves_a_choice_or_a_word_open() -> None:
    writer = Writer(1)
    for section, lines in load_stock().items():
        if not section.startswith("word "):
            for _ in lines:
                sentence = writer.sentence(section)
                assert not re.search(r"[\[\]{}|]", sentence)
                assert sentence[0] == sentence[0].upper()


def test_a_text_has_no_sentence_twice_while_the_stock_lasts() -> None:
    writer = Writer(3, {"a": ("one", "two", "three")})
    drawn = []
    for _ in range(4):
        writer.begin()
        drawn.append({writer.sentence("a") for _ in range(3)})

    assert all(text == {"One", "Two", "Three"} for text in drawn)


def test_a_sentence_does_not_use_the_same_word_twice() -> None:
    writer = Writer(2, {"a": ("{few} {few}",), "word few": ("two", "three")})

    assert {writer.sentence("a") for _ in range(20)} == {"Two three", "Three two"}


def test_slugs_hold_letters_digits_and_single_dashes() -> None:
    assert slug('<Notes> for whoever\'s "my" beds & pots') == "notes-for-whoevers-my-beds-pots"
