"""The frame around every page of the forum, and the links that carry a session id."""

from dataclasses import dataclass
from urllib.parse import quote

from thresher.demo.forum.threads import BOARDS, Board, Member, Thread
from thresher.demo.markup import anchor, escape, meta_head

NAME = "Osmund Commons"
GENERATOR = "Oakboard 2.1"


@dataclass(frozen=True, slots=True)
class Links:
    """Makes addresses; `sid` is empty for clients that have sent our cookie."""

    sid: str = ""

    def to(self, script: str, place: str = "", **values: str | int) -> str:
        """`./topic.php?t=31&sid=…#p1001` with `place` behind the `#`."""
        query = "&".join(f"{key}={quote(str(value), safe='')}" for key, value in values.items())
        if self.sid:
            query += f"{'&' if query else ''}sid={self.sid}"
        return f"./{script}{'?' + query if query else ''}{'#' + place if place else ''}"

    def topic(self, thread: Thread, start: int = 0) -> str:
        return self.to("topic.php", t=thread.id, start=start) if start else self.to("topic.php", t=thread.id)

    def last_post(self, thread: Thread) -> str:
        return self.to("topic.php", f"p{thread.last.id}", b=thread.board.id, p=thread.last.id)

    def board(self, board: Board, start: int = 0) -> str:
        return self.to("board.php", b=board.id, start=start) if start else self.to("board.php", b=board.id)

    def member(self, member: Member) -> str:
        return anchor(self.to("member.php", u=member.id), member.name, css="username")


def topic_path(thread: Thread, start: int = 0) -> str:
    """The address a page of the thread is known by."""
    return f"/forum/topic.php?t={thread.id}" + (f"&start={start}" if start else "")


def board_path(board: Board, start: int = 0) -> str:
    return f"/forum/board.php?b={board.id}" + (f"&start={start}" if start else "")


def frame(links: Links, title: str, main: str, path: str, board: Board | None = None, head: str = "") -> str:
    """A whole page; `path` is its own address, which goes into the login link."""
    login = links.to("login.php", redirect=path)
    crumbs = [anchor(links.to("index.php"), "Board index")]
    crumbs += [anchor(links.board(step), step.name) for step in _way(board)]
    tools: tuple[tuple[str, str, dict[str, str]], ...] = (
        ("search.php", "Active topics", {"id": "active"}),
        ("search.php", "Unanswered", {"id": "unanswered"}),
        ("members.php", "Members", {}),
        ("online.php", "Who is online", {}),
        ("faq.php", "FAQ", {}),
        ("register.php", "Register", {}),
    )
    menu = "".join(f"<li>{anchor(links.to(script, **values), text)}</li>" for script, text, values in tools)
    return f"""<!DOCTYPE html>
<html dir="ltr" lang="en-gb">
<head>
{meta_head(f"{title} - {NAME}", "The village board of Little Osmund", GENERATOR)}
<link rel="stylesheet" href="./style/forum.css?assets=7">
<link rel="alternate" type="application/rss+xml" title="{NAME}" href="{escape(links.to("feed.php"))}">
{head}<script src="./style/forum.js?assets=7" defer></script>
</head>
<body id="oakboard" class="nojs">
<div id="wrap">
<div id="page-header"><div class="headerbar"><a class="logo" href="{escape(links.to("index.php"))}">{NAME}</a>
<p>Bicycles, beds and borrowing in Little Osmund</p>
<form class="search-box" action="./search.php" method="get"><input name="keywords" type="search"
 placeholder="Search this board…"><button>Go</button></form></div>
<div class="navbar"><ul class="linklist">{menu}<li>{anchor(login, "Login")}</li></ul>
<p class="breadcrumbs"><a href="/">Little Osmund</a> ‹ {" ‹ ".join(crumbs)}</p></div></div>
<div id="page-body" role="main">
{main}
</div>
<div id="page-footer"><p>{anchor(links.to("index.php", mark="read"), "Mark all boards read")} ·
{anchor(links.to("index.php", delete="cookies"), "Delete cookies")} · All times are UTC ·
<a href="/blog/">The Lending Window</a></p>
<p class="copyright">Powered by <a href="https://oakboard.example/">{GENERATOR}</a> · 23 queries</p></div>
</div>
</body>
</html>
"""


def pagination(addresses: list[str], current: int) -> str:
    """Numbered links; nothing if there is only one page."""
    if len(addresses) < 2:
        return ""
    numbers = (
        f"<strong>{number + 1}</strong>" if number == current else anchor(address, str(number + 1))
        for number, address in enumerate(addresses)
    )
    ahead = anchor(addresses[current + 1], "Next", rel="next") if current + 1 < len(addresses) else ""
    back = anchor(addresses[current - 1], "Previous", rel="prev") if current > 0 else ""
    return f'<div class="pagination">{back} {" ".join(numbers)} {ahead}</div>'


def jump_box(links: Links) -> str:
    """The "Jump to" box at the foot of boards and topics."""
    entries = " ".join(anchor(links.board(board), board.name) for board in BOARDS)
    return f'<p class="jumpbox">Jump to: {entries}</p>'


def login_form(links: Links, reason: str, back: str) -> str:
    """The form that guests see instead of what they asked for."""
    action = escape(links.to("login.php"))
    return f"""<div class="panel"><h2>Login</h2><p>{escape(reason)}</p>
<form action="{action}" method="post"><p><label>Username: <input name="username"></label></p>
<p><label>Password: <input type="password" name="password"></label></p>
<input type="hidden" name="redirect" value="{escape(quote(back))}"><button>Login</button></form>
<p>{anchor(links.to("register.php"), "Register")} · {anchor(links.to("faq.php"), "Questions?")}</p></div>"""


def _way(board: Board | None) -> list[Board]:
    if board is None:
        return []
    parent = next((other for other in BOARDS if other.id == board.parent), None)
    return [*_way(parent), board]
