"""A server that drops, stalls and refuses: everything is fetched all the same."""

from pathlib import Path

from tests.support.crawling import captures_of, crawl_settings, run_crawl, warcio_check
from tests.support.shared import mirror, needs_shared


@needs_shared
def test_a_faulty_mirror_still_gives_everything(tmp_path: Path) -> None:
    seed = "http://hexo-next.test/"
    with mirror("hexo-next") as proxy:
        run_crawl(tmp_path / "calm", crawl_settings(seed, proxy=proxy))
    with mirror("hexo-next", "--drop", "0.05", "--busy", "0.05", "--stall", "0.01", "--seed", "7") as proxy:
        summary = run_crawl(tmp_path / "faulty", crawl_settings(seed, proxy=proxy, timeout=3))

    calm = {(row.url, row.status, row.digest) for row in captures_of(tmp_path / "calm")}
    faulty = {(row.url, row.status, row.digest) for row in captures_of(tmp_path / "faulty")}
    assert faulty == calm
    assert summary.retries >= 5
    assert summary.exit_code == 0
    assert not any(row.truncated for row in captures_of(tmp_path / "faulty"))
    assert warcio_check(tmp_path / "faulty") == ""
