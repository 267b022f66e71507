"""What a student wrote in markdown, on pages that others open: feedback, the formgrader.

nbconvert renders HTML in markdown as it stands, and an instructor who opens such a page in the
formgrader would run a student's script. So the rendered text is cleaned: tags of text stay; scripts,
frames, forms, event handlers, styles and pictures from elsewhere go.
"""

from __future__ import annotations

import re
from typing import Any

from jinja2 import pass_context

TAGS = frozenset(
    [
        "a",
        "abbr",
        "b",
        "blockquote",
        "br",
        "code",
        "dd",
        "del",
        "div",
        "dl",
        "dt",
        "em",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "hr",
        "i",
        "img",
        "li",
        "ol",
        "p",
        "pre",
        "s",
        "span",
        "strong",
        "sub",
        "sup",
        "table",
        "tbody",
        "td",
        "th",
        "thead",
        "tr",
        "ul",
    ]
)
LINK = re.compile(r"(https?://|mailto:|#)", re.IGNORECASE)
PICTURE = re.compile(r"data:image/(png|jpeg|gif);base64,[A-Za-z0-9+/=\s]*\Z")
CODE_CLASS = re.compile(r"(highlight|hl-[\w-]+|[a-z]{1,3}\d?)( (highlight|hl-[\w-]+))*\Z")  # Pygments' own


@pass_context
def safe_markdown(context: Any, source: str) -> str:
    """nbconvert's `markdown2html` without a script of the writer's; pictures of the cell are shown."""
    import bleach
    from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath

    cell = context.get("cell") or {}
    renderer = IPythonRenderer(escape=False, attachments=cell.get("attachments", {}))
    cleaned: str = bleach.clean(
        MarkdownWithMath(renderer=renderer).render(source),
        tags=TAGS, attributes=allowed, protocols={"http", "https", "mailto", "data"}, strip=True,
    )  # fmt: skip
    return cleaned


def allowed(tag: str, name: str, value: Any) -> bool:
    """Whether an attribute may stay."""
    if tag == "a" and name == "href":
        return LINK.match(value) is not None
    if tag == "img" and name == "src":
        return PICTURE.match(value) is not None
    if name == "class":
        return tag in ("div", "span", "pre") and CODE_CLASS.match(value) is not None
    return name in ("alt", "title", "align", "start")
