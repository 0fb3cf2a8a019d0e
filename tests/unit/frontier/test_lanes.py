import asyncio

from thresher.frontier import Lanes


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_the_delay_follows_the_response_time() -> None:
    clock = Clock()
    lanes = Lanes(delay=None, concurrency=1, clock=clock)

    lanes.answered("slow.example", 2.0)
    lanes.answered("fast.example", 0.01)

    assert lanes.resting_seconds("slow.example") == 10.0
    assert lanes.resting_seconds("fast.example") == 0.5


def test_no_delay_for_ones_own_servers() -> None:
    lanes = Lanes(delay=0, concurrency=1)
    lanes.set_crawl_delay("own.example", 10)

    lanes.answered("own.example", 3.0)

    assert lanes.resting_seconds("own.example") == 0.0


def test_a_crawl_delay_of_robots_txt_is_a_lower_bound_within_reason() -> None:
    clock = Clock()
    lanes = Lanes(delay=1.0, concurrency=1, clock=clock)
    lanes.set_crawl_delay("a.example", 7)
    lanes.set_crawl_delay("b.example", 99999)

    lanes.answered("a.example", 0.1)
    lanes.answered("b.example", 0.1)

    assert lanes.resting_seconds("a.example") == 7.0
    assert lanes.resting_seconds("b.example") == 300.0


def test_refusals_double_the_rest_and_an_answer_ends_that() -> None:
    clock = Clock()
    lanes = Lanes(delay=0, concurrency=1, clock=clock)

    rests = [lanes.refused("busy.example", None) for _ in range(4)]
    lanes.answered("busy.example", 0.1)

    assert rests == [1.0, 2.0, 4.0, 8.0]
    assert lanes.refused("busy.example", None) == 1.0


def test_retry_after_is_obeyed_for_that_server_only() -> None:
    clock = Clock()
    lanes = Lanes(delay=0, concurrency=1, clock=clock)

    lanes.refused("busy.example", 120.0)

    assert lanes.resting_seconds("busy.example") == 120.0
    assert not lanes.can_enter("busy.example", 5.0)
    assert lanes.can_enter("other.example", 5.0)


def test_hosts_at_one_address_share_a_lane() -> None:
    lanes = Lanes(delay=0, concurrency=1)
    lanes.has_address("a.example", "192.0.2.1")
    lanes.has_address("b.example", "192.0.2.1")
    lanes.has_address("c.example", "192.0.2.2")

    lanes.enter("a.example")

    assert not lanes.can_enter("b.example", 5.0)
    assert lanes.can_enter("c.example", 5.0)
    lanes.leave("a.example")
    assert lanes.can_enter("b.example", 5.0)


def test_two_that_find_out_to_share_a_server_go_one_after_the_other() -> None:
    async def both() -> list[str]:
        lanes = Lanes(delay=0, concurrency=1)
        order: list[str] = []

        async def ask(host: str) -> None:
            lanes.enter(host)
            lanes.has_address(host, "192.0.2.1")
            await lanes.begin(host)
            order.append(f"begin {host}")
            await asyncio.sleep(0.02)
            order.append(f"end {host}")
            lanes.end(host)
            lanes.leave(host)

        await asyncio.gather(ask("a.example"), ask("b.example"))
        return order

    assert asyncio.run(both()) == ["begin a.example", "end a.example", "begin b.example", "end b.example"]


def test_a_stop_wakes_those_who_wait() -> None:
    async def stopped() -> bool:
        lanes = Lanes(delay=0, concurrency=1)
        lanes.refused("busy.example", 600.0)
        asyncio.get_running_loop().call_later(0.01, lanes.stop)
        return await asyncio.wait_for(lanes.begin("busy.example"), 1)

    assert asyncio.run(stopped()) is False
