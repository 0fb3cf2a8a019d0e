"""Pages of threads: posts in one of several layouts, and what stands around them."""

from html import escape

from tests.support.invented_forums.content import POSTS_PER_PAGE, Post, Thread
from tests.support.invented_forums.markup import Markup
from tests.support.invented_forums.words import shown


class Threads(Markup):
    def page(self, thread: Thread, page: int) -> str:
        ordered = thread.posts if self.traits.order == "oldest" else thread.posts[::-1]
        here = ordered[(page - 1) * POSTS_PER_PAGE : page * POSTS_PER_PAGE]
        posts = [self._post(thread, post, page, thread.posts.index(post) + 1) for post in here]
        urls = [self.addresses.thread(thread, number) for number in range(1, thread.pages + 1)]
        pager = self.pager(urls, page, is_list=False)
        title = self._title(thread) + (self.tags(thread) if self.traits.tags in ("threads", "both") else "")
        body = f"{title}{pager}{self._tools(thread)}{self._around(posts)}{pager}{self._below(thread)}"
        return self.framed(thread.title, body, thread.board)

    def printed(self, thread: Thread) -> str:
        posts = "".join(f"<p><b>{escape(post.author.name)}</b><br>{self._body(post)}</p><hr>" for post in thread.posts)
        return f"<!DOCTYPE html><html><head><title>{escape(thread.title)}</title></head><body>{posts}</body></html>"

    def _title(self, thread: Thread) -> str:
        if self.traits.title_in == "caption":
            link = self.link(self.addresses.thread(thread), thread.title)
            return f"<p><strong>{self.words['topic']}:</strong> {link}</p>"
        return self.heading(escape(thread.title), self.traits.title_in)

    def _tools(self, thread: Thread) -> str:
        tools = [
            self.link(
                self.addresses.viewed(self.addresses.other("reply"), f"topic={thread.number}"), self.words["send"]
            )
        ]
        if self.traits.print_view:
            tools.append(
                self.link(self.addresses.viewed(self.addresses.thread(thread), "print=1"), self.words["print"])
            )
        if self.traits.neighbours:
            others = self.content.threads
            for step, word in ((-1, "older_topic"), (1, "newer_topic")):
                place = others.index(thread) + step
                if 0 <= place < len(others):
                    tools.append(self.link(self.addresses.thread(others[place]), self.words[word]))
        return f"<p>{' | '.join(tools)}</p>"

    def _below(self, thread: Thread) -> str:
        return self._similar(thread) + (self._form(thread) if self.traits.reply_form else "")

    def _similar(self, thread: Thread) -> str:
        like = [one for one in self.content.threads if one is not thread and set(one.tags) & set(thread.tags)][:5]
        if not self.traits.similar or not like:
            return ""
        rows = "".join(
            f"<li{self.named('row')}>{self.link(self.addresses.thread(one), one.title)} "
            f"{self.words['by']} {self.person(one.posts[0].author)}, "
            f"{shown(one.last.time, self.traits.date_form, self.traits.language)}</li>"
            for one in like
        )
        return f"<h4>{self.words['similar']}</h4><ul{self.named('list')}>{rows}</ul>"

    def _form(self, thread: Thread) -> str:
        return (
            f'<form action="{self.addresses.other("reply")}" method="post"><h4>{self.words["send"]}</h4>'
            f'<input name="subject" value="Re: {escape(thread.title)}"><textarea name="text"></textarea>'
            f'<input type="submit" value="{self.words["send"]}"></form>'
        )

    def _around(self, posts: list[str]) -> str:
        layout = self.traits.thread_layout
        if self.traits.opening == "apart" and len(posts) > 1:
            return (
                self._inside(posts[:1], layout) + f"<h4>{self.words['replies']}</h4>" + self._inside(posts[1:], layout)
            )
        return self._inside(posts, layout)

    def _inside(self, posts: list[str], layout: str) -> str:
        inner = "".join(posts)
        if layout in ("two_cells", "two_rows"):
            return f"<table{self.named('list')}>{inner}</table>"
        tag = {"items": "ol", "definitions": "dl"}.get(layout, "div")
        return f"<{tag}{self.named('list')}>{inner}</{tag}>"

    def _post(self, thread: Thread, post: Post, page: int, place: int) -> str:
        mark = self.addresses.mark(post)
        mark = f' id="{mark}"' if mark else ""
        who = self.person(post.author, self.named("author"))
        date = f"<span{self.named('date')}>{shown(post.time, self.traits.date_form, self.traits.language)}</span>"
        goal = self.addresses.permalink(thread, post, page)
        number = self.link(goal, f"#{place}") if goal else ""
        text = f"<div{self.named('body')}>{self._body(post)}</div>{self._behind(post)}"
        foot = self._foot(post, date if self.traits.date_place == "foot" else "")
        head = (date if self.traits.date_place == "head" else "") + " " + number
        side = self._side(post, who) + (date if self.traits.date_place == "side" else "")
        return self._laid_out(mark, who, head, side, text, foot)

    def _laid_out(self, mark: str, who: str, head: str, side: str, text: str, foot: str) -> str:
        named, layout = self.named, self.traits.thread_layout
        if layout == "two_cells":
            right = f"<td><div{named('head')}>{head}</div>{text}{foot}</td>"
            return f"<tr{named('post')}{mark}><td{named('side')}>{side}</td>{right}</tr>"
        if layout == "two_rows":
            top = f'<tr{mark}><td colspan="2"{named("head")}>{head}</td></tr>'
            return f"{top}<tr{named('post')}><td{named('side')}>{side}</td><td>{text}{foot}</td></tr>"
        if layout == "box":
            return f"<div{named('post')}{mark}><div{named('head')}>{side} {head}</div>{text}{foot}</div>"
        if layout in ("side", "side_last"):
            halves = [f"<div{named('side')}>{side}</div>", f"<div><p{named('head')}>{head}</p>{text}{foot}</div>"]
            return f"<div{named('post')}{mark}>{''.join(halves if layout == 'side' else reversed(halves))}</div>"
        if layout == "article":
            top = f"<header{named('head')}>{side} {head}</header>"
            return f"<article{named('post')}{mark}>{top}{text}<footer>{foot}</footer></article>"
        if layout == "items":
            return (
                f"<li{named('post')}{mark}><div{named('head')}>{self.words['by']} {side} {head}</div>{text}{foot}</li>"
            )
        return f"<dt{named('post')}{mark}>{side} {head}</dt><dd>{text}{foot}</dd>"

    def _side(self, post: Post, who: str) -> str:
        if self.traits.profile == "none" or post.author.is_guest:
            return who
        person = post.author.number
        rank = f"<div{self.named('rank')}>{('Member', 'Regular', 'Elder')[person % 3]}</div>"
        rank += f"<div>{self.words['posts']}: {person * 37 % 900}</div>"
        if self.traits.profile == "joined":
            rank += f"<div>{self.words['joined']}: {2010 + person % 12}-0{1 + person % 9}-1{person % 9}</div>"
        return f"{who}{rank}"

    def _body(self, post: Post) -> str:
        quoted = self._quoted(post)
        if self.traits.body == "breaks":
            return quoted + "<br><br>".join(map(escape, post.paragraphs))
        inner = quoted + "".join(f"<p>{escape(paragraph)}</p>" for paragraph in post.paragraphs)
        return f"<div><div>{inner}</div></div>" if self.traits.body == "wrapped" else inner

    def _quoted(self, post: Post) -> str:
        if post.quoted is None:
            return ""
        name, text = escape(post.quoted.author.name), escape(post.quoted.paragraphs[0])
        head = f"{name} {self.words['wrote']}"
        if self.traits.quotes == "blockquote":
            return f"<blockquote><cite>{head}</cite><p>{text}</p></blockquote>"
        if self.traits.quotes == "cited":
            return f"<p><b>{head}</b></p><blockquote>{text}</blockquote>"
        return f"<div{self.named('quote')}><div>{head}</div><div>{text}</div></div>"

    def _behind(self, post: Post) -> str:
        """What stands below a text and is none of it."""
        edit = self._liked(post)
        if post.is_edited:
            when = shown(post.time.replace(minute=59), self.traits.date_form, self.traits.language)
            said = f"{self.words['edited']} {escape(post.author.name)} {self.words['on']} {when}"
            edit += f"<p{self.named('edit')}>{said}</p>"
        if post.author.is_guest or post.author.number % 4 or self.traits.signatures == "none":
            return edit
        signature = f"Greetings from {post.author.name}, who mends kettles"
        if self.traits.signatures == "rule":
            return f"{edit}<hr><p>{escape(signature)}</p>"
        return f"{edit}<div{self.named('signature')}>{escape(signature)}</div>"

    def _liked(self, post: Post) -> str:
        if not self.traits.likes or post.number % 3:
            return ""
        people = [self.content.people[(post.number * step) % len(self.content.people)] for step in (1, 2)]
        return f"<div{self.named('count')}>{', '.join(map(self.person, people))} {self.words['likes']}</div>"

    def _foot(self, post: Post, date: str) -> str:
        words = ("reply", "quote", "report")
        if self.traits.buttons == "none":
            return f"<p{self.named('foot')}>{date}</p>" if date else ""
        if self.traits.buttons == "forms":
            buttons = "".join(f"<button>{self.words[word]}</button>" for word in words)
        else:
            urls = [self.addresses.viewed(self.addresses.other(word), f"post={post.number}") for word in words]
            buttons = " ".join(self.link(url, self.words[word]) for url, word in zip(urls, words, strict=True))
        return f"<div{self.named('foot')}>{date} {buttons}</div>"
