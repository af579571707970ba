"""Pairs of sentences that differ in one place, written for `measure exchange`.

A template has {x} where the two sentences differ, and {n} where a noun stands that they share.
Cells are looked for with the templates and words for finding, and scored with the others.
"""

from dataclasses import dataclass

from elmo_lite.exchange import Comparison

Two = tuple[str, str]  # what stands at {x} in sentence A and in sentence B

NUMBER = (
    *(("boys", "boy"), ("dogs", "dog"), ("pictures", "picture"), ("houses", "house")),
    *(("teachers", "teacher"), ("keys", "key"), ("birds", "bird"), ("cars", "car")),
    *(("friends", "friend"), ("trees", "tree"), ("books", "book"), ("doctors", "doctor")),
    *(("farmers", "farmer"), ("soldiers", "soldier"), ("horses", "horse"), ("letters", "letter")),
    *(("windows", "window"), ("gardens", "garden"), ("ships", "ship"), ("painters", "painter")),
    *(("children", "child"), ("men", "man"), ("women", "woman"), ("boxes", "box")),
)
WOMEN = (
    *(("mother", "father"), ("sister", "brother"), ("daughter", "son"), ("aunt", "uncle")),
    *(("wife", "husband"), ("queen", "king"), ("girl", "boy"), ("woman", "man")),
    *(("grandmother", "grandfather"), ("niece", "nephew"), ("actress", "actor")),
    *(("princess", "prince"), ("lady", "gentleman"), ("girlfriend", "boyfriend")),
    *(("waitress", "waiter"), ("mum", "dad")),
)
THINGS = (
    *("house", "book", "car", "picture", "letter", "table", "garden", "horse"),
    *("key", "boat", "chair", "bread", "ring", "stone", "coat", "bicycle"),
)


@dataclass(frozen=True)
class Family:
    """Pairs with one question: which of two words comes next? words: what stands at {x}, one pair
    for each item, or one pair for all, with a noun of `nouns` at {n}."""

    name: str
    pair: Two
    words: tuple[Two, ...]
    finding: tuple[str, ...]
    scoring: tuple[str, ...]
    nouns: tuple[str, ...] = THINGS

    @property
    def templates(self) -> tuple[str, ...]:
        return self.finding + self.scoring

    @property
    def items(self) -> list[tuple[Two, str]]:
        """What stands at {x}, and at {n}."""
        if len(self.words) == 1:
            return [(self.words[0], noun) for noun in self.nouns]
        return [(two, "") for two in self.words]

    @property
    def halves(self) -> tuple[list[tuple[Two, str]], list[tuple[Two, str]]]:
        """The items for finding, and those for scoring."""
        half = len(self.items) // 2
        return self.items[:half], self.items[half:]


FAMILIES = {
    family.name: family
    for family in (
        Family(
            "number",
            ("are", "is"),
            NUMBER,
            ("The {x} near the park", "The {x} that we saw in the old town"),
            (
                "The {x} near the parks",
                "The {x} behind the church",
                "The {x} from the other side of the river",
                "The {x} which she painted last summer",
            ),
        ),
        Family(
            "she or he",
            ("she", "he"),
            WOMEN,
            ("My {x} said that", "My {x} goes to the market when"),
            (
                "The {x} was so tired that",
                "Your {x} came home late because",
                "The {x} opened the door of the house when",
            ),
        ),
        Family(
            "bracket",
            (")", ","),
            (("(", ","),),
            ("The {n} {x} which we saw last year", "This {n} {x} the first of its kind"),
            (
                "His {n} {x} made in the north",
                "A {n} {x} which was very old",
                "The other {n} {x} bought in the spring",
            ),
        ),
        Family(
            "either",
            ("or", "and"),
            (("either", "only"),),
            ("You can take {x} the {n}", "He wanted {x} a {n}"),
            (
                "They will sell {x} the {n}",
                "We could paint {x} the old {n}",
                "She should bring {x} her {n}",
            ),
        ),
        Family(
            "question",
            ("?", "."),
            (("Where", "There"),),
            ("{x} did you put the {n}", "{x} did he find her {n}"),
            ("{x} did they sell the old {n}", "{x} is my {n}", "{x} will she leave the {n}"),
        ),
        Family(
            "time",
            ("was", "will"),
            (("Last", "Next"),),
            ("{x} year the {n} in the town", "{x} week his {n}"),
            (
                "{x} summer the {n} of the city",
                "{x} month our old {n}",
                "{x} Sunday the {n} near the river",
            ),
        ),
    )
}


def sentences(template: str, item: tuple[Two, str]) -> tuple[list[str], list[str]]:
    """Sentence A and sentence B, as tokens."""
    (a, b), noun = item
    return template.format(x=a, n=noun).split(), template.format(x=b, n=noun).split()


def comparisons(elmo, family: Family, template: str, items=None) -> list[Comparison]:
    """A comparison for each item of a template."""
    found = family.items if items is None else items
    return [Comparison(elmo, *sentences(template, item), family.pair) for item in found]


# Sentences without a bracket or a quotation mark, after which one is asked for.
NOT_OPEN = (
    "The king of the north , born in 1920",
    "Her first book , written in the winter of 1931",
    "We went to the island in the summer",
    "The city lies at the mouth of the river",
    "My brother bought a new bicycle last week",
    "The old church was built by monks",
    "Rice is grown in the south of the country",
    "The team won the last game of the season",
    "He played the piano in a small band",
    "A child of seven found the ring",
    "The bridge , which is made of iron",
    "They moved to the coast after the war",
    "The second train leaves at noon",
    "She taught music at the school in the village",
    "The painter , a friend of the family",
    "Most of the birds fly to Africa",
)
ENDED = (
    "He said that he was tired .",
    "We went home and had dinner .",
    "My sister wants to come with us .",
    "The train was an hour late .",
    "I do not know where the key is .",
    "They asked us for some water .",
    "The doctor told her to rest .",
    "You should see the garden in May .",
    "Nobody answered the door .",
    "The boys ran down to the river .",
    "She looked at him and laughed .",
    "It will rain tomorrow .",
    "The shop was closed all day .",
    "We have never been there before .",
    "He put the letter on the table .",
    "The children are asleep .",
)
TAILS = (
    "near the park",
    "that we saw last year",
    "behind the old house",
    "with the long name",
    "in the north of the country",
    "which she gave to him",
)


# 부사 호응: 전혀, 아무, 아무런 ask for a negation, 항상, 다른, 많은 do not.
ADVERBS = (("전혀", "항상"), ("아무", "다른"), ("아무런", "많은"))
VERBS_KO = (
    *(("없다", "있다"), ("없었다", "있었다"), ("않는다", "한다")),
    *(("아니다", "이다"), ("없는", "있는"), ("않았다", "했다")),
)
NOUNS_KO = {
    "first": ("문제가", "이유가", "관심이"),
    "new": (
        *("걱정이", "필요가", "의미가", "효과가", "변화가", "차이가", "희망이", "도움이"),
        *("소식이", "생각이", "계획이", "기억이"),
    ),
}
FRAMES_KO = ("{x} {n}", "우리에게는 {x} {n}", "{x} 설명도 듣지 못한 채 {n}")
