"""The perplexity ladder: every language model of the course on the same text.

Each rung (one model, one number) carries the conditions that it was measured under
(elmo_lite/corpora/ladder.py), and rungs with different conditions are refused.

`python course.py measure ladder` measures the rungs and writes data/results/ladder.jsonl: see
ladder_command.py.
"""

from typing import Any

import numpy as np

from elmo_lite.corpora.ladder import LadderCorpus, count_scored
from elmo_lite.files import RESULTS
from elmo_lite.ngram import Predictor, TokenLists
from elmo_lite.text import BOS, Vocabulary

FILE = RESULTS / "ladder.jsonl"

Rung = dict[str, Any]


class Uniform:
    """Every word of the vocabulary but <s> is equally likely, always: the foot of the ladder."""

    def __init__(self, vocabulary: Vocabulary):
        self.log_p = -np.log(len(vocabulary) - (BOS in vocabulary))

    def token_log_probabilities(self, sentences: TokenLists) -> np.ndarray:
        return np.full(count_scored(sentences), self.log_p)


# ---- rungs ----


def rung(
    name: str,
    model: Predictor,
    text: LadderCorpus,
    order: int | None = None,
    direction: str = "forward",
    chosen: dict[str, Any] | None = None,
) -> Rung:
    """Measure a fitted model on the dev and the test part.

    `order` is how many words it looks at, the predicted one included (None: all before it);
    `chosen` holds what was chosen on dev. A perplexity of None means infinite: `zeros` says for
    which share of the tokens the model gave a probability of 0.
    """
    perplexity, zeros = {}, {}
    for part, sentences in (("dev", text.dev), ("test", text.test)):
        log_p = model.token_log_probabilities(sentences)
        expected = text.conditions["scored_tokens"][part]
        if log_p.shape != (expected,):
            scored = f"{name} scored {log_p.size:,} tokens of the {part} part"
            raise ValueError(f"{scored}, not {expected:,}: score every word and one </s> each.")
        if np.isnan(log_p).any() or (log_p > 1e-6).any():
            raise ValueError(f"{name} gave a log-probability above 0, or none at all (nan).")
        zeros[part] = round(float(np.isneginf(log_p).mean()), 4)
        perplexity[part] = None if zeros[part] else round(float(np.exp(-log_p.mean())), 3)
    result: Rung = {"name": name, "perplexity": perplexity, "zeros": zeros, "order": order}
    return result | {"direction": direction, "chosen": chosen or {}} | text.conditions
