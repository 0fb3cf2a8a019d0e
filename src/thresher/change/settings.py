"""Where one verdict ends and the next begins, with the origin of each number."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ChangeSettings:
    """Thresholds of `compare`; figures are in docs/decisions/0015-change.md."""

    news_words: int = 2
    """Least words, those that tick left out, of a passage whose coming or going is a change of content. Chosen on 636
    pairs of a page of links: 98 % of the changes seen; checked on a board (100 %) and a front page (100 %)."""
    template_overlap: float = 0.5
    """Share of the classes of the version that has fewer which the other has, too; below, the template is another. On
    630 captures of a board over 13 years its one change of template has 0.29, all other pairs 0.73 and more."""
    layout_joint: float = 0.98
    """Structure and style joint; below, the layout has changed. As in the news scheduler, §5.1.1."""
    style_weight: float = 0.7
    """Of style in the joint measure, the rest is of structure. As in HTML-Similarity, which the news scheduler uses."""
    object_share: float = 0.3
    """Least share of a page's words that must be in its objects, for these alone to say whether its content changed.
    The same as for articles: below, the page is a list of something else."""
    max_tree_cells: int = 1_250_000_000
    """Work after which the exact tree distance is given up for its bounds: about 10 s."""
