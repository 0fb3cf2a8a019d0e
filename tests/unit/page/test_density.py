"""Where on a page is what a feed item speaks of: by runs of words, by shorter ones, by concepts."""

from lxml import etree, html

from thresher.page import Sheet, Wrapper, find_wrapper

TITLE = "A walk to the mill"
TEXT = (
    "We went down the river in the morning and came to the old mill before noon. The miller had left his keys under "
    "a stone, so that everybody could look at the wheel and the grinding stones inside."
)
OTHER = "Yesterday the council spoke about new lamps for the market square, and nobody was against them in the end."
MENU = "<div id='menu'><a href='/'>Home</a> <a href='/about'>About the river and the people who live there</a></div>"


def sheet_of(body: str) -> Sheet:
    return Sheet.of(html.document_fromstring(f"<html><body>{MENU}{body}</body></html>"))


def find(body: str, title: str, description: str, language: str = "") -> Wrapper:
    found = find_wrapper(sheet_of(body), title, description, language)
    assert found is not None
    return found


def name_of(element: etree._Element) -> str:
    return element.get("id") or str(element.tag)


def test_a_text_is_found_by_runs_of_three_words() -> None:
    found = find(
        f"<div id='all'><div id='other'><p>{OTHER}</p></div><div id='post'><h1>{TITLE}</h1><p>{TEXT}</p></div></div>",
        TITLE,
        TEXT,
    )

    assert (name_of(found.element), found.run, found.share) == ("post", 3, 1.0)
    assert 0.8 < found.density < 1


def test_a_beginning_is_enough() -> None:
    body = f"<div id='post'><p>{TEXT}</p><p>{OTHER}</p></div>"

    assert name_of(find(body, "", " ".join(TEXT.split()[:15])).element) == "post"


def test_comments_that_repeat_words_of_the_post_are_not_the_post() -> None:
    comments = "".join(f"<div class='c'><p>The old mill, yes. {OTHER}</p></div>" for _ in range(5))
    body = f"<div id='post'><p>{TEXT}</p></div><div id='comments'>{comments}</div>"

    assert name_of(find(body, TITLE, TEXT).element) == "post"


def test_where_markup_tears_runs_apart_shorter_ones_are_tried() -> None:
    words = TEXT.split()
    pairs = " ".join(f"<b>{one} {two}</b>" for one, two in zip(*[iter(words)] * 2, strict=False))

    found = find(f"<div id='other'>{OTHER}</div><div id='post'><p>{pairs}</p></div>", "", TEXT)

    assert (name_of(found.element), found.run) == ("post", 2)


def test_a_summary_in_other_words_is_found_by_its_concepts() -> None:
    body = f"<div id='other'><p>{OTHER}</p></div><div id='post'><p>{TEXT}</p></div>"

    found = find(body, "Walking: mills", "Mornings by rivers; mills; grinding stone; wheels", "en")

    assert (name_of(found.element), found.run) == ("post", 0)


def test_concepts_are_compared_by_their_stems() -> None:
    body = "<div id='a'>They walked and painted all day.</div><div id='b'>Nothing of the kind happened here.</div>"

    assert name_of(find(body, "walking", "painting").element) == "a"


def test_stems_are_those_of_the_language() -> None:
    body = "<div id='a'>Die Häuser standen leer.</div><div id='b'>Nichts davon ist je geschehen.</div>"

    assert name_of(find(body, "", "Hauses", "de-AT").element) == "a"
    assert find_wrapper(sheet_of(body), "", "Hauses", "en") is None


def test_what_holds_less_than_half_of_the_context_is_not_it() -> None:
    third = " ".join(TEXT.split()[:9])

    assert find_wrapper(sheet_of(f"<div id='teaser'><p>{third}</p></div><div>{OTHER}</div>"), "", TEXT) is None


def test_several_objects_on_one_page_are_each_found_by_their_own_item() -> None:
    words = ("barn", "church", "forge", "quarry")
    texts = {word: f"We saw the {word} of our {word} people. {TEXT.replace('mill', word)}" for word in words}
    body = "".join(f"<div id='{word}'><p>{text}</p></div>" for word, text in texts.items())

    for word, text in texts.items():
        assert name_of(find(body, "", text).element) == word


def test_nothing_fits_an_item_about_something_else() -> None:
    assert find_wrapper(sheet_of(f"<div>{OTHER}</div>"), TITLE, TEXT) is None


def test_an_empty_item_or_page_finds_nothing() -> None:
    assert find_wrapper(sheet_of(f"<div>{TEXT}</div>"), "", "") is None
    assert find_wrapper(sheet_of(f"<div>{TEXT}</div>"), "…", "!?") is None
    assert find_wrapper(sheet_of(""), TITLE, TEXT) is None
    assert find_wrapper(Sheet.of(html.document_fromstring("<p></p>")), TITLE, TEXT) is None


def test_texts_of_links_are_leaves() -> None:
    links = "".join(f"<a href='/{number}'>{piece}.</a> " for number, piece in enumerate(TEXT.split(".")))
    body = f"<div id='other'>{OTHER}</div><div id='post'>{links}</div>"

    assert name_of(find(body, "", TEXT).element) == "post"


def test_what_stands_for_images_is_a_leaf() -> None:
    comic = f"<div id='other'><p>{OTHER}</p></div><div id='comic'><img src='/1.png' alt='{TEXT}'></div>"

    found = find(comic, "", TEXT)

    assert (name_of(found.element), found.run) == ("comic", 3)
    assert found.density < 1


def test_an_image_with_the_title_is_not_the_post() -> None:
    body = f"<div id='logo'><img src='/1.png' alt='{TITLE}'></div><div id='post'><h1>{TITLE}</h1><p>{TEXT}</p></div>"

    assert name_of(find(body, TITLE, TEXT).element) == "post"


def test_words_of_images_count_as_words_of_their_block() -> None:
    noisy = "".join(f"<img src='/{number}.png' alt='{OTHER}'>" for number in range(9))
    body = f"<div id='gallery'><p>{TEXT}</p>{noisy}</div><div id='post'><p>{TEXT}</p></div>"

    assert name_of(find(body, "", TEXT).element) == "post"


def test_a_wrapper_is_a_block() -> None:
    body = f"<div id='post'><p><span><b>{TEXT}</b></span></p></div>"

    assert name_of(find(body, "", TEXT).element) == "post"


def test_a_script_without_spaces_is_read_sign_by_sign() -> None:
    text = "昨日は川沿いを歩いて古い水車小屋まで行きました。鍵は石の下にありました。"
    body = f"<div id='other'>市場の新しい街灯について話し合いました。</div><div id='post'>{text}</div>"

    assert name_of(find(body, "", text, "ja").element) == "post"
