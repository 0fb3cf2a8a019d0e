"""Why a page was taken for an index, a thread or neither, in words that a person can check against the page."""

from collections.abc import Iterable

from thresher.learn.page_types.guess import Reason

WORDS = {
    "plain": ("much text outside links", "little text outside links"),
    "linked": ("much of its text is links", "little of its text is links"),
    "prose": ("text in long paragraphs", "no long paragraphs"),
    "longest": ("a long paragraph", "short lines only"),
    "gap": ("text between its dates", "dates close together"),
    "widest_gap": ("long text behind a date", "no long text behind a date"),
    "numbered": ("numbers beside its dates", "no numbers beside its dates"),
    "form_share": ("a form to fill in", "no form to fill in"),
    "writing": ("a field to write in", "no field to write in"),
    "headlined": ("headings that are links", "no headings that are links"),
    "records": ("many records", "few records"),
    "share": ("its records are most of the page", "its records are little of the page"),
    "record_plain": ("much text in each record", "little text in each record"),
    "record_block": ("long paragraphs in its records", "no long paragraphs in its records"),
    "bodied": ("records with sentences", "records without sentences"),
    "evenness": ("records of equal length", "records of unequal length"),
    "columns": ("records of many columns", "records of few columns"),
    "timed": ("records with dates", "records without dates"),
    "rising": ("dates that go up from record to record", "dates that go down, or in no order"),
    "led": ("a link in each record", "records without a link in one place"),
    "lead_length": ("long links in its records", "short links in its records"),
    "lead_spread": ("links of different lengths, as titles are", "links of one length, as commands are"),
    "timed_body": ("records with dates and sentences", "no records with both dates and sentences"),
    "timed_lead": ("dated records that are mostly a link", "no dated records that are mostly a link"),
}
"""Features of `layout`: what it says where there is more of it than on other pages, and where there is less."""


def in_words(reasons: Iterable[Reason]) -> tuple[str, ...]:
    """The features that spoke for a type of page, each as a few words."""
    return tuple(WORDS[reason.feature][0 if reason.is_high else 1] for reason in reasons)
