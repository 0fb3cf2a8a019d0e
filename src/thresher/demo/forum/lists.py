"""Pages of the forum that list things: index, boards, members, results, who is online."""

from collections.abc import Callable, Sequence

from thresher.demo.forum.theme import Links, jump_box, pagination
from thresher.demo.forum.threads import BOARDS, THREADS_PER_PAGE, Board, ForumPost, Member, Thread
from thresher.demo.markup import anchor, escape, items, long_date, time_tag

MEMBERS_PER_PAGE = 10

THREAD_ORDERS: dict[str, Callable[[Thread], str | int | float]] = {
    "last": lambda thread: thread.last.written.timestamp(),
    "title": lambda thread: thread.title.lower(),
    "author": lambda thread: thread.posts[0].author.name,
    "replies": lambda thread: len(thread.posts),
    "views": lambda thread: thread.views,
}


def index_main(threads: Sequence[Thread], members: Sequence[Member], links: Links) -> str:
    """The board index."""
    rows = "".join(_board_row(board, threads, links) for board in BOARDS if board.parent is None)
    posts = sum(len(thread.posts) for thread in threads)
    newest = members[-1]
    latest = sorted(threads, key=THREAD_ORDERS["last"], reverse=True)[:6]
    recent = items(
        # With the board in it: a second address of the same topic, as many engines write it.
        f"{anchor(links.to('topic.php', b=thread.board.id, t=thread.id), thread.title)} "
        f"by {links.member(thread.last.author)}"
        for thread in latest
    )
    return f"""{_table(("Board", "Topics", "Posts", "Last post"), rows)}
<div class="panel"><h3>Latest topics</h3>{recent}</div>
<div class="panel stats"><h3>Statistics</h3><p>Total posts <b>{posts}</b> · Total topics <b>{len(threads)}</b> ·
Total members <b>{len(members)}</b> · Our newest member {links.member(newest)}</p>
<h3>{anchor(links.to("online.php"), "Who is online")}</h3><p>In total there are 7 users online: 3 registered and
4 guests. {", ".join(links.member(member) for member in members[4:7])}</p></div>"""


