"""Front pages and boards."""

from html import escape

from tests.support.invented_forums.content import THREADS_PER_PAGE, Board, Thread
from tests.support.invented_forums.markup import Markup
from tests.support.invented_forums.words import shown


class Lists(Markup):
    def front(self, page: int = 1) -> str:
        if self.traits.front == "latest":
            return self._latest(page)
        rows = "".join(self._board_row(board) for board in self.content.boards if not board.parent)
        return self.framed(self.words["board"], f"<p>{self.words['about']}</p>" + self._around(rows, "front"))

    def latest_pages(self) -> int:
        return -(-len(self.content.threads) // THREADS_PER_PAGE)

    def _latest(self, page: int) -> str:
        threads = self.content.latest[(page - 1) * THREADS_PER_PAGE : page * THREADS_PER_PAGE]
        urls = [self.addresses.front(number) for number in range(1, self.latest_pages() + 1)]
        boards = " ".join(f"<li>{self.link(self.addresses.board(one), one.title)}</li>" for one in self.content.boards)
        body = self.heading(self.words["recent"], "h2") + self._rows(threads) + self.pager(urls, page, is_list=True)
        return self.framed(self.words["recent"], body, aside=f"<ul>{boards}</ul>")

    def welcome(self) -> str:
        """A front page of the host that only leads to the forum."""
        body = f"<h1>{self.words['welcome']}</h1><p>{self.words['about']}</p><p>{self.words['rules']}</p>"
        return self.framed(self.words["welcome"], body)

    def board(self, board: Board, page: int, pages: int, threads: list[Thread], *, order: str = "") -> str:
        urls = [self.addresses.board(board, number) for number in range(1, pages + 1)]
        pager = self.pager(urls, page, is_list=True)
        below = [one for one in self.content.boards if one.parent == board.number]
        sub = self._around("".join(map(self._board_row, below)), "front") if below and page == 1 else ""
        sorts = self._sorts(board) if self.traits.sort_links else ""
        body = f"{self.heading(escape(board.title), 'h2')}{sub}{sorts}{pager}{self._rows(threads)}{pager}"
        return self.framed(f"{board.title}{order}", body, board, self._aside())

    def stream(self, title: str, urls: list[str], page: int, threads: list[Thread]) -> str:
        """A page of a list that is no board: threads with a tag, new ones."""
        pager = self.pager(urls, page, is_list=True)
        return self.framed(title, f"{self.heading(escape(title), 'h2')}{pager}{self._rows(threads)}{pager}")

    def _sorts(self, board: Board) -> str:
        first = self.addresses.board(board)
        names = (("title", "topic"), ("replies", "replies"), ("views", "views"))
        return "<p>" + " ".join(self.link(self.addresses.viewed(first, f"sort={key}&dir=asc"), self.words[word])
                                for key, word in names) + "</p>"  # fmt: skip

    def _aside(self) -> str:
        if self.traits.sidebar == "latest":
            newest = self.content.latest[:6]
            items = "".join(f"<li>{self.link(self.addresses.thread(one), one.title)}</li>" for one in newest)
            return f"<h4>{self.words['recent']}</h4><ul>{items}</ul>"
        if self.traits.sidebar == "tags":
            tags = ("pump", "garden", "engine", "window", "river")
            links = " ".join(
                self.link(self.addresses.viewed(self.addresses.other("tags"), f"tag={tag}"), tag) for tag in tags
            )
            return f"<h4>{self.words['tags']}</h4><p>{links}</p>"
        return ""

    def _board_row(self, board: Board) -> str:
        threads = self.content.of(board)
        posts = sum(len(thread.posts) for thread in threads)
        title = f"<h3>{self.link(self.addresses.board(board), board.title)}</h3>"
        about = f"<p{self.named('describe')}>{escape(board.title)}: {self.words['rules']}</p>"
        last = self._last(max(threads, key=lambda one: one.last.time)) if threads else "-"
        counts = (f"{self.words['topics']}: {len(threads)}", f"{self.words['posts']}: {posts}")
        layout = self.traits.front_layout
        if layout == "table":
            cells = "".join(f"<td{self.named('count')}>{count}</td>" for count in counts)
            return f"<tr><td>{title}{about}</td>{cells}<td{self.named('last')}>{last}</td></tr>"
        tag = "li" if layout == "list" else "div"
        inner = f"{title}{about}<p{self.named('count')}>{', '.join(counts)}</p><p{self.named('last')}>{last}</p>"
        return f"<{tag}{self.named('row')}>{inner}</{tag}>"

    def _around(self, rows: str, where: str) -> str:
        layout = self.traits.front_layout if where == "front" else self.traits.list_layout
        if layout == "table":
            return f"<table{self.named('list')}>{rows}</table>"
        return f"<ul{self.named('list')}>{rows}</ul>" if layout == "list" else f"<div{self.named('list')}>{rows}</div>"

    def _rows(self, threads: list[Thread]) -> str:
        rows = "".join(map(self._row, threads))
        if self.traits.list_layout == "table":
            heads = "".join(f"<th>{self.words[word]}</th>" for word in ("topic", "replies", "last"))
            rows = f"<tr>{heads}</tr>{rows}"
        return self._around(rows, "list")

    def _row(self, thread: Thread) -> str:
        label = f"<span{self.named('label')}>{self.words['sticky']}</span> " if thread.is_sticky else ""
        if self.traits.row_label and thread.number % 3 == 0:
            label += f"<span{self.named('label')}>[Info]</span> "
        title = label + self.link(self.addresses.thread(thread), thread.title, self.named("title"))
        if self.traits.row_pager and thread.pages > 1:
            links = (self.link(self.addresses.thread(thread, page), str(page)) for page in range(1, thread.pages + 1))
            title += f" <small>[ {' '.join(links)} ]</small>"
        if self.traits.tags in ("rows", "both"):
            title += self.tags(thread)
        by = f"{self.words['by']} {self.person(thread.posts[0].author)}" if self.traits.row_author else ""
        counts = f"{len(thread.posts) - 1}" if self.traits.row_counts else ""
        last = self._last(thread) if self.traits.row_last != "none" else ""
        return self._laid_out(title, by, counts, last, thread)

    def _laid_out(self, title: str, by: str, counts: str, last: str, thread: Thread) -> str:
        layout = self.traits.list_layout
        if layout == "table":
            cells = f"<td>{title}<br>{by}</td>" + (
                f"<td>{counts}</td><td>{int(counts) * 17 + 5}</td>" if counts else ""
            )
            return f"<tr{self.named('row')}>{cells}{f'<td>{last}</td>' if last else ''}</tr>"
        counted = f"<span{self.named('count')}>{counts} {self.words['replies']}</span>" if counts else ""
        if layout == "cards":
            teaser = f"<p>{escape(thread.posts[0].paragraphs[0][:120])}…</p>"
            return f"<div{self.named('row')}><h3>{title}</h3>{teaser}<div>{by} {counted} {last}</div></div>"
        tag = "li" if layout == "list" else "div"
        return f"<{tag}{self.named('row')}><p>{title}</p><p>{by} {counted}</p><p{self.named('last')}>{last}</p></{tag}>"

    def _last(self, thread: Thread) -> str:
        post = thread.last
        date = shown(post.time, self.traits.date_form, self.traits.language)
        if self.traits.row_last != "linked":
            return date
        goal = self.addresses.permalink(thread, post, thread.pages) or self.addresses.thread(thread, thread.pages)
        return f"{self.link(goal, self.words['last'])} {self.words['by']} {self.person(post.author)} {date}"
