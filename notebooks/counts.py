"""How long a text or a piece of code is, as a reader would count."""

import re


def words(text: str) -> int:
    """Words of prose: code blocks, tags and link targets are left out, a formula is one word."""
    text = re.sub(r"```.*?```|<[^>]+>|\]\([^)]*\)", " ", text, flags=re.S)
    text = re.sub(r"\$\$.+?\$\$|\$[^$\n]+\$", " formula ", text, flags=re.S)
    return len(re.findall(r"\w[\w'’.-]*", text))


def code_lines(text: str) -> int:
    """Lines of code; empty lines and lines with nothing but a comment do not count."""
    lines = (line.strip() for line in text.splitlines())
    return sum(1 for line in lines if line and not line.startswith("#"))
