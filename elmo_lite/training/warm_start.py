"""Word vectors as the first knowledge of a biLM.

    python -m elmo_lite.training.warm_start TEXT/train.txt --out VECTORS
    python -m elmo_lite pretrain TEXT/train.txt --size wide --warm-start VECTORS --out RUN

ELMo reads 768 million words ten times and finds the meaning of words on the way. We read a
hundredth of that, so we help. The first command trains skip-gram vectors, which takes minutes. The
second one teaches the char-CNN to spell them out before it trains: the vector of "bank" from the
letters b-a-n-k. It also puts them into the softmax. The model stays purely character-based: an
unknown word gets a vector from its letters, as before. Taught in chapters 07b and 08b.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F
from tqdm import tqdm

from elmo_lite.bilm import BiLanguageModel
from elmo_lite.char_cnn import CharCNN, embed_words
from elmo_lite.corpora.lines import find_texts, read_lines, sentences_of
from elmo_lite.files import sentence_on_error
from elmo_lite.hangul import jamo
from elmo_lite.text import SPECIALS, Vocabulary
from elmo_lite.training.batches import count_words
from elmo_lite.weights.ours import load_vectors, save_vectors

COMMAND = "python -m elmo_lite.training.warm_start"
SOFTMAX_LENGTH = 0.5  # the mean length of a softmax row at the start


@dataclass(frozen=True)
class SkipGramSettings:
    """How the word vectors are trained, by gensim."""

    emb_dim: int = 192
    window: int = 6  # words on each side
    negatives: int = 8
    sample: float = 1e-4  # words with a greater share of the text are thinned out
    epochs: int = 5
    learning_rate: float = 0.025
    workers: int = 2
    seed: int = 0
    jamo: bool = False  # fastText on Hangul cut into its letters, for a language of many endings
    buckets: int = 300_000  # rows for the n-grams of letters


@dataclass(frozen=True)
class SpellingSettings:
    """How the char-CNN learns to spell vectors out."""

    passes: int = 40  # each as many random words as the vocabulary has
    batch_size: int = 512
    learning_rate: float = 4e-3  # the height of a one-cycle schedule
    flatness: float = 50.0  # words are sampled by 1 / sqrt(rank + flatness)
    seed: int = 0


# ---- skip-gram vectors in the spelling of the text ----


def train_vectors(
    sentences: Iterable[Sequence[str]], vocabulary: Vocabulary, settings: SkipGramSettings
) -> np.ndarray:
    """Skip-gram vectors of all words of a vocabulary, upper and lower case kept apart.

    -> (len(vocabulary), emb_dim), rows of zeros for the special words and for words not met.
    """
    from gensim.models import FastText, Word2Vec

    options = dict(
        vector_size=settings.emb_dim,
        window=settings.window,
        negative=settings.negatives,
        sample=settings.sample,
        alpha=settings.learning_rate,
        workers=settings.workers,
        seed=settings.seed,
        min_count=1,
        sg=1,
    )
    spelled: Callable[[str], str] = jamo if settings.jamo else str
    model = FastText(bucket=settings.buckets, **options) if settings.jamo else Word2Vec(**options)
    counts = zip(vocabulary.words, vocabulary.counts, strict=True)
    model.build_vocab_from_freq({spelled(w): n for w, n in counts if w not in SPECIALS and n > 0})
    with tempfile.TemporaryDirectory() as folder:
        # gensim reads a file of its own in several threads; an iterator would hold them up.
        path = Path(folder) / "tokenised.txt"
        lines, words = _write_tokenised((map(spelled, s) for s in sentences), path)
        model.train(
            corpus_file=str(path), total_examples=lines, total_words=words, epochs=settings.epochs
        )
    rows = np.zeros((len(vocabulary), settings.emb_dim), np.float32)
    for row, word in enumerate(map(spelled, vocabulary.words)):
        if word in model.wv.key_to_index:
            rows[row] = model.wv[word]
    return rows


def _write_tokenised(sentences: Iterable[Iterable[str]], path: Path) -> tuple[int, int]:
    """One sentence a line, blanks between the words -> number of lines and of words."""
    lines = words = 0
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for sentence in sentences:
            line = " ".join(sentence)
            file.write(line + "\n")
            lines, words = lines + 1, words + line.count(" ") + bool(line)
    return lines, words


def load(folder: Path) -> tuple[Vocabulary, Tensor]:
    """Read what the command wrote -> the vocabulary and its vectors (len(vocabulary), emb_dim)."""
    return load_vectors(folder, f"make vectors with `{COMMAND} TEXT --out FOLDER`")


# ---- what the model is taught ----


def targets(vectors: Tensor) -> tuple[Tensor, Tensor]:
    """What the char-CNN shall spell: directions around their common mean, with a spread of 1.

    Skip-gram vectors share a large mean, and frequent words are short. Neither says what a word
    means, so both are removed. (words, dim) -> (words, dim), and which words have a vector (words,)
    """
    known = vectors.norm(dim=1) > 0
    unit = F.normalize(vectors, dim=1)
    unit = F.normalize(unit - unit[known].mean(dim=0), dim=1)
    return unit * known[:, None] * vectors.shape[1] ** 0.5, known


def spell_out(
    cnn: CharCNN,
    words: Sequence[str],
    goals: Tensor,
    settings: SpellingSettings,
    low_precision: bool = False,
    hidden: bool | None = None,
) -> float:
    """Teach a char-CNN the vectors of words, the most frequent first -> mean cosine at the end.

    goals: (words, emb_dim). The loss is the mean squared distance. A terminal shows a bar with the
    mean cosine of the last hundred batches, unless `hidden` is True.
    """
    device = next(cnn.parameters()).device
    characters, goals = cnn.shape.ids_of(words, errors="ignore").to(device), goals.to(device)
    share = (torch.arange(len(words)) + settings.flatness) ** -0.5
    batch_size = min(settings.batch_size, len(words))
    steps = max(1, settings.passes * len(words) // batch_size)
    optimizer = torch.optim.Adam(cnn.parameters(), settings.learning_rate)
    rate = torch.optim.lr_scheduler.OneCycleLR(optimizer, settings.learning_rate, steps)
    generator = torch.Generator().manual_seed(settings.seed)
    cosines = []
    bar = tqdm(range(steps), "spelling words out", unit=" batches", disable=hidden)
    for step in bar:
        chosen = torch.multinomial(share, batch_size, generator=generator).to(device)
        with torch.autocast(device.type, torch.bfloat16, enabled=low_precision):
            x = embed_words(cnn, characters[chosen])
        x = x.to(goals.dtype)
        loss = F.mse_loss(x, goals[chosen])
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        rate.step()
        cosines.append(F.cosine_similarity(x.detach(), goals[chosen]).mean())
        if step % 100 == 99:
            bar.set_postfix_str(f"cosine {float(sum(cosines[-100:])) / 100:.3f}")
    return spelled(cnn, words, goals)


@torch.inference_mode()
def spelled(cnn: CharCNN, words: Sequence[str], goals: Tensor) -> float:
    """Mean cosine of what the char-CNN makes of words and what it should, (words, emb_dim)."""
    characters = cnn.shape.ids_of(words, errors="ignore").to(goals.device)
    rows = [embed_words(cnn, part) for part in characters.split(2048)]
    return float(F.cosine_similarity(torch.cat(rows), goals).mean())


@torch.no_grad()
def fill_softmax(softmax: nn.AdaptiveLogSoftmaxWithLoss, goals: Tensor) -> None:
    """Start the softmax from word vectors (vocab_size, proj_dim).

    A frequent word gets its vector, scaled down. The rare words of a cluster have fewer numbers, so
    they get their principal components; the cluster itself gets the mean of its words.
    """
    rows = goals * (SOFTMAX_LENGTH / goals.norm(dim=1).clamp(min=1e-6).mean())
    frequent = softmax.shortlist_size
    softmax.head.weight[:frequent] = rows[:frequent]
    bounds = softmax.cutoffs
    for number, tail in enumerate(softmax.tail):
        assert isinstance(tail, nn.Sequential)
        narrow, rare = tail
        assert isinstance(narrow, nn.Linear) and isinstance(rare, nn.Linear)
        members = rows[bounds[number] : bounds[number + 1]]
        _, _, directions = torch.linalg.svd(members, full_matrices=False)
        kept = directions[: narrow.weight.shape[0]]  # (narrow dim, proj_dim)
        narrow.weight[: len(kept)] = kept
        rare.weight[:, : len(kept)] = members @ kept.t()
        softmax.head.weight[frequent + number] = members.mean(dim=0)


def warm_start(
    model: BiLanguageModel,
    vectors: Tensor,
    settings: SpellingSettings = SpellingSettings(),
    low_precision: bool = False,
    hidden: bool | None = None,
    rare: Sequence[str] = (),
) -> float:
    """Give a fresh model the knowledge of word vectors -> mean cosine of the char-CNN with them.

    rare: words after those of the vocabulary, which the char-CNN shall spell and the softmax does
    not know. vectors: (len(model.vocabulary) + len(rare), proj_dim)
    """
    words = [*model.vocabulary.words, *rare]
    size = (len(words), model.bilm.shape.proj_dim)
    if tuple(vectors.shape) != size:
        raise ValueError(
            f"The vectors have the shape {tuple(vectors.shape)} and the model needs {size}: train "
            "them with its vocabulary and its projection."
        )
    goals, known = targets(vectors)
    spelt = [word for word, there in zip(words, known, strict=True) if there]
    cosine = spell_out(model.bilm.char_cnn, spelt, goals[known], settings, low_precision, hidden)
    fill_softmax(model.softmax, goals[: len(model.vocabulary)])
    return cosine


# ---- the command ----


def main(argv: Sequence[str]) -> int:
    """Train the vectors."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__)
    parser.add_argument("corpus", nargs="+", help="text files (.txt, .xz, .gz) or folders of them")
    parser.add_argument("--out", type=Path, required=True, help="folder for the vectors")
    parser.add_argument("--vocabulary", type=Path, help="a vocabulary.tsv to use")
    parser.add_argument("--vocabulary-size", type=int, default=30_000)
    defaults = SkipGramSettings()
    for name in ("emb_dim", "window", "negatives", "epochs", "workers", "seed"):
        flag = "--" + name.replace("_", "-")
        parser.add_argument(flag, type=int, default=getattr(defaults, name))
    parser.add_argument("--jamo", action="store_true", help="fastText on the letters of Hangul")
    args = parser.parse_args(argv)
    return sentence_on_error(lambda: _make(args))


def _make(args: argparse.Namespace) -> int:
    files = find_texts(args.corpus)
    if args.vocabulary:
        vocabulary = Vocabulary.load(args.vocabulary)
    else:
        vocabulary = count_words(files, args.vocabulary_size)
    names = ("emb_dim", "window", "negatives", "epochs", "workers", "seed", "jamo")
    settings = SkipGramSettings(**{name: getattr(args, name) for name in names})
    lines = (line for file in files for line in read_lines(file))
    sentences = (sentence for line in lines for sentence in sentences_of([line]))
    rows = train_vectors(sentences, vocabulary, settings)
    save_vectors(vocabulary, torch.from_numpy(rows), args.out)
    print(f"{len(vocabulary):,} words with {settings.emb_dim} numbers each in {args.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
