"""Archives of mailing lists, told from what stands beside them."""

from tests.support.pages import page_of

from thresher.knowledge import load_base
from thresher.recognise import Recogniser

PIPERMAIL = """<html><head><title>The peat Archives</title>
<meta name="GENERATOR" content="Pipermail 0.09 (Mailman edition)"></head>
<body><h1>The peat Archives</h1><p><a href="http://lists.example/mailman/listinfo/peat">More about this list</a>.
Newer mails are in <a href="http://lists.example/hyperkitty/list/peat@lists.example/">the new archive</a>.</p>
<table><tr><td>January 2019:</td>
<td><a href="2019-January/thread.html">[ Thread ]</a></td></tr></table></body></html>"""
POSTORIUS = """<html><head><title>peat</title>
<link rel="stylesheet" href="/static/postorius/libs/bootstrap/css/bootstrap.min.css">
<link rel="stylesheet" href="/static/django-mailman3/css/main.css"></head><body>
<nav class="navbar"><a href="/hyperkitty/">Archives</a>
<a href="/accounts/login/?next=/postorius/lists/">Sign In</a></nav>
<h1>peat@lists.example</h1><a class="btn" href="/hyperkitty/list/peat@lists.example/">Archives</a>
<footer class="footer"><p><a href="https://postorius.readthedocs.org">Postorius Documentation</a>
<a href="https://list.org">GNU Mailman</a> Postorius Version 1.3.13</p></footer></body></html>"""
HYPERKITTY = """<html><body><h1>peat</h1><footer class="footer"><p>Powered by
<a href="http://hyperkitty.readthedocs.org">HyperKitty</a> version 1.3.12.</p></footer></body></html>"""


def application_of(markup: str, url: str) -> str:
    found = Recogniser(load_base()).recognise(page_of(url, markup)[1], url)
    return found.application.name if found is not None else ""


def test_only_hyperkitty_is_hyperkitty() -> None:
    assert application_of(HYPERKITTY, "http://lists.example/hyperkitty/list/peat@lists.example/") == "hyperkitty"
    assert application_of(POSTORIUS, "http://lists.example/postorius/lists/peat.lists.example/") == ""
    assert application_of(PIPERMAIL, "http://lists.example/pipermail/peat/") == ""
