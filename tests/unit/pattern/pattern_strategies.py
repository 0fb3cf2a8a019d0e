"""Documents and patterns made up by hypothesis, of so few words that they meet."""

from hypothesis import strategies as st

from thresher.pattern import (
    ANY,
    Axis,
    Contains,
    Equals,
    Exists,
    HasToken,
    Kind,
    Last,
    NodeTest,
    Not,
    Path,
    Pattern,
    Position,
    Step,
    Value,
)

TAGS = ["p", "a", "b", "ul", "li", "x-y", "table", "td", "body", "header"]
ATTRIBUTES = ["href", "data-k", "checked", "name"]
WORDS = ["postbody", "po", "st", "q&a", "it's", "x/y.js", "Größe", "1", "a b", "checked", "Powered by", "x.php?y=z", ""]

# The favourite first, half of the time.
tags = st.one_of(st.just("div"), st.sampled_from(TAGS))
attributes = st.one_of(st.just("class"), st.sampled_from(ATTRIBUTES))
words = st.one_of(st.just("post"), st.sampled_from(WORDS))

# Each word as it is, or spelled in ways that a parser undoes.
SPELLINGS = [
    "p&#111;st", "p&#x6F;&#x73;t", "x&sol;y&period;js", "Gr&ouml;&szlig;e", "Gr&#246;ße", "&#0112;ost", "po&shy;st",
    "q&a", "q&ampa", "po\x00st", "po\r\nst", "post post", "\tpost\n", "&fjlig;", "&#112", "Powered&#32;by",
    "&#1114112;post", "x.php&#63;y=z", "x.php?y&equals;z", "x.php&quest;y&#x3dz", "x.php?y=&#122;",
]  # fmt: skip
escaped = words.map(lambda word: word.replace("&", "&amp;").replace("'", "&#39;"))
spelled = st.one_of(escaped, words, st.sampled_from(SPELLINGS))
names = st.one_of(attributes, attributes.map(str.upper))
quoted_attributes = st.builds('{}{}="{}"'.format, st.sampled_from([" ", "\n", "/"]), names, spelled)
bare_attributes = st.one_of(attributes.map(" {}".format), attributes.map(" {}=post".format), st.just(" CHECKED"))
attribute_lists = st.lists(st.one_of(quoted_attributes, bare_attributes), max_size=3).map("".join)
openings = st.builds("<{}{}>".format, st.one_of(tags, tags.map(str.upper)), attribute_lists)
closings = st.builds("</{}>".format, st.sampled_from(TAGS))
oddities = st.sampled_from(
    ["<!-- post -->", "<script>post</script>", "<textarea>post</textarea>", "<", "&", "<a class='po", "<?pi post?>",
     "<![CDATA[post]]>", "</html>", "<html class=post>", "<br>", "Powered <b>by</b>", "po<i>st</i>", "\x00", "\x0c"]
)  # fmt: skip
soups = st.lists(st.one_of(openings, closings, openings, spelled, oddities), max_size=25).map("".join)
"""Markup as bad as it gets."""

elements = st.one_of(tags, tags, tags.map(str.upper), st.just(ANY)).map(lambda name: NodeTest(Kind.ELEMENT, name))
strings = st.one_of(
    st.one_of(attributes, st.just(ANY)).map(lambda name: NodeTest(Kind.ATTRIBUTE, name)), st.just(NodeTest(Kind.TEXT))
)
named_attributes = attributes.filter(lambda name: name != "class").map(lambda name: Value(Kind.ATTRIBUTE, name))
children = tags.map(lambda name: Value(Kind.ELEMENT, name))
values = st.one_of(named_attributes, st.just(Value(Kind.ATTRIBUTE, "CLASS")), children, st.just(Value(Kind.SELF)))
tokens = st.sampled_from(["post", "po", "q&a", "Größe"])
conditions = st.one_of(
    st.builds(Contains, values, words),
    st.builds(Equals, values, words),
    st.builds(HasToken, named_attributes | st.just(Value(Kind.ATTRIBUTE, "class")), tokens),
    st.builds(Exists, st.one_of(named_attributes, children)),
)
places = st.one_of(st.builds(Position, st.integers(1, 3)), st.just(Last()))
predicates = st.one_of(conditions, conditions, st.builds(Not, conditions), places)
axes = st.sampled_from([Axis.CHILD, Axis.DESCENDANT, Axis.DESCENDANT])
predicate_lists = st.lists(predicates, max_size=3).map(tuple)
element_steps = st.builds(Step, axes, elements, predicate_lists)
string_steps = st.builds(Step, axes, strings, predicate_lists)
paths = st.one_of(
    st.lists(element_steps, min_size=1, max_size=3).map(tuple).map(Path),
    st.builds(lambda before, last: Path((*before, last)), st.lists(element_steps, max_size=3), string_steps),
    st.lists(st.one_of(element_steps, string_steps), min_size=1, max_size=3).map(tuple).map(Path),
)
patterns = st.one_of(
    paths.map(lambda path: Pattern((path,))), st.lists(paths, min_size=2, max_size=3).map(tuple).map(Pattern)
)
