"""thresher.yaml: written by a crawl, read by an update."""

from dataclasses import replace
from pathlib import Path

import pytest

from thresher.archive import Collection
from thresher.model import CrawlSettings, Resources, Robots, Scope, Strategy
from thresher.model.errors import CollectionError

SETTINGS = CrawlSettings(
    seeds=("https://a.example/", "https://b.example/"), scope=Scope.DOMAIN, include=("x",), resources=Resources.ALL,
    strategy=Strategy.FED, robots=Robots.IGNORE, delay=0.0, max_requests=9, timeout=7.5, outlinks=True,
)  # fmt: skip


def test_settings_are_read_back_as_they_were_and_secrets_are_not_kept(tmp_path: Path) -> None:
    secret = replace(SETTINGS, auth="me:secret", headers=(("X-Key", "secret"),), proxy="http://p", cookies_file="c")

    Collection(tmp_path).describe(secret)

    assert Collection(tmp_path).read_settings() == SETTINGS
    assert "secret" not in (tmp_path / "thresher.yaml").read_text()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no settings in it"),
        ("- a\n- b\n", "no settings in it"),
        ("seeds: []\n", "no seeds in it"),
        ("scope: host\n", "seeds"),
        ("seeds: [http://a.example/]\nscope: galaxy\n", "scope"),
        ("seeds: [http://a.example/]\ndelay: soon\n", "delay"),
        ("seeds: [http://a.example/]\nweather: fine\n", "unknown setting 'weather', perhaps of a newer Thresher"),
        ("seeds: [http://a.example/]\nproxy: http://p\n", "unknown setting 'proxy'"),
        ("seeds: [unclosed\n", "cannot be used"),
        ("\x00", "cannot be used"),
    ],
)
def test_a_file_that_makes_no_sense_is_told_in_one_sentence(tmp_path: Path, text: str, why: str) -> None:
    (tmp_path / "thresher.yaml").write_text(text)

    with pytest.raises(CollectionError) as caught:
        Collection(tmp_path).read_settings()

    assert why in caught.value.sentence
    assert "\n" not in caught.value.sentence
    assert caught.value.hint
