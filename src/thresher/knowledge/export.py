"""The knowledge base for other programs: plain data, and WADL.

WADL (the W3C's Web Application Description Language) describes resources, their parameters and links. It has no place
for recognition patterns (AAH section 4), so these go along as documentation in elements of our own namespace.
"""

import re
from typing import Any, cast

from lxml import etree

from thresher.knowledge.base import KnowledgeBase
from thresher.knowledge.source import listed

WADL = "http://wadl.dev.java.net/2009/02"
OURS = "urn:thresher:knowledge"


def as_data(base: KnowledgeBase, names: list[str]) -> list[dict[str, Any]]:
    """The types in the form of their files, with all they inherit."""
    return [{"lineage": list(base.lineage(name)), **base.merged(name)} for name in names]


def as_wadl(base: KnowledgeBase, names: list[str]) -> str:
    """The types as one WADL document: a set of resources a type, a resource a form of address."""
    top = etree.Element(_name("application"), nsmap=cast("dict[str, str]", {None: WADL, "t": OURS}))
    for name in names:
        data = base.merged(name)
        resources = etree.SubElement(top, _name("resources"), {"base": "", f"{{{OURS}}}type": name})
        doc = etree.SubElement(resources, _name("doc"), title=str(data.get("title", name)))
        for text in base.file(name).patterns("detect"):
            etree.SubElement(doc, f"{{{OURS}}}detect").text = text
        for role, forms in _roles(data).items():
            for form in listed(forms):
                _add_resource(resources, role, form)
    return str(
        etree.tostring(top, pretty_print=True, encoding="unicode", doctype='<?xml version="1.0" encoding="UTF-8"?>')
    )


def _add_resource(parent: etree._Element, role: str, form: str) -> None:
    path, _, query = form.partition("?")
    template = re.sub(r"\{([a-z_]+)[#*]*\}", r"{\1}", path.replace("[", "").replace("]", ""))
    resource = etree.SubElement(parent, _name("resource"), {"path": template, f"{{{OURS}}}role": role})
    method = etree.SubElement(resource, _name("method"), name="GET")
    request = etree.SubElement(method, _name("request"))
    for piece in re.split(r"[&\[\]]+", query):
        name, _, value = piece.partition("=")
        if name and not name.startswith("!"):
            is_optional = f"[&{name}" in form or f"[{name}" in form or f"[?{name}" in form
            attributes = {"name": name, "style": "query", "required": "false" if is_optional else "true"}
            if value and not set(value) & set("*#{"):
                attributes["fixed"] = value
            etree.SubElement(request, _name("param"), attributes)


def _roles(data: dict[str, Any]) -> dict[str, Any]:
    roles: dict[str, Any] = data.get("urls", {}).get("roles", {})
    return roles


def _name(tag: str) -> str:
    return f"{{{WADL}}}{tag}"
