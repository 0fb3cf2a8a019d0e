"""Run by `question_site.py` in Askbot's own environment: talks from a file are written, and where they are is told.

python question_site_fill.py CONTENT.json TRUTH.json
"""

import json
import os
import sys
from datetime import datetime
from pathlib import Path
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "asksite.settings")
sys.path.insert(0, ".")
django.setup()

from askbot.models import User  # noqa: E402
from django.utils import translation  # noqa: E402

REPUTATION = 5000
"""Enough for links in posts, and for comments on what others wrote."""


def main() -> None:
    content, truth = map(Path, sys.argv[1:])
    translation.activate("en")
    talks = json.loads(content.read_text(encoding="utf-8"))
    people = {name: _person(name) for name in {post["author"] for talk in talks for post in talk["posts"]}}
    truth.write_text(json.dumps([_asked(talk, people) for talk in talks]), encoding="utf-8")


def _person(name: str) -> Any:
    user = User.objects.create_user(name, f"{abs(hash(name))}@people.example", "secret")
    user.reputation, user.status = REPUTATION, "a"
    user.save()
    return user


def _asked(talk: dict[str, Any], people: dict[str, Any]) -> dict[str, Any]:
    """Ask a question and answer it; nobody answers twice, and what comes then is a comment on the answer before."""
    first, *others = talk["posts"]
    body, moment = "\n\n".join(first["paragraphs"]), datetime.fromisoformat(first["time"])
    question = people[first["author"]].post_question(
        title=talk["title"], body_text=body, tags=talk["tags"], timestamp=moment
    )
    said = [{**first, "kind": "question", "text": body}]
    above, answered = question, set()
    for post in others:
        user, moment = people[post["author"]], datetime.fromisoformat(post["time"])
        if post["author"] in answered or post["is_remark"]:
            text = post["paragraphs"][0]
            user.post_comment(parent_post=above, body_text=text, timestamp=moment)
            said.append({**post, "kind": "comment", "text": text})
        else:
            text = "\n\n".join(post["paragraphs"])
            above = user.post_answer(question=question, body_text=text, timestamp=moment)
            answered.add(post["author"])
            said.append({**post, "kind": "answer", "text": text})
    return {"path": question.get_absolute_url(), "title": talk["title"], "posts": said}


if __name__ == "__main__":
    main()
