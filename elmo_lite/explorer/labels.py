"""Every word of the explorer's own, in each language of its switch.

label("ko", "layer")                              # 층
layer_name("en", "layer 2")                       # layer 2
"""

LANGUAGES: dict[str, str] = {"en": "English", "ko": "한국어"}

# Korean: a word that is filled in is followed by no particle that depends on its last sound.
LABELS: dict[str, dict[str, str]] = {
    "en": {
        "title": "What does each layer take a word for?",
        "how": "Type a sentence and press Enter, or choose one; then click a word. A second "
        "sentence with the same word is compared with the first.",
        "language": "Language",
        "choice": "Choose",
        "text": "Sentence",
        "second": "Compare",
        "words": "Word",
        "layer": "Layer",
        "choose": "Choose two sentences",
        "loading": "The biLM reads our sense corpus, which takes longer the first time.",
        "reading": "reading {n:,} sentences once",
        # what the page says instead of an answer, or beside it
        "empty": "Type a sentence first: there is no word in the box.",
        "long": "This is long: only its first {n} words are read.",
        "foreign": "This biLM has read English only.",
        "missing": "There are no weights for {name} here (data/weights/elmo_lite_{code}), so the "
        "page stays in English.",
        "alone": "Type a second sentence with “{word}” to compare the two.",
        # the answer
        "layer j": "layer {j}",
        "Layer j": "Layer {j}",
        "mixture": "mixture",
        "Mixture": "The mixture",
        "says": "{layer} says {sense}: {gloss}.",
        "tie": "{layer} finds two senses of “{lemma}” equally near.",
        "unknown": "“{word}” is not a word of our sense corpus, so it has no senses and no map "
        "here: below are the occurrences of all its words that are most similar.",
        "same form": "Layer 0 knows the spelling alone. In our sense corpus “{form}” occurs as "
        "{counts}: every one is the same vector to it.",
        "other form": "Layer 0 knows the spelling alone. In our sense corpus “{form}” occurs as "
        "{counts}: this one is the nearest.",
        "times": "{sense} ({n})",
        "same spelling": "same spelling",
        "similar spelling": "similar spelling",
        # tables and map
        "neighbours": "Nearest occurrences, {layer}",
        "by layer": "Similarity to each sense, by layer",
        "compared": "The word in two sentences",
        "occurrence": "occurrence",
        "nearest": "nearest occurrence",
        "sense": "sense",
        "cosine": "cosine",
        "layer column": "layer",
        "weights": "weights",
        "trained": "trained",
        "random": "random",
        "your two": "your two",
        "one sense": "pairs of one sense",
        "two senses": "pairs of two senses",
        "note": "Above layer 0 a cosine of 0 is that of two occurrences of the word picked at "
        "random: what all share is subtracted first. Random weights see the same words and have "
        "learned nothing.",
        "map": "Occurrences of {lemma}, {layer}",
        "map of": "A map of occurrences, {counts}, and a star for each typed word.",
        "count": "{n} of {sense}",
        "first star": "yours",
        "second star": "second",
    },
    "ko": {
        "title": "층마다 이 단어를 어떤 의미로 볼까요?",
        "how": "문장을 입력하고 Enter 키를 누르거나 예문을 고른 다음, 단어를 누르세요. 같은 단어가 "
        "든 문장을 하나 더 입력하면 두 문장을 비교해 줍니다.",
        "language": "언어",
        "choice": "예문",
        "text": "문장",
        "second": "비교할 문장",
        "words": "단어",
        "layer": "층",
        "choose": "두 문장을 고르세요",
        "loading": "biLM이 의미 부착 말뭉치를 읽고 있습니다. 처음에는 조금 더 걸립니다.",
        "reading": "문장 {n:,}개를 한 번 읽는 중",
        "empty": "먼저 문장을 입력하세요. 입력 칸에 단어가 없습니다.",
        "long": "글이 길어서 처음 {n}개 단어만 읽었습니다.",
        "foreign": "이 biLM은 한국어 글만 읽고 배웠습니다.",
        "missing": "{name} 가중치(data/weights/elmo_lite_{code})가 여기에 없어서 한국어 화면을 "
        "그대로 둡니다.",
        "alone": "두 문장을 비교하려면 같은 단어(“{word}”)가 든 문장을 하나 더 입력하세요.",
        "layer j": "{j}번 층",
        "Layer j": "{j}번 층",
        "mixture": "혼합",
        "Mixture": "혼합",
        "says": "{layer}의 답: {sense} ({gloss})",
        "tie": "{layer}에서는 “{lemma}”의 두 의미가 똑같이 가깝습니다.",
        "unknown": "“{word}”: 의미 부착 말뭉치에 없는 단어라서 의미도 지도도 보여 줄 수 없습니다. "
        "아래는 말뭉치의 모든 용례 가운데 가장 비슷한 것입니다.",
        "same form": "0번 층은 철자만 압니다. 의미 부착 말뭉치에 나오는 “{form}”: {counts}. 0번 "
        "층에는 모두 같은 벡터입니다.",
        "other form": "0번 층은 철자만 압니다. 의미 부착 말뭉치에서 철자가 가장 비슷한 꼴은 "
        "“{form}”입니다: {counts}.",
        "times": "{sense} {n}번",
        "same spelling": "같은 철자",
        "similar spelling": "비슷한 철자",
        "neighbours": "가장 가까운 용례, {layer}",
        "by layer": "층별로 본 각 의미와의 유사도",
        "compared": "두 문장 속의 같은 단어",
        "occurrence": "용례",
        "nearest": "가장 가까운 용례",
        "sense": "의미",
        "cosine": "코사인",
        "layer column": "층",
        "weights": "가중치",
        "trained": "학습한 것",
        "random": "무작위",
        "your two": "입력한 두 문장",
        "one sense": "같은 의미끼리",
        "two senses": "다른 의미끼리",
        "note": "1번 층부터는 모든 용례에 공통된 부분을 먼저 빼므로, 아무렇게나 고른 두 용례의 "
        "코사인은 0쯤입니다. 무작위 가중치는 똑같은 단어들을 보지만 배운 것이 없습니다.",
        "map": "“{lemma}”의 용례, {layer}",
        "map of": "용례 지도. {counts}. 입력한 단어는 별로 표시했습니다.",
        "count": "{sense} {n}개",
        "first star": "첫째",
        "second star": "둘째",
    },
}


def label(language: str, name: str, /, **values: object) -> str:
    """A word or sentence in a language, with its values filled in."""
    return LABELS[language][name].format(**values)


def layer_name(language: str, layer: str, first: bool = False) -> str:
    """The name of a layer ("layer 2", "mixture"); `first`: as the first words of a sentence."""
    j = layer.removeprefix("layer ")
    name = layer if j == layer else "layer j"
    return label(language, name.capitalize() if first else name, j=j)
