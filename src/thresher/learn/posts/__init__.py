"""Thread pages of one site → how posts, their authors, dates and texts are read off them.

Input: pages, as `Sight`s. Output: a `PostRule`. Seams: `posts.learn_posts` for what repeats on a page,
`opening.with_opening` for what is answered and looks otherwise, `headings.learn_heading` for titles. Nothing is
imported here: `articles` and this room use modules of each other.
"""
