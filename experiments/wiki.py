"""Wikipedia's markup -> plain sentences.

We would rather lose a sentence than keep a broken one: what prints nothing (comments, references,
tables, files, categories) goes, what prints known text becomes that text, and anything else
(formulas, other templates) leaves a hole, and a sentence with a hole is dropped.
"""

import html
import re

from elmo_lite.text import split_sentences, tokenize

HOLE = "\ufffc"  # the "object replacement character"
DEEPEST = 40  # templates in templates

# Elements that are removed with their contents: where they begin. Formulas and code leave a hole.
# Markup may be hostile: no pattern here takes longer than in proportion to the text.
_SILENT = re.compile(
    r"<(?:(!--)|(ref)\b(?:[^<>]*(/)>)?|(gallery|references)\b[^<>]*?(/)?>)", re.IGNORECASE
)
_SPOKEN = re.compile(r"<(math|source|code|nowiki|tt)\b[^<>]*>", re.IGNORECASE)
_INLINE = re.compile(r"'{2,}|</?(?:sub|sup|small|big|s|span)\b[^<>]*>")
_BREAK = re.compile(r"<br\b[^<>]*>|</?(?:blockquote|div|center)\b[^<>]*>")
_TEMPLATE = re.compile(r"\{\{((?:[^{}]|\{(?!\{)|\}(?!\}))*)\}\}")
_TABLE = re.compile(r"\{\|(?:(?!\{\||\|\}).)*\|\}", re.DOTALL)
_LINK = re.compile(r"\[\[([^\[\]]*)\]\]")
_OUTSIDE = re.compile(r"\[(?:https?:|ftp:|mailto:)?//[^\s\[\]]*+\s*+([^\[\]]*+)\]")
_END_MATTER = re.compile(
    r"^==\s*(?:references|notes|see also|external links|further reading|bibliography|footnotes"
    r"|sources|notes and references|gallery)\s*==\s*$.*?(?=^==[^=]|\Z)",
    re.DOTALL | re.IGNORECASE | re.MULTILINE,
)

# Of the templates in the sample: those that print nothing in the middle of a sentence, those that
# print their first or last argument, and those that print a fixed text.
_PRINTS_NOTHING = re.compile(
    r"(?:cite|citation|cn|sfn\w*|harv\w*|refn|efn|ref|rp|page|clarify|who|when|where|which|dubious"
    r"|verify|infobox|main|see|further|about|for|other|use|pp|good|featured|redirect\d?"
    r"|distinguish|portal|reflist|toc|anchor|ipa\w*|respell|listen|defaultsort|navbox|commons"
    r"|wiktionary|wikisource|wikiquote|coord|expand|unreferenced|update|multiple|clear|failed"
    r"|disputed|better|sister|quote box|full|notelist|lang-[\w-]+|flagicon|by whom|vague|weasel"
    r"|relevance inline|protected|hatnote|details|dmoz)\b"
)
_PRINTS_FIRST = re.compile(
    r"nowrap|small|smaller|big|sic|angbr|vanchor|sc|sup|nihongo|val|formatnum|resize|linktext"
    r"|tooltip|uss"
)
_PRINTS = dict.fromkeys(("ndash", "mdashb", "snd", "spaced ndash"), " – ")
_PRINTS |= {"'": "'", "'s": "'s", "·": "·", "nbsp": " ", "spaces": " ", "!": "|"}


def _template(match: re.Match[str]) -> str:
    """What a template prints: known text, nothing, or a hole."""
    name, *arguments = (part.strip() for part in re.split(r"\||(?<=formatnum):", match.group(1)))
    name = name.lower().replace("_", " ")
    plain = [part for part in arguments if not re.match(r"[\w -]+=", part)]
    if name in _PRINTS:
        return _PRINTS[name]
    if _PRINTS_FIRST.fullmatch(name) and plain:
        return plain[0]
    if name in ("lang", "transl") and plain:
        return plain[-1]
    if name == "convert" and len(plain) >= 2:
        between = re.fullmatch(r"(to|and|or|by|-|–)(?:\(-\))?", plain[1])  # {{convert|2|to|3|km}}
        return " ".join([plain[0], between[1], *plain[2:4]] if between else plain[:2])
    if name in ("quote", "quotation") and plain:
        return f"\n\n{plain[0]}\n\n"
    if name in ("circa", "as of"):
        return " ".join(["As of" if name == "as of" else "c.", *plain[:1]])
    return "" if _PRINTS_NOTHING.match(name) else HOLE


