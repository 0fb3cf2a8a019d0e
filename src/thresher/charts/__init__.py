"""Reports for people: charts as SVG, and pages of HTML that need nothing else.

Input: numbers and texts. Output: markup, escaped, without scripts or anything from elsewhere; readable in light and
dark, on paper and on a phone. Seam: the functions of `charts` and `document`.
"""