def board_main(board: Board, threads: Sequence[Thread], start: int, order: dict[str, str], links: Links) -> str:
    """One page of a board; `order` holds `sort` and `dir` as far as they were asked for."""
    key, is_rising = order.get("sort", "last"), order.get("dir", "d") == "a"
    own = [thread for thread in threads if thread.board is board]
    own.sort(key=THREAD_ORDERS.get(key, THREAD_ORDERS["last"]), reverse=not is_rising)
    starts = range(0, len(own), THREADS_PER_PAGE)
    addresses = [_ordered(board, page_start, order, links) for page_start in starts]
    pages = pagination(addresses, start // THREADS_PER_PAGE)
    nested = [other for other in BOARDS if other.parent == board.id]
    inner = "".join(_board_row(other, threads, links) for other in nested)
    sub = _table(("Sub-board", "Topics", "Posts", "Last post"), inner) if nested else ""
    rows = "".join(_thread_row(thread, links) for thread in own[start : start + THREADS_PER_PAGE])
    return f"""<h2 class="forum-title">{anchor(links.board(board), board.name)}</h2>
<p>{escape(board.about)}</p>
{sub}
<div class="action-bar">{anchor(links.to("post.php", mode="post", b=board.id), "New topic", css="button")}
{anchor(links.to("board.php", b=board.id, mark="read"), "Mark topics read", css="tool")}
{anchor(links.to("feed.php", b=board.id), "RSS", css="tool")}
<span class="count">{len(own)} topics</span>{pages}</div>
<table class="forumbg"><thead><tr>{_sort_heads(board, key, is_rising, links)}</tr></thead><tbody>{rows}</tbody></table>
<div class="action-bar">{pages}</div>
{jump_box(links)}"""


def members_main(
    members: Sequence[Member], counts: dict[int, int], start: int, order: dict[str, str], links: Links
) -> str:
    """One page of the member list."""
    orders: dict[str, Callable[[Member], str | float]] = {
        "name": lambda member: member.name,
        "joined": lambda member: member.joined.timestamp(),
        "posts": lambda member: counts.get(member.id, 0),
    }
    key, direction = order.get("sort", "joined"), order.get("dir", "a")
    listed = sorted(members, key=orders.get(key, orders["joined"]), reverse=direction == "d")
    rows = "".join(
        f"<tr><td>{links.member(member)}</td><td>{counts.get(member.id, 0)}</td><td>{time_tag(member.joined)}</td></tr>"
        for member in listed[start : start + MEMBERS_PER_PAGE]
    )
    addresses = [
        links.to("members.php", **order, **({"start": str(page)} if page else {}))
        for page in range(0, len(listed), MEMBERS_PER_PAGE)
    ]
    heads = ""
    for name, title in (("name", "Username"), ("posts", "Posts"), ("joined", "Joined")):
        turned = "d" if direction == "a" and key == name else "a"
        heads += f"<th>{anchor(links.to('members.php', sort=name, dir=turned), title)}</th>"
    return f"""<h2>Members</h2><div class="action-bar">{pagination(addresses, start // MEMBERS_PER_PAGE)}</div>
<table class="forumbg"><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"""


def member_main(member: Member, posts: Sequence[tuple[ForumPost, Thread]], links: Links) -> str:
    """A profile."""
    signature = f"<dt>Signature</dt><dd>{escape(member.signature)}</dd>" if member.signature else ""
    latest = items(anchor(links.to("topic.php", f"p{post.id}", p=post.id), thread.title) for post, thread in posts[:3])
    return f"""<h2>Viewing profile - {escape(member.name)}</h2><div class="panel profile">
<img class="avatar" src="./avatars/{member.id}.svg" alt="" width="64" height="64">
<dl><dt>Username</dt><dd>{escape(member.name)}</dd><dt>About</dt><dd>{escape(member.about)}</dd>
<dt>Joined</dt><dd>{time_tag(member.joined)}</dd><dt>Total posts</dt><dd>{len(posts)} |
{anchor(links.to("search.php", author=member.id), "Search user’s posts")}</dd>{signature}</dl>
<p>{anchor(links.to("post.php", mode="message", u=member.id), "Send private message")}</p></div>
<div class="panel"><h3>Latest posts</h3>{latest}</div>"""


def results_main(title: str, threads: Sequence[Thread], links: Links) -> str:
    """Threads found by one of the ready-made searches."""
    rows = "".join(_thread_row(thread, links, with_board=True) for thread in threads)
    return f"<h2>{escape(title)}</h2>{_table(('Topic', 'Author', 'Replies', 'Views', 'Last post'), rows)}"


def online_main(members: Sequence[Member], links: Links) -> str:
    """Who is here, which on this site never changes."""
    rows = "".join(
        f"<tr><td>{links.member(member)}</td><td>Reading {anchor(links.board(board), board.name)}</td></tr>"
        for member, board in zip(members[4:7], BOARDS, strict=False)
    )
    heads = " · ".join(anchor(links.to("online.php", sort=name), f"by {name}") for name in ("name", "time", "place"))
    return f"""<h2>Who is online</h2><p>3 registered users and 4 guests. Sort {heads}</p>
<table class="forumbg"><tbody>{rows}</tbody></table>"""


def _table(heads: Sequence[str], rows: str) -> str:
    cells = "".join(f"<th>{escape(head)}</th>" for head in heads)
    return f'<table class="forumbg"><thead><tr>{cells}</tr></thead>\n<tbody>{rows}</tbody></table>'


def _board_row(board: Board, threads: Sequence[Thread], links: Links) -> str:
    own = [thread for thread in threads if thread.board is board]
    last = max(own, key=THREAD_ORDERS["last"])
    inner = ", ".join(anchor(links.board(other), other.name) for other in BOARDS if other.parent == board.id)
    return f"""<tr><td><b>{anchor(links.board(board), board.name, css="forumtitle")}</b><br>{escape(board.about)}
{f"<br><small>Sub-board: {inner}</small>" if inner else ""}</td><td>{len(own)}</td>
<td>{sum(len(thread.posts) for thread in own)}</td><td>{_last(last, links)}</td></tr>
"""


def _thread_row(thread: Thread, links: Links, with_board: bool = False) -> str:
    pages = " ".join(
        anchor(links.topic(thread, start), str(number)) for number, start in enumerate(thread.starts, start=1)
    )
    where = f" in {anchor(links.board(thread.board), thread.board.name)}" if with_board else ""
    paging = f' <small class="pages">{pages}</small>' if len(thread.starts) > 1 else ""
    return f"""<tr><td>{anchor(links.topic(thread), thread.title, css="topictitle")}{where}{paging}</td>
<td>{links.member(thread.posts[0].author)}</td><td>{len(thread.posts) - 1}</td><td>{thread.views}</td>
<td>{_last(thread, links)}</td></tr>
"""


def _last(thread: Thread, links: Links) -> str:
    return (
        f"<small>by {links.member(thread.last.author)} "
        f"{anchor(links.last_post(thread), '»', title='Go to last post')}<br>{long_date(thread.last.written)}</small>"
    )


def _sort_heads(board: Board, key: str, is_rising: bool, links: Links) -> str:
    heads = (
        ("title", "Topic"),
        ("author", "Author"),
        ("replies", "Replies"),
        ("views", "Views"),
        ("last", "Last post"),
    )
    row = ""
    for name, title in heads:
        turned = "d" if is_rising or key != name else "a"
        row += f"<th>{anchor(links.to('board.php', b=board.id, sort=name, dir=turned), title)}</th>"
    return row


def _ordered(board: Board, start: int, order: dict[str, str], links: Links) -> str:
    if not order:
        return links.board(board, start)
    return links.to("board.php", b=board.id, **order, start=start)