def _link(match: re.Match[str]) -> str:
    """The text of an inner link; nothing for files, categories and other languages."""
    target, *rest = match.group(1).split("|")
    if re.match(r"\s*(?:file|image|category|media|[a-z]{2,3}|simple):", target, re.IGNORECASE):
        return ""
    return (rest[-1] if rest else target.removeprefix(":")) or target.split("(")[0].strip()


def _without(beginning: re.Pattern[str], replacement: str, markup: str) -> str:
    """Replace elements that begin so with all they hold; one that never ends stays.

    The groups of `beginning`: the name of the element, and "/" if it has no contents.
    """
    kept, done, at, endless = [], 0, 0, set()
    while start := beginning.search(markup, at):
        name, *closed = [group.lower() for group in start.groups() if group]
        end = start.end() if closed else _end(name, markup, start.end(), endless)
        at = end or start.end()
        if end:
            kept += [markup[done : start.start()], replacement]
            done = end
    return "".join([*kept, markup[done:]])


def _end(name: str, markup: str, at: int, endless: set[str]) -> int:
    """Where an element ends, 0 if nowhere. endless: names without any more ends, seen once."""
    if name in endless:
        return 0
    end = re.compile("-->" if name == "!--" else rf"</{name}\s*+>", re.IGNORECASE)
    found = end.search(markup, at)
    if not found:
        endless.add(name)
    return found.end() if found else 0


def _until_stable(pattern: re.Pattern[str], replacement, markup: str) -> str:
    """Replace from the inside out; what is nested deeper than any article nests stays."""
    for _ in range(DEEPEST):
        changed = pattern.sub(replacement, markup)
        if changed == markup:
            break
        markup = changed
    return markup


def plain_text(markup: str) -> str:
    """Markup -> paragraphs, one a line, still with holes."""
    markup = _without(_SPOKEN, HOLE, _without(_SILENT, "", markup))
    markup = _until_stable(_TEMPLATE, _template, markup)
    markup = _until_stable(_TABLE, "\n\n", markup)
    markup = _END_MATTER.sub("", _OUTSIDE.sub(r"\1", markup))
    markup = _until_stable(_LINK, _link, markup)
    markup = _INLINE.sub("", _BREAK.sub("\n\n", markup))
    paragraphs: list[list[str]] = [[]]
    for line in html.unescape(html.unescape(markup)).split("\n"):
        # Headings, lists, indented lines and what is left of tables hold no running sentences.
        # Like an empty line, they end a paragraph; a single line break does not.
        if line.strip(f" {HOLE}") and line[0] not in "=*#:;|!{} ":
            paragraphs[-1].append(line)
        else:
            paragraphs.append([])
    return "\n".join(repair(" ".join(lines)) for lines in paragraphs if lines)


def repair(paragraph: str) -> str:
    """Close the gaps that notes and pronunciations leave: "( ; born 1980)" -> "(born 1980)"."""
    paragraph = re.sub(rf"\([^(){HOLE}]*+{HOLE}[^()]*+\)|\(in\)|\[\d+\]", "", paragraph)
    paragraph = re.sub(r"([a-z)]\.)([A-Z][a-z])", r"\1 \2", paragraph)  # a forgotten space
    paragraph = re.sub(r"([(\[])[\s,;:]+", r"\1", paragraph)
    paragraph = re.sub(r"(?<![\s,;:])[\s,;:]++([)\]])", r"\1", paragraph)
    paragraph = re.sub(r"\(\)|\[\]", "", paragraph)
    paragraph = re.sub(r"(?<!\s)\s++([,.;:!?])", r"\1", paragraph)
    return re.sub(r"\s+", " ", paragraph)


_BEGIN = re.compile(r"""["'“‘(\[]?[A-Z0-9À-Þ]""")
_ODD = re.compile(rf"[{HOLE}|{{}}<>=\\^_~]|\]\]|\[\[|https?:|__")


def is_sentence(sentence: str, tokens: list[str]) -> bool:
    """Whether this is a whole sentence of at least four tokens without rests of markup."""
    balanced = sentence.count("(") == sentence.count(")")
    begin, body = _BEGIN.match(sentence), sentence.rstrip("\"'”’)]")
    ends = begin is not None and body[begin.end() :].endswith((".", "!", "?"))
    whole = ends and bool(re.search("[a-z]", body[begin.end() : -1]))
    return whole and not _ODD.search(sentence) and balanced and len(tokens) >= 4


def sentences(markup: str) -> list[list[str]]:
    """Markup of an article -> its sentences as tokens."""
    found = []
    for paragraph in plain_text(markup).split("\n"):
        for sentence in split_sentences(paragraph):
            tokens = tokenize(sentence)
            if is_sentence(sentence, tokens):
                found.append(tokens)
    return found
