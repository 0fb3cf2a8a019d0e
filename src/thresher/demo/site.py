"""The whole demo site: home page, blog, forum, and the files that every host has."""

from thresher.demo.blog import Blog
from thresher.demo.exchange import ORIGIN, Answer, Request, file_answer, html_answer, parse_target, redirect
from thresher.demo.forum import Forum
from thresher.demo.markup import anchor, escape, items, long_date
from thresher.demo.pictures import landscape, window_logo
from thresher.demo.prose import DATA, SEED


class DemoSite:
    """Answers any address; the same origin and seed give the same bytes."""

    def __init__(self, origin: str = ORIGIN, seed: int = SEED) -> None:
        self.origin = origin.rstrip("/")
        self.seed = seed
        self.blog = Blog(self.origin, seed)
        self.forum = Forum(self.origin, seed)

    def answer(self, path_and_query: str, cookies: bool = False) -> Answer:
        """The answer to a GET; `cookies` says that the client has sent the forum's session cookie back.

        Any string is allowed: what is no address of the site gives a 404.
        """
        request = parse_target(path_and_query, cookies)
        if not request.path.startswith("/"):
            return self._missing(request)
        return self._find(request) or self._missing(request)

    def _find(self, request: Request) -> Answer | None:
        match request.segments:
            case ["blog", *_]:
                return self.blog.answer(request)
            case ["forum", *_]:
                return self.forum.answer(request)
            case [] | ["index.html"]:
                return self._home()
            case ["about.html"]:
                return self._about()
            case ["old-news.html"]:
                return redirect(f"{self.origin}/blog/", 301)
            case ["private", "minutes.html"]:
                return _page("Minutes", "<p>For the committee only. If you can read this, close the tab.</p>")
            case ["robots.txt"]:
                return file_answer(_robots(self.origin), "text/plain")
            case ["sitemap.xml"]:
                return file_answer(self._sitemap(), "application/xml")
            case ["site.css"]:
                return file_answer((DATA / "site.css").read_bytes(), "text/css")
            case ["village.png"]:
                return file_answer(landscape(7, 960, 300), "image/png")
            case ["favicon.ico"]:
                return file_answer(window_logo(), "image/svg+xml")
        return None

    def _home(self) -> Answer:
        news = items(
            f"{anchor(post.path, post.title)} <small>{long_date(post.published)}</small>"
            for post in self.blog.posts[:-5:-1]
        )
        talk = items(
            anchor(f"/forum/topic.php?t={thread.id}", thread.title)
            for thread in sorted(self.forum.threads, key=lambda thread: thread.last.written)[:-5:-1]
        )
        return _page(
            "Little Osmund",
            f"""<img class="wide" src="/village.png" alt="The village from the north" width="960" height="300">
<p>A village with a library, a ford and one bus. This is its corner of the web: what we write,
and what we ask each other.</p>
<div class="doors"><section><h2>{anchor("/blog/", "The Lending Window")}</h2>
<p>Notes from the library, the yard and the beds.</p>{news}</section>
<section><h2>{anchor("/forum/", "Osmund Commons")}</h2>
<p>The village board. Ask, answer, lend.</p>{talk}</section></div>""",
        )

    def _about(self) -> Answer:
        return _page(
            "About this site",
            f"""<p>These pages are kept by volunteers on a machine under the library counter. Please
do not unplug it.</p>
<p>The notes that used to be called {anchor("/old-news.html", "old news")} moved into the blog long ago.
Visitors find us by the lime trees: get off at the chapel, cross the green, and look for the lamp.</p>
<figure><img src="/images/reading-room.jpg" alt="The reading room before the lamps came" width="480" height="240">
<figcaption>The reading room. The picture was lost when the disk was changed.</figcaption></figure>
<p>{anchor("/blog/about/", "More about the library")} · {anchor("/forum/faq.php", "How the board works")} ·
{anchor("/closed-for-ever.html", "Timetable of the ferry")}</p>""",
        )

    def _missing(self, request: Request) -> Answer:
        body = f"<p>There is nothing at <code>{escape(request.path[:200])}</code>. Perhaps it was lent out.</p>"
        return _page("Not found", body, 404)

    def _sitemap(self) -> str:
        # Only the first year: as on many real sites, somebody stopped running the script.
        paths = ["/", "/about.html", "/blog/", "/blog/about/"]
        paths += [post.path for post in self.blog.posts if post.published.year == 2023]
        urls = "".join(f"<url><loc>{self.origin}{path}</loc></url>\n" for path in paths)
        return (
            '<?xml version="1.0" encoding="UTF-8"?>\n'
            f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{urls}</urlset>\n'
        )


def _robots(origin: str) -> str:
    return f"User-agent: *\nDisallow: /private/\n\nSitemap: {origin}/sitemap.xml\n"


def _page(title: str, body: str, status: int = 200) -> Answer:
    return html_answer(
        f"""<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title><link rel="stylesheet" href="/site.css"><link rel="icon" href="/favicon.ico"></head>
<body><header><a href="/">Little Osmund</a><nav>{anchor("/blog/", "Blog")} {anchor("/forum/", "Forum")}
{anchor("/about.html", "About")}</nav></header>
<main><h1>{escape(title)}</h1>
{body}</main>
<footer>{anchor("/private/minutes.html", "Committee")} · made by hand</footer></body>
</html>
""",
        status,
        (("x-WELCOME", "mind the step"),),
    )
