"""Pages that may list posts: the most promising first, and not for ever."""

from thresher.crawl.fed_waiting import FREE_TRIALS, Waiting

ROOT = "http://blog.example/"


def waiting(*paths: str) -> Waiting:
    made = Waiting()
    for path in paths:
        made.add(ROOT + path, ROOT, 1)
    return made


def test_a_kind_that_brought_posts_goes_before_one_that_did_not() -> None:
    some = waiting("tag/rain/", "tag/snow/", "2020/05/", "2020/06/")
    some.observe(f"{ROOT}tag/wind/", 0, 0, is_expected=False)
    some.observe(f"{ROOT}2020/04/", 8, 8, is_expected=False)

    tried = [some.next_trial(), some.next_trial()]

    assert sorted(filter(None, tried)) == [(f"{ROOT}2020/05/", ROOT, 1), (f"{ROOT}2020/06/", ROOT, 1)]


def test_what_is_tried_does_not_depend_on_what_was_met_first() -> None:
    paths = ["tag/rain/", "tag/snow/", "tag/wind/", "2020/05/", "2020/06/", "2020/07/"]
    some, other = waiting(*paths), waiting(*reversed(paths))

    assert [some.next_trial() for _ in range(3)] == [other.next_trial() for _ in range(3)]
    assert some.take_rest() == other.take_rest()


def test_one_of_each_kind_comes_before_the_second_of_any() -> None:
    rest = waiting(*(f"tag/{name}/" for name in ("rain", "list", "wiki")), "2020/05/", "2020/06/", "about").take_rest()

    assert [turn for turn, _ in rest] == [0, 0, 0, 1, 1, 2]
    assert len({one[0].split("/")[3] for _, one in rest[:3]}) == 3


def test_a_kind_that_brought_nothing_is_not_tried_again() -> None:
    some = waiting("tag/rain/", "tag/snow/")
    some.observe(f"{ROOT}tag/wind/", 5, 0, is_expected=False)

    assert some.next_trial() is None


def test_only_a_few_kinds_are_tried_for_nothing() -> None:
    some = waiting(*(f"kind{letter}/a-page-{letter}/" for letter in "abcdefgh"))

    tried = 0
    while (trial := some.next_trial()) is not None:
        some.failed(trial[0])
        tried += 1

    assert tried == FREE_TRIALS


def test_lists_that_are_known_cost_no_trial() -> None:
    some = waiting("tag/rain/")
    for page in range(2, 8):
        some.observe(f"{ROOT}page/{page}/", 8, 0, is_expected=True)

    assert some.vain == 0
    assert some.next_trial() == (f"{ROOT}tag/rain/", ROOT, 1)


def test_what_waits_comes_back_as_it_was() -> None:
    some = waiting("tag/rain/", "2020/05/")
    some.observe(f"{ROOT}2020/04/", 8, 3, is_expected=False)
    some.failed(f"{ROOT}tag/wind/")

    again = Waiting.of(some.state)

    assert again.state == some.state
    assert again.next_trial() == some.next_trial()


def test_what_is_taken_out_waits_no_longer() -> None:
    some = waiting("tag/rain/", "2020/05/")

    assert some.take(lambda url: "tag" in url) == [(f"{ROOT}tag/rain/", ROOT, 1)]
    assert some.take(lambda _: True) == [(f"{ROOT}2020/05/", ROOT, 1)]
    assert some.next_trial() is None


def test_what_there_is_little_of_comes_first_of_the_rest() -> None:
    some = waiting("2021/01", "2021/02", "2021/03", "about")

    turn, (url, _, _) = some.take_rest()[0]
    assert (turn, url) == (0, f"{ROOT}about")
