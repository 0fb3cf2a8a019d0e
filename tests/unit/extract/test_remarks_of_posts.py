"""Posts with remarks in their boxes: what belongs to the remark is none of the post."""

from tests.support.pages import TIME, page_of

from thresher.extract import extract
from thresher.knowledge.build import build_type
from thresher.model import Source

URL = "http://help.example/q/1"
FIELDS = {"author": ["a[@class~='who']", "b[@class~='nobody']"], "published": "i"}
TYPE = {
    "type": "learned-help.example",
    "title": "help.example (learned)",
    "source": "learned",
    "detect": ["url[@host='help.example']"],
    "levels": [
        {
            "name": "thread",
            "kind": "terminal",
            "detect": [],
            "follow": [],
            "extract": [
                {"object": "BoardPost", "each": "div[@class~='answer']", "fields": FIELDS | {"text": "p"}},
                {"object": "Comment", "each": "div[@class~='remark']", "fields": FIELDS | {"text": "q"}},
            ],
        }
    ],
    "urls": {"roles": {"thread": ["q/{id#}"]}},
}


def test_who_remarks_on_a_post_of_a_guest_is_not_its_author() -> None:
    remark = (
        "<div class='remark'><q>Are you sure of that?</q><a class='who' href='/u/3'>carla</a> <i>2021-03-05</i></div>"
    )
    answer = (
        f"<div class='answer'><p>Take a smaller one.</p><b class='nobody'>guest</b> <i>2021-03-04</i>{remark}</div>"
    )
    application = build_type(TYPE, ("learned",))
    _, document = page_of(URL, f"<html><body>{answer}</body></html>")

    found = extract(document, application, application.levels[0], "http://help.example/", Source("a", 7, URL, TIME))

    assert [(one.type, one.author) for one in found] == [("BoardPost", "guest"), ("Comment", "carla")]
