"""A crawl that is running: how far it is, and a word to it."""

from datetime import UTC, datetime, timedelta
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from thresher.archive.control import Word, read_word, say
from thresher.viewer.desk import Desk, desk_of

RATE_SECONDS = 60
LATEST = 12
WORDS = {"pause": Word.PAUSE, "resume": Word.GO_ON, "stop": Word.STOP}


def live(request: Request) -> Response:
    """The page."""
    desk = desk_of(request)
    return desk.page(request, "live.html", state=state_of(desk))


def live_state(request: Request) -> Response:
    """The same for the page's script."""
    return JSONResponse(state_of(desk_of(request)))


async def tell_crawl(request: Request) -> Response:
    """Pause, resume or stop it."""
    desk = desk_of(request)
    form = await request.form(max_files=0, max_fields=4)
    word = WORDS.get(str(form.get("word", "")))
    if word is not None:
        try:
            say(desk.root, word)
        except OSError as error:
            return desk.page(request, "trouble.html", 500, sentence=f"The crawl cannot be told: {error.strerror}.")
    return RedirectResponse("/live", 303)


def state_of(desk: Desk) -> dict[str, Any]:
    """How a crawl stands, in numbers."""
    ask = desk.library
    running = ask.collection.is_busy
    last = ask.value("SELECT max(id) FROM catalog.captures")
    since = (datetime.now(UTC) - timedelta(seconds=RATE_SECONDS)).isoformat()
    rows = ask.rows("SELECT id, url, status, date FROM catalog.captures ORDER BY id DESC LIMIT ?", (LATEST,))
    fresh = ask.value("SELECT count(*) FROM catalog.captures WHERE id > ? AND date >= ?", (last - 5000, since))
    word = read_word(desk.root)
    waiting = ask.value("SELECT count(*) FROM (SELECT 1 FROM catalog.urls WHERE state = 0 LIMIT 100000)")
    return {
        "is_running": running,
        "is_paused": running and word is Word.PAUSE,
        "is_stopping": running and word is Word.STOP,
        "captures": last,
        "waiting": waiting,
        "rate": round(fresh * 60 / RATE_SECONDS) if running else 0,
        "objects": ask.value("SELECT max(number) FROM catalog.objects") if ask.has_table("objects") else 0,
        "latest": [{"url": row["url"], "status": row["status"]} for row in rows],
    }
