"""What a feed has taught of a site, as a file for people to read, and for `--kb` of other crawls."""

from dataclasses import replace

import yaml

from thresher.crawl.fed_site import FedSite
from thresher.learn.articles import type_of


def as_yaml(site: FedSite) -> str:
    """The taught type as a file of the knowledge base, with what it rests on."""
    assert site.taught is not None
    rules, comments = site.taught.rules, site.taught.comments
    head = [f"# Taught by the {'list' if site.is_listed else 'feed'} of {site.root}: {', '.join(site.feeds)}"]
    if rules is not None:
        head.append(f"# {rules.examples} posts looked at; of {rules.whole} the feed has the whole text")
        for name in ("text", "title", "author", "published", "tags"):
            head += [
                f"#   {name}: {one.pattern} was best on {one.held} of {one.pages} pages, likeness {one.score}"
                for one in getattr(rules, name)
            ]
    if comments is not None:
        head.append(f"#   comments: matched {comments.worth:.0%} of what the feed has, on {comments.pages} pages")
    head += [f"# {note}" for note in site.notes]
    lists = tuple(url for url in site.lists if url not in site.posts)
    data = type_of(replace(site.taught, lists=lists), site.name)
    return "\n".join(head) + "\n" + yaml.safe_dump(data, sort_keys=False, allow_unicode=True, width=110)
