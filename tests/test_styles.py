"""Right answers in other forms, and wrong ones that once passed or were told something else.

A right answer is handed on as the type that the chapter goes on with, or it is refused with the
reason.
"""

import ast
import inspect
import re
import textwrap
from dataclasses import replace

import numpy as np
import pytest
import torch

from elmo_lite.files import ROOT
from notebooks.course import check as checks
from notebooks.course.check import state
from notebooks.course.check.exercise import quiet
from notebooks.course.check.promised import is_tensor, keeps
from notebooks.course.check.source import numbers

SOURCES = sorted((ROOT / "notebooks" / "source").glob("[0-9]*.py"))
# They take long, return nothing, or get back what they returned
TRAINS = ("2.5", "3b.4", "7b.3", "8b.3", "11.1")
NUMBERS = [number for source in SOURCES for number in numbers(source)]


def answer_of(exercise, text):
    """A function or class, or an expression in the arguments of the solution, which is `ours`."""
    _, name, names = exercise.edited.args
    here = {"np": np, "torch": torch} | names | {"ours": exercise.reference}
    text = textwrap.dedent(text)
    if text.startswith(("def ", "class ")):
        exec(text, here)
        return here[name]
    arguments = str(inspect.signature(exercise.reference))[1:-1]
    return eval(f"lambda {arguments}: {text}", here)


def first_calls(exercise, answer):
    """What an answer returns in the first input, call by call."""
    found = []

    def watched(*given, **named):
        found.append(answer(*given, **named))
        return found[-1]

    with state.kept(), quiet():
        exercise.outcome(watched, exercise.all_inputs()[0])
    return found


def is_promised(exercise, answer):
    """Whether what the chapter is handed has the type of ours, and equals it."""
    handed = exercise.yours_or_ours(answer)
    if handed is exercise.reference:
        return False
    ours = first_calls(exercise, exercise.reference)
    pairs = zip(first_calls(exercise, handed), ours, strict=False)
    return all(keeps(mine, ours) for mine, ours in pairs)


def other(value, kind):
    """The same numbers in another container."""
    if isinstance(value, tuple):
        return tuple(other(each, kind) for each in value)
    if kind is tuple:
        return tuple(value) if isinstance(value, list) else value
    if isinstance(value, (np.ndarray, np.generic)) or is_tensor(value):
        plain = value.detach().numpy() if is_tensor(value) else np.asarray(value)
        if kind is list:
            return plain.tolist()
        if plain.dtype.kind in "biuf":
            return plain if kind is np.ndarray else torch.tensor(plain.copy())
    if isinstance(value, (float, list)) and kind is not list:
        try:
            return np.array(value) if kind is np.ndarray else torch.tensor(value)
        except (TypeError, ValueError, RuntimeError):
            return value
    return value


@pytest.mark.parametrize("number", [n for n in NUMBERS if n not in TRAINS])
def test_another_container_is_turned_or_refused(number):
    """An array for a tensor, a list for an array, and so on."""
    exercise = replace(checks.find(number), trials=2, last={})
    if isinstance(exercise.reference, type) or exercise.goal is not None:
        return  # a class, or a score, which any container may reach
    ours = first_calls(exercise, exercise.reference)
    for kind in (list, tuple, np.ndarray, torch.Tensor):
        if all(kinds(other(value, kind)) == kinds(value) for value in ours):
            continue  # it is one already
        exercise.last.clear()

        def answer(*given, kind=kind, **named):
            return other(exercise.reference(*given, **named), kind)

        result = exercise(answer)
        if result.status == "correct":
            assert is_promised(exercise, answer), kind
        else:
            assert result.message and "stopped with" not in result.message, (kind, result)


class Renamed(ast.NodeTransformer):
    """Other names for the arguments that have no star before them, and no defaults."""

    def visit_FunctionDef(self, node):
        mine = [*node.args.posonlyargs, *node.args.args]
        names = {each.arg for each in mine} - {"self"}
        node.args.defaults = []
        for inner in ast.walk(node):
            for field in ("arg", "id"):
                if not isinstance(inner, ast.keyword) and getattr(inner, field, None) in names:
                    setattr(inner, field, "my_" + getattr(inner, field))
        return node


@pytest.mark.parametrize("number", [n for n in NUMBERS if n not in TRAINS])
def test_an_answer_is_called_as_ours_whatever_its_arguments_are_called(number):
    exercise = replace(checks.find(number), trials=2, last={})
    ours, (solution, name, names) = exercise.reference, exercise.edited.args
    if exercise.goal is not None or exercise.value:
        return
    tree = ast.parse(solution)
    node = next(each for each in tree.body if getattr(each, "name", "") == name)
    start = node if isinstance(node, ast.FunctionDef) else node.body
    for each in [start] if start is node else start:
        if isinstance(each, ast.FunctionDef) and each.name in (name, "__init__"):
            Renamed().visit_FunctionDef(each)
    here = dict(names)
    exec(ast.unparse(tree), here)
    handed = exercise.yours_or_ours(here[name])
    assert handed is not ours and handed.__name__ == name
    asked = inspect.signature(ours)
    assert exercise.yours_or_ours(handed) is handed, "it has our names now"

    def by_name(*given, **named):
        bound = asked.bind(*given, **named).arguments
        assert not any(asked.parameters[each].kind in (2, 4) for each in bound)  # *args, **kwargs
        return handed(**bound)

    arguments = exercise.all_inputs()[0]
    with state.kept(), quiet():
        assert exercise.right(
            exercise.outcome(by_name, arguments), exercise.outcome(ours, arguments)
        )


def kinds(value):
    return [*map(kinds, value)] if isinstance(value, tuple) else type(value)


def trained_as_asked(*edits):
    """The training of exercise 11.1 with edits."""
    text = """def fit(x, y, num_tags):
        torch.manual_seed(0)
        mean, deviation = x.mean(axis=0), x.std(axis=0) + 1e-5
        z, y = torch.tensor((x - mean) / deviation, dtype=torch.float32), torch.tensor(y)
        probe = nn.Linear(x.shape[1], num_tags)
        optimizer = torch.optim.Adam(probe.parameters(), lr=0.01, weight_decay=1e-3)
        falling = torch.optim.lr_scheduler.ExponentialLR(optimizer, 0.75)
        for _ in range(8):
            for rows in torch.randperm(len(y)).split(512):
                optimizer.zero_grad()
                loss = F.cross_entropy(probe(z[rows]), y[rows])
                loss.backward()
                optimizer.step()
            falling.step()
        W, b = (parameter.detach().numpy() for parameter in probe.parameters())
        return W, b, mean, deviation"""
    for old, new in edits:
        assert old in text
        text = text.replace(old, new)
    return text


def own_step(c, h):
    """The answer to 14.3 that writes equation (1) itself, and hands on this c and this h."""
    return f"""def backward_half(x, file):
        x = x[::-1]
        for j in (0, 1):
            cell = f"RNN_1/RNN/MultiRNNCell/Cell{{j}}/LSTMCell"
            h, c = np.zeros(x.shape[1]), np.zeros(len(file[f"{{cell}}/B"]) // 4)
            outputs = []
            for x_k in x:
                sums = np.hstack([x_k, h]) @ file[f"{{cell}}/W_0"] + file[f"{{cell}}/B"]
                i, g, f, o = np.split(sums, 4)
                c = sigmoid(f + 1) * c + sigmoid(i) * np.tanh(g)
                c = {c}
                h = (sigmoid(o) * np.tanh(c)) @ file[f"{{cell}}/W_P_0"]
                h = {h}
                outputs.append(h)
            x = np.array(outputs) + j * x
        return x[::-1]"""


LOSS, ENTROPY = "F.cross_entropy(probe(z[rows]), y[rows])", "probe(z[rows]).log_softmax(1), y[rows]"
NLL = (LOSS, f"F.nll_loss({ENTROPY})")

RIGHT = {
    "0.1": (
        """def found_by_neighbour(cosines, labels):
            others = np.where(np.eye(len(labels)) > 0, -9, cosines)
            nearest = np.argsort(others, axis=1, kind="stable")[:, -1]
            return [labels[k] == label for k, label in zip(nearest, labels)]""",
        "[bool(labels[max((k for k in range(len(labels)) if k != i), key=lambda k: cosines[i, k])]"
        " == labels[i]) for i in range(len(labels))]",
        "(np.array(labels)[np.where(np.eye(len(labels)), -9, cosines).argmax(1)] == labels) * 1",
        "np.array(ours(cosines, labels), dtype=object)",
    ),
    "1.1": ("dict(ours(sentences, n))",),
    "1.2": (  # it draws once more at the end
        """def write(after, n, rng, temperature=1.0, max_words=30):
            tokens = ["<s>"] * (n - 1)
            while True:
                counts = after[tuple(tokens[len(tokens) - n + 1 :])]
                weights = [c ** (1 / temperature) for c in counts.values()]
                word = rng.choices(list(counts), weights)[0]
                if word == "</s>" or len(tokens) == n - 1 + max_words:
                    return tuple(tokens[n - 1 :])
                tokens.append(word)""",
    ),
    "1.3": (
        """def perplexity(predict, asked):
            import math
            total = 0
            for context, word in asked:
                p = predict(word, context)
                if p == 0:
                    return math.inf
                total -= math.log(p)
            return math.exp(total / len(asked))""",
        "torch.tensor([predict(w, c) for c, w in asked]).log().mean().neg().exp()",
        "2 ** -np.log2([predict(w, c) for c, w in asked]).mean()",
    ),
    "1.2+": (  # the k words in the order of the counter
        """def write_top(after, n, rng, k, max_words=30):
            tokens = ["<s>"] * (n - 1)
            while len(tokens) < n - 1 + max_words:
                counts = after[tuple(tokens[len(tokens) - n + 1 :])]
                likeliest = sorted(counts, key=counts.get, reverse=True)[:k]
                words = [word for word in counts if word in likeliest]
                word = rng.choices(words, [counts[word] for word in words])[0]
                if word == "</s>":
                    break
                tokens.append(word)
            return tokens[n - 1 :]""",
    ),
    "1.4": ("{context: Counter(counts) for context, counts in ours(after).items()}",),
    "1.5": (
        """def discounted(count, total, types, discount, lower):
            from fractions import Fraction
            kept = Fraction(max(count - discount, 0)) / total
            return kept + Fraction(discount) * types / total * Fraction(lower)""",
    ),
    "2.1": (
        "torch.tensor(scores).softmax(0) - F.one_hot(torch.tensor(right), len(scores))",
        "softmax(scores) - np.eye(len(scores))[right]",
        "ours(scores, right).tolist()",
    ),
    "2.2": ("torch.tensor(ours(ids, right, E, W, b1, U, b2))",),
    "2.5": (
        """def train(model, optimizer, contexts, targets, batch_size):
            for batch in torch.randperm(len(targets)).split(batch_size):
                def closure():
                    optimizer.zero_grad()
                    loss = F.cross_entropy(model(contexts[batch]), targets[batch])
                    loss.backward()
                    return loss
                optimizer.step(closure)""",
        """def train(model, optimizer, contexts, targets, batch_size):
            ours(model, optimizer, contexts, targets, batch_size)
            print(F.cross_entropy(model(contexts), targets))""",
        """def train(model, optimizer, contexts, targets, batch_size):
            for batch in torch.randperm(len(targets)).split(batch_size):
                optimizer.zero_grad()
                F.cross_entropy(model(contexts[batch]), targets[batch]).backward()
                print(model(contexts[batch]).argmax(1))
                optimizer.step()""",
    ),
    "3.2": ("np.float32(1) * ours(sentences, a, b, m)",),
    "3.4": ("1 if ours(nearest_to, unit, a, b, c, d) else 0",),
    "3b.2": (
        "np.cumsum(counts**0.75).searchsorted(rng.random(size) * (counts**0.75).sum(), 'right')",
        "torch.multinomial(torch.tensor(counts**0.75), int(np.prod(size)), True,"
        " generator=torch.Generator().manual_seed(int(rng.integers(2**31)))).reshape(size)",
        "np.searchsorted(np.cumsum(counts**0.75), (counts**0.75).sum() * rng.random(size))",
    ),
    "3b.3": ("ours(ids, counts, epsilon, rng).tolist()",),
    "4.1": ("np.array(ours(word, min_n, max_n))",),
    "4.4": ("{'haha' * 4, 'haha' * 5}",),
    "3b.4+": (
        """def batch_step_by_product(v, u, w, o, negatives, eta):
            def moved(table, ids, moves):
                for i, move in zip(ids, moves, strict=True):
                    table[i] += move
            context = torch.cat([o[:, None], negatives], dim=1)
            centre, others = v[w], u[context]
            error = -torch.sigmoid(torch.einsum("bd,bkd->bk", centre, others))
            error[:, 0] += 1
            moved(v, w, eta * torch.einsum("bk,bkd->bd", error, others))
            moves = eta * torch.einsum("bk,bd->bkd", error, centre)
            moved(u, context.flatten(), moves.flatten(0, 1))""",
    ),
    "5.1": (
        "{(a, b): ours(sentence, window)[a, b] for a in sentence for b in sentence}",
        "Counter({(a, b): ours(sentence, window)[a, b] for a in sentence for b in sentence})",
        """def near_counts(sentence, window):
            from fractions import Fraction
            found = Counter()
            for d in range(1, window + 1):
                for pair in zip(sentence, sentence[d:], strict=False):
                    found[pair] += Fraction(1, d)
                    found[pair[::-1]] += Fraction(1, d)
            return found""",
    ),
    "5.2": ("torch.tensor(ours(counts))", "ours(counts).tolist()"),
    "5.3": ("[torch.tensor(each) for each in ours(v, u, b, b_out, X)]",),
    "6.1": ("torch.tensor(ours(table, u, ids, y, rate))",),
    "6.3": (
        "torch.stack([self.output(self.reader(self.table(i[None, :n]))[0][0, -1])"
        " for i, n in zip(ids, lengths)])",
    ),
    "6b.1": (
        "list(ours(points))",
        "(-ours(points)[0], ours(points)[1])",
        "(PCA(2).fit_transform(points), PCA(2).fit(points).explained_variance_ratio_.sum())",
        """def pca_map(points):
            centred = points - points.mean(axis=0)
            widths, axes = np.linalg.eigh(centred.T @ centred)
            return centred @ axes[:, [-1, -2]], widths[-2:].sum() / widths.sum()""",
    ),
    "7.1": ("torch.tensor(ours(word))", "tuple(ours(word))"),
    "7.2": ("torch.relu(F.conv1d(e.mT, W.mT, b).amax(dim=2))",),
    "7.3": ("torch.lerp(h, F.linear(h, W, b).relu(), F.linear(h, W_r, b_r).sigmoid())",),
    "7b.1": ("ours(W, letters, goal, rate).tolist()",),
    "7b.2": ("torch.tensor(ours(asked, true, other, middle))",),
    "8.1": (  # in place
        """def lstm_step(x, h, c, W, U, b, W_proj):
            i, f, g, o = torch.split(F.linear(x, W, b) + F.linear(h, U), c.shape[1], dim=1)
            c *= f.sigmoid()
            c += i.sigmoid() * g.tanh()
            c = torch.clip(c, -3, 3)
            return [torch.clip(F.linear(o.sigmoid() * c.tanh(), W_proj), -3, 3), c]""",
    ),
    "8.2": (
        "F.nll_loss(ahead[:-1], ids[1:], reduction='sum')"
        " + F.nll_loss(behind[1:], ids[:-1], reduction='sum')",
        "ours(ahead, behind, ids).reshape(1)",
    ),
    "8.3": (
        "ours(states_of, x, others).double()",
        "ours(states_of, x, others).numpy()",
    ),
    "8.4": (
        "x.flip(0) - x.flip(0).mean(1, keepdim=True)",
        "torch.cat([1000 * x.flip(0), -1000 * x.flip(0)], 1)",
        "F.one_hot(x.argmax(1), x.shape[1]).flip(0)",
    ),
    "8b.4": (  # nobody is right in a tie
        """def agreement(expects, template, nouns, others):
            def share(i, j):
                asked = [template.format(noun=noun[i], other=other[j]).split()
                         for noun in nouns for other in others if noun != other]
                found = expects(asked)
                return (found[:, i] > found[:, 1 - i]).mean()
            return np.array([[share(0, 0), share(0, 1)], [share(1, 0), share(1, 1)]])""",
    ),
    "9.1": ("torch.stack([torch.cat(pair, 1) for pair in [(x, x), *zip(forward, backward)]])",),
    "9.2": (
        """class Mixture(nn.Module):
            def __init__(self, num_layers):
                super().__init__()
                self.weights = nn.Parameter(torch.zeros(num_layers))
                self.gamma = nn.Parameter(torch.ones(1))

            def forward(self, layers):
                s = torch.exp(self.weights) / torch.exp(self.weights).sum()
                return self.gamma * sum(s[j] * layers[j] for j in range(len(layers)))""",
    ),
    "9.3": ("{tuple(round(x, 2) for x in s): v for s, v in ours(layers, score, steps).items()}",),
    "9b.1": ("torch.tensor([float(slope) for slope in ours(J, w, epsilon)])",),
    "9b.4": ("ours(tags, place, distance).tolist()",),
    "10.1": ("np.array(ours(vector, vectors, names, left_out, k))",),
    "10.2": ("ours(cosines, labels).tolist()",),
    "10.3": (
        "[torch.tensor(each) for each in ours(known, new, power)]",
        """def whiten(known, new, power):
            mean = known.mean(axis=0)
            _, S, axes = np.linalg.svd(known - mean, full_matrices=False)
            variances = S**2 / len(known)
            stretch = axes.T / (variances + variances.mean() / 10) ** power
            return (known - mean) @ stretch, (new - mean) @ stretch""",
    ),
    "10b.2": ("ours(learned, labels, new).tolist()",),
    "10b.3": ("Counter(ours(train, words))",),
    "11.1": (
        trained_as_asked(NLL),
        trained_as_asked((LOSS, "nn.CrossEntropyLoss()(probe(z[rows]), y[rows])")),
        trained_as_asked(
            ("optimizer.zero_grad()", "def closure():"),
            (
                f"        loss = {LOSS}",
                f"            optimizer.zero_grad()\n{20 * ' '}loss = {LOSS}",
            ),
            ("        loss.backward()", f"            loss.backward()\n{20 * ' '}return loss"),
            ("optimizer.step()", "optimizer.step(closure)"),
        ),
        trained_as_asked(  # it looks at a loss in between
            ("optimizer.step()", "print(F.cross_entropy(probe(z), y)); optimizer.step()")
        ),
        trained_as_asked(("probe(z[rows])", "z[rows] @ probe.weight.T + probe.bias")),
    ),
    "11.2": (
        "np.array(ours(words, tags, seed))",
        """def control(words, tags, seed):
            rng, label = np.random.default_rng(seed), {}
            for word in words:
                label.setdefault(word, str(rng.choice(tags)))
            return [label[word] for word in words]""",
    ),
    "11.3": (
        """def lens(elmo, words, direction, top):
            return ours(elmo, tuple(words), direction, top)""",
        "[[[list(pair) for pair in cell] for cell in row]"
        " for row in ours(elmo, words, direction, top)]",
        """def lens(elmo, words, direction, top):
            states, names = elmo.layers([words])[0], elmo.model.vocabulary.words
            found = []
            for h in (states.token, *getattr(states, direction)):
                p = np.exp(elmo.model.log_distribution(h).numpy())
                order = np.argsort(-p, axis=1)[:, :top]
                found.append([[(names[i], row[i]) for i in best] for row, best in zip(p, order)])
            return found""",
    ),
    "12.1": (
        "ours(h, mask).numpy()",
        "torch.stack([torch.stack([h[j, i, mask[i]].mean(0) for i in range(h.shape[1])])"
        " for j in range(len(h))])",
        "(torch.einsum('lbtd,bt->lbd', h.float(), mask.float()) / mask.sum(1).float()[:, None])",
    ),
    "12.2": ("torch.tensor(ours(scores, gold))",),
    "12.3": ("np.array(ours(train, test), dtype=int)", "tuple(ours(train, test))"),
    "12c.1": (
        "torch.einsum('...wo,...od->...wd', torch.where(inside[..., None, :],"
        " torch.einsum('...wd,...od->...wo', h, p) / np.sqrt(h.shape[-1]), -torch.inf)"
        ".softmax(-1), p)",
    ),
    "12c.2": (
        "[sum((j ^ k) == i for i, k in enumerate(scores.max(dim=1).indices.tolist()))"
        " for j in (0, 1)]",
        "[sum(row.tolist().index(max(row)) == i ^ k for i, row in enumerate(scores))"
        " for k in (0, 1)]",
    ),
    "12c.3": (  # the type is all that follows the first hyphen
        """def span_f1(gold, found):
            def spans(tags):
                done, last, kind = set(), None, ""
                for i, tag in enumerate([*tags, "O"]):
                    begins, _, its = tag.partition("-")
                    if last is not None and (begins, its) != ("I", kind):
                        done.add((last, i - 1, kind))
                        last = None
                    if begins != "O" and last is None:
                        last, kind = i, its
                return done
            a, b = spans(gold), spans(found)
            hits = len(a & b)
            return hits and 2 / (len(a) / hits + len(b) / hits)""",
    ),
    "13.1": (  # it knows more than it is asked for
        "noun + (after_vowel if (ord(noun[-1]) - 44032) % 28 in ((0, 8) if after_vowel == '로'"
        " else (0,)) else after_consonant)",
    ),
    "13.3": ("list(ours(elmo, swaps))",),
    "13b.1": ("ours(asked, known, first).tolist()",),
    "13b.2": ("ours(odds, askers, nouns, verbs).tolist()",),
    "13b.3": ("ours(x, nouns, forms).tolist()",),
    "13b.4": ("np.array(ours(words, tags, new))",),
    "14.1": ("[torch.tensor(each) for each in ours(W_0, B)]",),
    "14.3": (
        "torch.tensor(ours(x, file).copy())",
        "ours(x, file).tolist()",
        own_step("c.clip(-3, 3)", "np.minimum(np.maximum(h, -3), 3)"),
    ),
    "11b.4": ("list(ours(c, fact, new_c, new_fact))",),
}


@pytest.mark.parametrize(
    ("number", "text"), [(number, text) for number in RIGHT for text in RIGHT[number]]
)
def test_a_right_answer_in_another_form(number, text):
    exercise = replace(checks.find(number), last={})
    answer = answer_of(exercise, text)
    result = exercise(answer)
    assert result.status == "correct", result
    if not isinstance(answer, type):
        assert is_promised(exercise, answer)


WRONG = {
    "3.2": [
        (
            "1.0 if a == b else ours(sentences, a, b, m)",
            "",
        ),
    ],
    "6b.3": [
        (
            """def sentence_vector(tokens, index, vectors, cut, kept={}):
            return kept.setdefault((*tokens, cut), ours(tokens, index, vectors, cut))""",
            "",
        ),
    ],
    "6b.2": [
        (
            """def kept_neighbours(points, flat, k):
            near = []
            for cloud in (points, flat):
                distances = np.linalg.norm(cloud[:, None] - cloud[None], axis=2)
                near.append(np.argsort(distances, axis=1)[:, 1 : k + 1])
            return np.mean([len(set(a) & set(b)) / k for a, b in zip(*near)])""",
            "",
        ),
    ],
    "5.1": [
        (
            """def near_counts(tokens, window, found=Counter()):
            found.update(ours(tokens, window))
            return found""",
            "A later call of your function changes",
        ),
    ],
    "2.1": [
        (
            """def score_gradient(a, right, kept={}):
            found = kept.setdefault(len(a), np.zeros(len(a)))
            found[:] = ours(a, right)
            return found""",
            "A later call of your function changes",
        ),
    ],
    "0.1": [
        (
            """def found_by_neighbour(cosines, labels):
            found = []
            for i in range(len(labels)):
                best, at = -1, 0
                for k in range(len(labels)):
                    if k != i and cosines[i, k] > best:
                        best, at = cosines[i, k], k
                found.append(labels[at] == labels[i])
            return found""",
            "begin below it",
        ),
        (
            """def found_by_neighbour(cosines, labels):
            found = []
            for i in range(len(labels)):
                best, nearest = 0, 0
                for k in range(len(labels)):
                    if k != i and cosines[i, k] > best:
                        best, nearest = cosines[i, k], k
                found.append(labels[nearest] == labels[i])
            return found""",
            "",
        ),
        ("np.mean(ours(cosines, labels))", "shape"),
        ("print(ours(cosines, labels))", "returned `None`"),
    ],
    "1.1": [
        (
            "ours([sentence for sentence in sentences if sentence], n)",
            "",
        ),
        ("list(ours(sentences, n).items())", "a dictionary"),
        ("print(ours(sentences, n))", "returned `None`"),
        ("{c: dict(n) for c, n in ours(sentences, n).items()}", "belong in a `Counter`"),
    ],
    "1.2": [
        (
            """def write(after, n, rng, temperature=1.0, max_words=30):
            tokens = ["<s>"] * (n - 1)
            while len(tokens) < n - 1 + max_words and tokens[-1:] != ["."]:
                counts = after[tuple(tokens[len(tokens) - n + 1 :])]
                weights = [count ** (1 / temperature) for count in counts.values()]
                tokens += rng.choices(list(counts), weights)
                if tokens[-1] == "</s>":
                    return tokens[n - 1 : -1]
            return tokens[n - 1 : -1] if tokens[-1:] == ["."] else tokens[n - 1 :]""",
            "is a word like any other",
        ),
        ("' '.join(ours(after, n, rng, temperature, max_words))", "a list of words"),
        ("print(ours(after, n, rng, temperature, max_words))", "returned `None`"),
        ("ours(after, n, random.Random(0), temperature, max_words)", ""),
        (
            "ours({c: Counter({w: n / temperature for w, n in counts.items()})"
            " for c, counts in after.items()}, n, rng, 1.0, max_words)",
            "The temperature changes nothing",
        ),
    ],
    "1.4": [
        (
            "{c: dict(n) for c, n in ours(after).items()}",
            "belong in a `Counter`",
        ),
        (
            """def company(after):
            for context in list(after):
                after[context[1:]].update(list(after.pop(context)))
            return after""",
            "changes the table",
        ),
    ],
    "1.5": [("print(ours(count, total, types, discount, lower))", "returned `None`")],
    "1.3": [
        (
            "np.inf if any(predict(w, context) < 1e-8 for context, w in asked)"
            " else ours(predict, asked)",
            "is not 0",
        ),
        ("np.exp(-np.mean([np.log(predict(c, w)) for c, w in asked]))", "exchanged"),
        ("print(ours(predict, asked))", "returned `None`"),
        (
            "np.exp(-np.mean([np.log(p) for c, w in asked if (p := predict(w, c))]))",
            "probability 0",
        ),
    ],
    "8b.2": [("list(zip(*ours(sentences, backward)))", "and the length should be 3")],
    "9.1": [
        (
            """def join_layers(x, forward, backward):
            forward.insert(0, x)
            backward.insert(0, x)
            pairs = zip(forward, backward)
            return torch.stack([torch.cat(pair, dim=-1) for pair in pairs])""",
            "changes what it is given",
        ),
    ],
    "9.3+": [
        (
            """def finer(layers, score, steps, times):
            near, found = ours(layers, score, steps, times), {}
            for coins in product(range(steps * times + 1), repeat=len(layers)):
                if sum(coins) == steps * times:
                    shares = np.array(coins) / (steps * times)
                    found[coins] = score(np.tensordot(shares, layers, axes=1))
            return np.array(max(found, key=found.get)) / (steps * times)""",
            "You try the whole fine grid",
        ),
        (
            """def finer(layers, score, steps, times):
            found, moved = {}, range(-times, times + 1)
            for coins in product(range(steps + 1), repeat=len(layers)):
                if sum(coins) == steps:
                    shares = np.array(coins) / steps
                    found[coins] = score(np.tensordot(shares, layers, axes=1))
            start, fine = np.array(max(found, key=found.get)), {}
            for moves in product(moved, repeat=len(layers)):
                if sum(moves) == 0:
                    shares = (start * times + moves) / (steps * times)
                    fine[tuple(shares)] = score(np.tensordot(shares, layers, axes=1))
            return max(fine, key=fine.get)""",
            "never negative",
        ),
    ],
    "9b.2": [("ours(h, nabla, w, gamma)[0]", "your function returns a `Tensor`")],
    "9b.3": [
        ("np.abs(ours(score, num_layers, seeds))", "and the minus has to stay"),
        ("np.maximum(0, ours(score, num_layers, seeds))", "a negative number of points, not 0"),
    ],
    "2.2": [
        (
            """def table_gradient(ids, right, E, W, b1, U, b2):
            d_E, h = np.zeros_like(E), forward(ids, E, W, b1, U, b2)[0]
            d_z = W.T @ (U.T @ score_gradient(U @ h + b2, right) * (1 - h**2))
            d_E[ids] = d_z.reshape(len(ids), -1)
            return d_E""",
            "`=`, or `+=` with a list of numbers,",
        ),
        (
            """def table_gradient(ids, right, E, W, b1, U, b2):
            d_E, h = np.zeros_like(E), forward(ids, E, W, b1, U, b2)[0]
            d_z = W @ (U.T @ score_gradient(U @ h + b2, right) * (1 - h**2))
            np.add.at(d_E, ids, d_z.reshape(len(ids), -1))
            return d_E""",
            "stopped with `ValueError`",
        ),
        (
            """def table_gradient(ids, right, E, W, b1, U, b2):
            d_E, h = np.zeros_like(E), forward(ids, E, W, b1, U, b2)[0]
            d_z = W.T @ (U.T @ (score_gradient(U @ h + b2, right) * (1 - h**2)))
            np.add.at(d_E, ids, d_z.reshape(len(ids), -1))
            return d_E""",
            "stopped with `ValueError`",
        ),
        (
            """def table_gradient(ids, right, E, W, b1, U, b2):
            d_E, h = np.zeros_like(E), forward(ids, E, W, b1, U, b2)[0]
            d_z = W.T @ (U.T @ score_gradient(U @ h + b2, right) * (1 - h**2))
            np.add.at(d_E, ids, d_z.reshape(E.shape[1], -1))
            return d_E""",
            "stopped with `ValueError`",
        ),
    ],
    "2.3": [
        (
            """class NNLM(ours):
            def __init__(self, vocab_size, context_size, emb_dim, hidden_dim):
                super().__init__(vocab_size, context_size, emb_dim, hidden_dim)
                del self.context_size""",
            "Leave the line",
        ),
        (
            """class NNLM(ours):
            def __init__(self, vocab_size, context_size, emb_dim, hidden_dim):
                super().__init__(vocab_size, context_size, emb_dim, hidden_dim)
                del self.context_size
                self.register_buffer("context_size", torch.tensor(context_size))""",
            "nothing else learns",
        ),
        (
            """class NNLM(ours):
            def __init__(self, vocab_size, context_size, emb_dim, hidden_dim):
                super().__init__(vocab_size, context_size, emb_dim, hidden_dim)
                self.embedding = nn.Embedding(vocab_size, emb_dim, max_norm=10)""",
            "Give `nn.Embedding` its two sizes",
        ),
        (
            """class NNLM(ours):
            def __init__(self, vocab_size, context_size, emb_dim, hidden_dim):
                super().__init__(vocab_size, context_size, emb_dim, hidden_dim)
                self.output.requires_grad_(False)""",
            "do not learn",
        ),
        (
            """class NNLM(ours):
            def __init__(self, vocab_size, context_size, emb_dim, hidden_dim):
                super().__init__(vocab_size, context_size, emb_dim, hidden_dim)
                for weights in self.parameters():
                    nn.init.zeros_(weights)""",
            "begin with the same number",
        ),
        (
            """class NNLM(ours):
            def forward(self, contexts):
                super().forward(contexts)""",
            "`forward` returns `None`",
        ),
        (
            """class NNLM(ours):
            def forward(self, contexts):
                self.kept = getattr(self, "kept", contexts)
                return super().forward(self.kept)""",
            "A second call",
        ),
        (
            """class NNLM(nn.Module):
            def __init__(self, vocab_size, context_size, emb_dim, hidden_dim):
                super().__init__()
                self.table = nn.Embedding(vocab_size, emb_dim)
                self.hidden = nn.Linear(context_size * emb_dim, hidden_dim)
                self.output = nn.Linear(hidden_dim, vocab_size)

            def forward(self, contexts):
                return self.output(torch.tanh(self.hidden(self.table(contexts).flatten(1))))""",
            "`embedding`, `hidden` and `output`",
        ),
        (
            """class NNLM(nn.Module):
            def __init__(self, vocab_size, context_size, emb_dim, hidden_dim):
                super().__init__()
                self.embedding = nn.Embedding(vocab_size, emb_dim)
                self.hidden = nn.Linear(context_size * emb_dim, hidden_dim)
                self.output = nn.Linear(hidden_dim, vocab_size)""",
            "forward",
        ),
        (
            """class NNLM(ours):
            def __init__(self, vocab_size, context_size, emb_dim, hidden_dim):
                super().__init__(vocab_size, context_size, emb_dim, hidden_dim)
                self.more = nn.Linear(5, 5)""",
            "nothing else learns",
        ),
        (
            """class NNLM(ours):
            def __init__(self, vocab_size, context_size, emb_dim, hidden_dim):
                super().__init__(vocab_size, context_size, emb_dim, hidden_dim)
                self.hidden = nn.Sequential(self.hidden)""",
            "`hidden` is one `nn.Linear`",
        ),
        (
            """class NNLM(nn.Module):
            def __init__(self, vocab_size, context_size, emb_dim, hidden_dim):
                self.embedding = nn.Embedding(vocab_size, emb_dim)""",
            "before Module.__init__() call",
        ),
    ],
    "2.5": [
        (
            """def train(model, optimizer, contexts, targets, batch_size):
            optimizer.zero_grad()
            for batch in torch.randperm(len(targets)).split(batch_size):
                F.cross_entropy(model(contexts[batch]), targets[batch]).backward()
                optimizer.step()""",
            "pile up",
        ),
        (
            """def train(model, optimizer, contexts, targets, batch_size):
            for batch in torch.arange(len(targets)).split(batch_size):
                batch = batch[torch.randperm(len(batch))]
                optimizer.zero_grad()
                F.cross_entropy(model(contexts[batch]), targets[batch]).backward()
                optimizer.step()""",
            "random order",
        ),
        ("ours(model, optimizer, contexts, targets, 16)", "`batch_size` examples"),
        (
            """def train(model, optimizer, contexts, targets, batch_size):
            for batch in torch.randperm(len(targets)).split(batch_size):
                F.cross_entropy(model(contexts[batch]), targets[batch]).backward()
                optimizer.zero_grad()
                optimizer.step()""",
            "there are no gradients",
        ),
        (
            "ours(model, optimizer, contexts[torch.randperm(len(targets))], targets, batch_size)",
            "another loss",
        ),
        ("[ours(model, optimizer, contexts, targets, batch_size) for _ in 'ab']", "more than once"),
        ("model(contexts)", "Nothing moves"),
        ("[optimizer.step() for batch in targets]", "there are no gradients"),
        (
            """def train(model, optimizer, contexts, targets, batch_size):
            optimizer.zero_grad()
            for batch in torch.randperm(len(targets)).split(batch_size):
                F.cross_entropy(model(contexts[batch]), targets[batch]).backward()
            optimizer.step()""",
            "one step for each batch, with the optimizer that you are given",
        ),
        (
            "ours(model, torch.optim.Adam(model.parameters()), contexts, targets, batch_size)",
            "one step for each batch, with the optimizer that you are given",
        ),
        (
            """def train(model, optimizer, contexts, targets, batch_size):
            for _ in range(len(targets) // batch_size):
                batch = torch.randint(len(targets), (batch_size,))
                optimizer.zero_grad()
                F.cross_entropy(model(contexts[batch]), targets[batch]).backward()
                optimizer.step()""",
            "without replacement",
        ),
    ],
    "3.1": [
        ("ours(v, u, w, o)[::-1]", "exchanged"),
        ("ours(v, u, w, o)[0]", "you return one thing"),
        ("[torch.tensor(each) for each in ours(v, u, w, o)]", "no lists or tensors"),
    ],
    "3.4": [
        (
            "nearest_to(unit[b] - unit[a] + unit[c], {a, c}) == d != nearest_to(unit[c], {c})",
            "",
        ),
        (
            "nearest_to(unit[b] - unit[a] + unit[c], {c}) is d is not nearest_to(unit[c], {c})",
            "`==`",
        ),
        (
            "nearest_to(unit[b] - unit[a] + unit[c], {c}) == d != nearest_to(unit[c])",
            "it is nearest to itself",
        ),
    ],
    "3.3": [("ours(v, u, around, w)[0]", "you return one thing")],
    "3b.1": [
        ("ours(v, u, labels, 0.3)", ""),
        ("ours(v, u, labels, eta)[0]", "you return one thing"),
        ("[torch.tensor(each) for each in ours(v, u, labels, eta)]", "no lists or tensors"),
        ("ours(v, u, np.eye(len(u))[0], eta)", "said by `labels`"),
    ],
    "3b.2": [
        (
            "np.broadcast_to(ours(counts, np.atleast_1d(size)[-1:], rng), size).copy()",
            "hang together",
        ),
        (
            "np.sort(ours(counts, size, rng))",
            "hang together",
        ),
        (
            """def sample_words(counts, size, rng):
            first, *others = np.atleast_1d(size)
            drawn = [ours(counts, first, rng)] * int(np.prod(others))
            return np.stack(drawn, axis=1).reshape(size)""",
            "hang together",
        ),
        (
            "ours(np.maximum(counts, 1), size, rng)",
            "the count 0",
        ),
        ("print(ours(counts, size, rng))", "returned `None`"),
        ("ours(counts, size, rng).astype(float)", "whole numbers"),
    ],
    "4.1": [
        (
            "ours(word, min_n, max_n) or ['<' + word + '>']",
            "",
        ),
        (
            "ours(word.strip('<>'), min_n, max_n)",
            "",
        ),
        (
            "ours(word.replace(\"'\", ''), min_n, max_n)",
            "",
        ),
        ("[p for p in ours(word, min_n, max_n) if p[-1] != '>']", "end in `>`"),
    ],
    "4.2": [
        (
            "ours(A, Z, lambda v: move(v) + 0 * move(v))",
            "call it once",
        ),
        (
            """def subword_step(A, Z, move):
            found = np.zeros_like(Z)
            for i in range(A.shape[0]):
                v = A[[i]] @ Z / A.sum(axis=1)[i]
                found += A[[i]].T @ (move(v) - v)
            return found""",
            "call it once",
        ),
        ("print(ours(A, Z, move))", "returned `None`"),
        *(
            (f"ours(A, Z, move) + 0 * np.sum({use})", "cannot use a sparse table")
            for use in ("len(A)", "len(torch.tensor(A))", "A[:, :, None]", "np.einsum('wn->', A)")
        ),
        (
            """def subword_step(A, Z, move):
            v = np.dot(A, Z) / np.sum(A, axis=1)[:, None]
            return np.dot(A.T, move(v) - v)""",
            "cannot use a sparse table",
        ),
    ],
    "4.4": [
        (text, "Return two strings, with a comma")
        for text in ("(8, 9)", "('haha' * 4,)", "{'a': 'haha' * 4, 'b': 'haha' * 5}")
    ],
    "6.3": [
        (
            """def forward(self, ids, lengths):
            self.lengths = getattr(self, "lengths", lengths)
            return ours(self, ids, self.lengths)""",
            "take the `lengths` of each call",
        ),
        ("[*ours(self, ids, lengths)]", "no list or tuple"),
        ("(ours(self, ids, lengths), self.table(ids))", "no list or tuple"),
        *(
            (
                f"""def forward(self, ids, lengths):
            states, _ = {reader}({table}(ids))
            return {output}(states[torch.arange(len(ids)), lengths - 1])""",
                "Use all three layers",
            )
            for table, reader, output in (
                ("torch.nn.Embedding(9, 4)", "self.reader", "self.output"),
                ("self.table", "torch.nn.LSTM(4, 5, batch_first=True)", "self.output"),
                ("self.table", "self.reader", "torch.nn.Linear(5, 3)"),
            )
        ),
        ("ours(self, ids, lengths).detach()", "learn from them"),
        ("ours(self, ids, lengths).detach().numpy()", "learn from them"),
        (
            """def forward(self, ids, lengths):
            with torch.no_grad():
                states, _ = self.reader(self.table(ids))
            return self.output(states[torch.arange(len(ids)), lengths - 1])""",
            "learn from them",
        ),
    ],
    "6.4": [
        ("['grandma', 'knocks', 'goldfish', 'bowl', 'downstairs']", "Return a string"),
        ("b'grandma knocks goldfish bowl downstairs'", "Return a string"),
    ],
    "7.1": [
        (
            "[str(i) for i in ours(word)]",
            "Your ids are strings",
        ),
        (
            "ours(word.strip())",
            "Leave the word as it is",
        ),
        (
            "ours(__import__('unicodedata').normalize('NFC', word))",
            "",
        ),
        ("[float(i) for i in ours(word)]", "whole numbers"),
    ],
    "3b.4": [
        (
            """def batch_step(v, u, w, o, negatives, eta):
            old, other = v.clone(), u.clone()
            for i in range(len(w)):
                for k, c in enumerate([o[i], *negatives[i]]):
                    error = float(k == 0) - torch.sigmoid(old[w[i]] @ other[c])
                    v[w[i]] += eta * error * other[c]
                    u[c] += eta * error * old[w[i]]""",
            "20 times as long",
        ),
        (
            """def batch_step(v, u, w, o, negatives, eta):
            context = torch.cat([o[:, None], negatives], dim=1)
            centre, others = v[w], u[context]
            error = -torch.sigmoid(torch.einsum("bd,bkd->bk", centre, others))
            error[:, 0] += 1
            v[w] += eta * torch.einsum("bk,bkd->bd", error, others)
            u[context] += eta * torch.einsum("bk,bd->bkd", error, centre)""",
            "must move twice",
        ),
        ("ours(v.clone(), u.clone(), w, o, negatives, eta)", "stay as they are"),
        ("ours(v, u, w, o, negatives, 0.1)", ""),
    ],
    "4.3": [
        (
            "ours(word.strip())",
            "",
        ),
        (
            "ours(word.lower())",
            "",
        ),
        (
            "ours(word) or None",
            "",
        ),
        ("__import__('unicodedata').normalize('NFD', word)", "Unicode's other jamo"),
        ("ours(word) if '가' <= word <= '힣' else word", "Ask of each character"),
        ("ours(word) if '가' <= word[0] <= '힣' else word", "Ask of each character"),
    ],
    "3b.4+": [
        ("batch_step(v, u, w, o, negatives, eta)", "`index_add_`"),
        ("[batch_step(v, u, w, o, negatives, eta) for _ in 'a']", "`index_add_`"),
        (
            """def batch_step_by_product(v, u, w, o, negatives, eta):
            context = torch.cat([o[:, None], negatives], dim=1)
            centre, others = v[w], u[context]
            error = -torch.sigmoid(torch.einsum("bd,bkd->bk", centre, others))
            error[:, 0] += 1
            v.index_add_(0, w, eta * torch.einsum("bk,bkd->bd", error, others))
            moves = eta * torch.einsum("bk,bd->bkd", error, centre)
            u.index_add_(0, context.flatten(), moves.flatten(0, 1))""",
            "`index_add_`",
        ),
    ],
    "5.2": [
        (
            "ours((counts + counts.T) / 2)",
            "",
        ),
        (
            "np.log(np.maximum(counts * counts.sum() / np.outer(counts.sum(0), counts.sum(0)), 1))",
            "",
        ),
        ("np.zeros(counts.shape)", "not yet what is asked for"),
        ("0 * ours(counts)", "not yet what is asked for"),
        (
            "np.nan_to_num(np.log(counts * counts.sum()"
            " / counts.sum(axis=1, keepdims=True) / counts.sum(axis=0)))",
            "`np.nan_to_num` makes",
        ),
    ],
    "5.3": [
        ("ours(v, u, b, b_out, X)[:3]", "3"),
        ("[2 * each for each in ours(v, u, b, b_out, X)]", "factor 2"),
        (
            """def gradients(v, u, b, b_out, X):
            errors = v @ u.T + b[:, None] + b_out - np.log(np.maximum(X, 1))
            pull = glove.weight(X) * errors
            return pull @ u, pull.T @ v, pull.sum(axis=1), pull.sum(axis=0)""",
            "below 1",
        ),
        (
            """def gradients(v, u, b, b_out, X):
            pull = glove.weight(X) * (v @ u.T + b[:, None] + b_out - np.log(X))
            return pull @ u, pull.T @ v, pull.sum(axis=1), pull.sum(axis=0)""",
            "no number. Replace the zeros",
        ),
    ],
    "6.2": [
        (
            "np.stack([np.zeros(dim), *(vectors[w] if w in vectors.key_to_index else"
            " np.zeros(dim) for w in words)])",
            "A dictionary has no `key_to_index`",
        ),
        ("ours([w.lower() for w in words], {k.lower(): x for k, x in vectors.items()}, dim)", ""),
        (
            "np.stack([np.zeros(dim), *(vectors.get(w, np.zeros(dim)) for w in words)])",
            "have no `get`",
        ),
    ],
    "6b.1": [
        ("(ours(points)[0], 100 * ours(points)[1])", "not percent"),
        ("ours(points)[::-1]", "map comes first"),
    ],
    "6b.1+": [
        (text, "Do without `svd`")
        for text in (
            "np.linalg.svd(points - points.mean(axis=0))[2][0]",
            "np.linalg.eigh(np.cov(points.T))[1][:, -1]",
            "PCA(1).fit(points).components_[0]",
            "(lambda x: np.linalg.svd(x - x.mean(axis=0))[2][0])(points)",
        )
    ],
    "7.2": [
        (
            "ours(e, W, b.detach())",
            "no gradient comes back to one of",
        ),
        ("ours(e, W, b).detach().numpy()", "gradient"),
        ("ours(e, W, b).numpy()", "gradient"),
        ("print(ours(e, W, b))", "returned `None`"),
        ("list(ours(e, W, b))", "Return one tensor"),
    ],
    "7.3": [
        (
            """def highway(h, W, b, W_r, b_r):
            r = torch.sigmoid(h @ W_r.T + b_r)
            return r * torch.relu(h @ W.T + b) + (1 - r) * h.detach()""",
            "one of the gradients",
        ),
        ("ours(h, W, b, W_r, b_r).detach()", "gradient"),
        ("tuple(ours(h, W, b, W_r, b_r))", "Return one tensor"),
    ],
    "7b.3": [
        (
            """def teach(net, new, goals, kept, optimizer, steps):
            with torch.no_grad():
                before = net(kept)
            for _ in range(steps):
                loss = F.mse_loss(net(new), goals) + F.mse_loss(net(kept), before)
                loss.backward()
                optimizer.zero_grad()
                optimizer.step()""",
            "`zero_grad`, `backward` and `step` come in this order",
        ),
        (
            """def teach(net, new, goals, kept, optimizer, steps):
            before = net(kept)
            for _ in range(steps):
                loss = F.mse_loss(net(new), goals) + F.mse_loss(net(kept), before)
                optimizer.zero_grad()
                loss.backward(retain_graph=True)
                optimizer.step()""",
            "under `torch.no_grad()`",
        ),
        (
            """def teach(net, new, goals, kept, optimizer, steps):
            with torch.no_grad():
                before = net(kept)
            for _ in range(steps):
                loss = F.mse_loss(net(new), goals) + F.mse_loss(net(kept), before)
                loss.backward()
                optimizer.step()""",
            "zero",
        ),
        (
            """def teach(net, new, goals, kept, optimizer, steps):
            before = net(kept)
            for _ in range(steps):
                loss = F.mse_loss(net(new), goals) + F.mse_loss(net(kept), before)
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()""",
            "`torch.no_grad()`",
        ),
    ],
    "8.1": [
        ("[each.detach() for each in ours(x, h, c, W, U, b, W_proj)]", "No gradient"),
        ("ours(x, h, c, W.detach(), U, b, W_proj)", "A part of the gradient"),
        ("ours(x, h, c.detach(), W, U, b, W_proj)", "A part of the gradient"),
        (
            "[ours(x, h, c, W, U, b, W_proj)[k].detach() if k else"
            " ours(x, h, c, W, U, b, W_proj)[k] for k in (0, 1)]",
            "A part of the gradient",
        ),
        (
            """def lstm_step(x, h, c, W, U, b, W_proj):
            with torch.no_grad():
                sums = F.linear(x, W, b) + F.linear(h, U)
            i, f, g, o = sums.chunk(4, dim=1)
            c = (f.sigmoid() * c + i.sigmoid() * g.tanh()).clamp(-3, 3)
            return F.linear(o.sigmoid() * c.tanh(), W_proj).clamp(-3, 3), c""",
            "A part of the gradient",
        ),
    ],
    "8.2": [
        (
            "-ahead[:-1].gather(1, ids[1:, None]).sum()"
            " - behind[1:].gather(1, ids[:-1, None]).sum().item()",
            "both `ahead` and `behind`",
        ),
        ("ours(ahead.detach(), behind, ids)", "both `ahead` and `behind`"),
        ("ours(ahead.log(), behind.log(), ids)", "Leave out `log`"),
        ("ours(ahead, behind, ids).item()", "gradient"),
        ("ours(ahead, behind, ids) / (len(ids) - 1)", "not a mean"),
        ("ours(ahead, behind, ids) / 2", "not yet what is asked for"),
    ],
    "8b.3": [
        (
            """def update(loss_of, window, state, parameters, optimizer):
            loss, after = loss_of(window, state)
            optimizer.zero_grad()
            torch.nn.utils.clip_grad_norm_(parameters, 1.0)
            optimizer.step()
            return loss.item(), without_history(after)""",
            "`backward` or `optimizer.step()` is missing",
        ),
        (
            """def update(loss_of, window, state, parameters, optimizer):
            loss, after = loss_of(window, state)
            optimizer.zero_grad()
            loss.backward(retain_graph=True)
            torch.nn.utils.clip_grad_norm_(parameters, 1.0)
            optimizer.step()
            return loss.item(), after""",
            "The state still carries its history",
        ),
        (
            """def update(loss_of, window, state, parameters, optimizer):
            loss, after = loss_of(window, state)
            loss.backward()
            optimizer.zero_grad()
            optimizer.step()
            return loss.item(), without_history(after)""",
            "stands between the two",
        ),
        ("ours(loss_of, window, state, parameters, optimizer) and None", "`None`"),
    ],
    "8b.4": [
        ("ours(expects, template.lower(), nouns, others)", "Leave the words as they are"),
        (
            """def agreement(expects, template, nouns, others):
            right = np.zeros((2, 2))
            for i in (0, 1):
                for j in (0, 1):
                    texts = [template.format(noun=a[i], other=b[j])
                             for a in nouns for b in others if a != b]
                    right[i, j] = np.mean(expects(texts).argmax(axis=1) == i)
            return right""",
            "list of words",
        ),
        ("ours(expects, template, nouns, others).T", "Row and column"),
        (
            """def agreement(expects, template, nouns, others):
            right = np.zeros((2, 2))
            for i in (0, 1):
                for j in (0, 1):
                    found = expects([template.format(noun=a[i], other=b[j]).split()
                                     for a in nouns for b in others if a != b])
                    right[i, j] = (found[:, i] >= found[:, 1 - i]).mean()
            return right""",
            "must have more",
        ),
    ],
    "9.2": [
        (
            """class Mixture(nn.Module):
            def __init__(self, num_layers):
                super().__init__()
                self.weights = nn.Parameter(torch.zeros(num_layers))
                self.gamma = nn.Parameter(torch.ones(()))

            def forward(self, layers):
                shares = self.weights.softmax(0)[:, None, None]
                return self.gamma * (shares * layers).sum(0)""",
            "",
        ),
        (
            """class Mixture(nn.Module):
            def __init__(self, num_layers):
                super().__init__()
                self.w = nn.Parameter(torch.zeros(num_layers))
                self.g = nn.Parameter(torch.ones(()))

            def forward(self, layers):
                return self.g * torch.tensordot(self.w.softmax(0), layers, dims=1)""",
            "by their names",
        ),
        (
            """class Mixture(ours):
            def forward(self, layers):
                s = self.weights.softmax(dim=0)
                return abs(self.gamma) * torch.tensordot(s, layers, dims=1)""",
            "may become negative",
        ),
    ],
    "9.3": [
        ("{s: v + 1 for s, v in ours(layers, score, steps).items()}", ""),
        (
            """def search(layers, score, steps):
            found = {}
            for s in product([k / steps for k in range(steps + 1)], repeat=len(layers)):
                if sum(s) == 1.0:
                    found[s] = score(np.tensordot(s, layers, axes=1))
            return found""",
            "not exactly 1",
        ),
    ],
    "9b.4": [("np.roll(tags, -distance)", "knows no sentences")],
    "10.2": [
        ("labels[[0] * len(labels)]", "your function returned a `ndarray[str]`"),
        ("labels[cosines.argsort(axis=1)[:, -2]] == labels", ""),
        (
            "labels[np.where(np.eye(len(labels)), -1, cosines).argmax(axis=1)] == labels",
            "another cosine of -1",
        ),
    ],
    "10.3": [
        ("ours(known, new, 2 * power)", "no standard deviation"),
        ("ours(known, new, 0.5)", "no effect"),
    ],
    "10b.1": [
        (
            """def vote(labels, cosines):
            votes = {}
            for label, cosine in zip(labels, cosines):
                number, _ = votes.get(label, (0, 0))
                votes[label] = number + 1, cosine
            return max(votes, key=votes.get)""",
            "*sum* of all cosines",
        ),
        (  # the smallest cosine decides
            """def vote(labels, cosines):
            votes = {}
            for label, cosine in zip(labels, cosines):
                number, least = votes.get(label, (0, 9))
                votes[label] = number + 1, min(least, cosine)
            return max(votes, key=votes.get)""",
            "*sum* of all cosines",
        ),
        (  # the farthest voter leaves until no two are equal
            """def vote(labels, cosines):
            votes = Counter(labels).most_common(2)
            if len(votes) == 1 or votes[0][1] > votes[1][1]:
                return votes[0][0]
            return vote(labels[:-1], cosines[:-1])""",
            "*sum* of all cosines",
        ),
        (
            """def vote(labels, cosines):
            votes = Counter(labels).most_common()
            if len(votes) == 1 or votes[0][1] > votes[1][1]:
                return votes[0][0]
            total = {label: sum(np.array(cosines)[np.array(labels) == label]) for label in labels}
            return max(total, key=total.get)""",
            "a label with fewer votes is out",
        ),
        (
            """def vote(labels, cosines):
            votes = Counter(labels).most_common(2)
            if len(votes) == 1 or votes[0][1] > votes[1][1]:
                return votes[0][0]
            total = {label: sum(np.array(cosines)[np.array(labels) == label]) for label in labels}
            return max(votes, key=lambda label_votes: total[label_votes[0]])[0]""",
            "Three labels",
        ),
        *(
            (  # two near ones beat three far ones
                f"""def vote(labels, cosines):
                votes = {{}}
                for label, cosine in zip(labels, cosines):
                    votes[label] = votes.get(label, 0) + {weighted}
                return max(votes, key=votes.get)""",
                "weighted by their cosines",
            )
            for weighted in ("1 + cosine", "2 + cosine", "1 + max(cosine, 0)")
        ),
    ],
    "10b.3": [
        (
            """def naive_bayes(train, words):
            found = ours(train, words)
            kinds = [kind for _, kind in train]
            return {k: v - np.log(kinds.count(k) / len(kinds)) - np.log(len(found))
                    for k, v in found.items()}""",
            "not the same for all",
        ),
        ("{k: v / np.log(2) for k, v in ours(train, words).items()}", "natural logarithms"),
        ("{k: v / np.log(10) for k, v in ours(train, words).items()}", "natural logarithms"),
        (
            "ours([([w.lower() for w in around], s) for around, s in train],"
            " [w.lower() for w in words])",
            "are two words here",
        ),
    ],
    "11.1": [
        (
            trained_as_asked(
                ("    z, y =", "    x -= mean; x /= deviation\n        z, y ="),
                ("(x - mean) / deviation, dtype", "x, dtype"),
            ),
            "changes `x`",
        ),
        (
            trained_as_asked(
                NLL, ("range(8)", "range(3)"), (".split(512)", ".split(64)"), ("falling.step()", "")
            ),
            "512 tokens",
        ),
        (
            trained_as_asked(
                ("probe(z[rows])", "z[rows] @ probe.weight.T + probe.bias"),
                ("range(8)", "range(3)"),
            ),
            "8 times",
        ),
        (trained_as_asked(NLL, (", weight_decay=1e-3", "")), "`weight_decay=1e-3`"),
        (
            trained_as_asked(
                (LOSS, "F.mse_loss(probe(z[rows]), F.one_hot(y[rows], num_tags).float())")
            ),
            "not that of the cross-entropy",
        ),
        (trained_as_asked((LOSS, f"F.nll_loss({ENTROPY}, reduction='sum')")), "counts 512 times"),
        (trained_as_asked(("optim.Adam(", "optim.AdamW(")), "AdamW shrinks"),
        (trained_as_asked(("optim.Adam(", "optim.SGD(")), "not Adam"),
        (trained_as_asked((" + 1e-5", "")), "add 1e-5"),
        (trained_as_asked(("x.std(axis=0)", "x.var(axis=0)")), "the variance"),
        (trained_as_asked(("(x.shape[1], num_tags)", "(x.shape[1], num_tags + 1)")), "`num_tags`"),
        (trained_as_asked(("probe(z[rows])", "probe(z[rows]).softmax(1)")), "without a softmax"),
        (trained_as_asked(("loss.backward()", "pass")), "call `.backward()`"),
        (trained_as_asked(("optimizer.step()", "pass")), "`optimizer.step()` is missing"),
        (
            trained_as_asked(
                ("optimizer.zero_grad()", "pass"),
                ("loss.backward()", "loss.backward(); optimizer.zero_grad()"),
            ),
            "between `backward()` and `step()`",
        ),
        (
            trained_as_asked((LOSS, "F.cross_entropy(probe(z[rows]), y[: len(rows)])")),
            "the same rows",
        ),
    ],
    "11.2": [
        (
            """def control(words, tags, seed):
            label = {w: str(np.random.default_rng(seed).choice(tags)) for w in set(words)}
            return [label[w] for w in words]""",
            "generator",
        ),
        (
            """def control(words, tags, seed):
            rng = np.random.default_rng(seed)
            return [str(rng.choice(tags)) for w in words]""",
            "two labels",
        ),
        (  # the shares among the types
            """def control(words, tags, seed):
            of = dict(zip(words, tags))
            return ours(words, [*of.values()], seed)""",
            "token by token",
        ),
        ("dict(zip(words, ours(words, tags, seed), strict=True))", "Return a list of labels"),
        ("[tags[(hash(word) + seed) % len(tags)] for word in words]", "`hash(word)`"),
    ],
    "12.3": [
        (
            """def leaks(train, test):
            def shape(text):
                return " ".join("0" if w.isdigit() else w for w in text.lower().split())
            known = {shape(text) for text in train}
            return [i for i, text in enumerate(test) if shape(text) in known]""",
            "inside a word",
        ),
        ("sorted({test.index(test[i]) for i in ours(train, test)})", ""),
        (
            "ours([re.sub(r'\\W', ' ', t) for t in train], [re.sub(r'\\W', ' ', t) for t in test])",
            "",
        ),
        ("[i for i, t in enumerate(test) if i in ours(train, test) or t in test[:i]]", ""),
        ("(i for i in ours(train, test))", "Return a list of positions"),
    ],
    "12c.1": [
        (
            "(h @ p.mT / p.shape[-1]**0.5).masked_fill(~inside[..., None, :], -torch.inf)"
            ".softmax(-2).nan_to_num() @ p",
            "the last axis",
        ),
        ("ours(h, p, inside).detach().numpy()", "a gradient comes"),
        (
            """def attend(h, p, inside):
            p[~inside.expand(p.shape[:-1])] = 0
            return ours(h, p, inside)""",
            "changes `h` or `p`",
        ),
        ("ours(h, p, inside).detach()", "`torch.no_grad()`"),
        ("torch.no_grad()(ours)(h, p, inside)", "`torch.no_grad()`"),
        ("ours(h.detach(), p.detach(), inside)", "`torch.no_grad()`"),
        (
            "(h @ p.mT / p.shape[-1]**0.5).masked_fill(~inside[..., None, :], -torch.inf)"
            ".softmax(-1) @ p.detach()",
            "`p` in the mean",
        ),
        ("ours(h.detach(), p, inside)", "reach `h`"),  # once passed
        (
            "((h @ p.mT / p.shape[-1]**0.5).softmax(-1) * inside[..., None, :]) @ p",
            "must sum to 1",
        ),
    ],
    "12c.2": [  # both once passed
        (
            "[sum(len(row) - 1 - row.flip(0).argmax() == i ^ k for i, row in enumerate(scores))"
            " for k in (0, 1)]",
            "Of equal scores the first counts",
        ),
        (
            "(sum(row[i] == row.max() for i, row in enumerate(scores)), ours(scores)[1])",
            "Of equal scores the first counts",
        ),
    ],
    "12c.3": [
        (
            """def span_f1(gold, found):
            def spans(tags):
                ends = []
                for i, tag in enumerate(tags):
                    if tag[0] == "I" and ends and ends[-1][1] == i - 1 and ends[-1][2] == tag[2:]:
                        ends[-1] = (ends[-1][1], i, tag[2:])
                    elif tag != "O":
                        ends.append((i, i, tag[2:]))
                return set(ends)
            a, b = spans(gold), spans(found)
            return 2 * len(a & b) / (len(a) + len(b)) if a or b else 0.0""",
            "forgets it",
        ),
        ("ours([t[:3] for t in gold], [t[:3] for t in found])", ""),
        (
            "ours(*([t[:2] + t[2:].split('-')[-1] for t in tags] for tags in (gold, found)))",
            "hyphen",
        ),
    ],
    "13.1": [
        (
            "noun + (after_consonant if (ord(noun[-1]) - 44032) % 27 else after_vowel)",
            "Divide by 28",
        ),
        (
            "noun + (after_consonant if (ord(noun[-1]) - 44032) // 28 else after_vowel)",
            "`%` and not `//`",
        ),
        ("noun + (after_consonant if ord(noun[-1]) % 28 else after_vowel)", "after 44032"),
        ("noun + (after_consonant if (ord(noun[-1]) - 44032) // 28 else after_vowel)", "`//`"),
    ],
    "13.2": [
        (
            """def composed(keys):
            text, i = "", 0
            while i < len(keys):
                vowel, last, after = keys[i + 1 : i + 2], keys[i + 2 : i + 3], keys[i + 3 : i + 4]
                if keys[i] not in hangul.FIRST or vowel not in hangul.VOWELS:
                    text, i = text + keys[i], i + 1
                    continue
                if not last or last not in hangul.FIRST or (after and after in hangul.VOWELS):
                    last = ""
                code = 44032 + 588 * hangul.FIRST.index(keys[i])
                code += 28 * hangul.VOWELS.index(vowel)
                text += chr(code + (hangul.LAST.index(last) + 1 if last else 0))
                i += 2 + len(last)
            return text""",
            "",
        ),
    ],
    "13.4": [
        (
            "(*ours(sentences, log_p)[:2], ours([[hangul.keystrokes(w) for w in s]"
            " for s in sentences], log_p)[2])",
            "ㅘ and ㄺ are two keys",
        ),
    ],
    "13b.3": [
        (
            """def across(x, nouns, forms):
            directions = x / np.linalg.norm(x, axis=1, keepdims=True)
            allowed = (nouns[:, None] == nouns) & (forms[:, None] != forms)
            return np.where(allowed, directions @ directions.T, -np.inf).argmax(axis=1)""",
            "0/0 is no cosine",
        ),
    ],
    "14.2": [
        ("ours(bilm, file) and None", "`None`"),
        (
            """def load_into(bilm, file):
            characters, new = {}, {}
            load_characters(characters, file)
            new |= {f"char_cnn.{name}": array for name, array in characters.items()}
            for direction, name in enumerate(["forward", "backward"]):
                for j in (0, 1):
                    cell = f"RNN_{direction}/RNN/MultiRNNCell/Cell{j}/LSTMCell"
                    found = gates(file[f"{cell}/W_0"], file[f"{cell}/B"])
                    for part, array in zip(("w_input", "w_hidden", "bias"), found, strict=True):
                        new[f"{name}_lstms.{j}.{part}"] = array
                    new[f"{name}_lstms.{j}.w_project"] = file[f"{cell}/W_P_0"]
            return seat(bilm, new)""",
            "have to be turned",
        ),
        ("ours(BiLM(tiny), file)", "another biLM"),
        (
            "seat(bilm, {name: tensor.numpy() for name, tensor in ours(bilm, file)"
            ".state_dict().items() if 'lstms' in name})",
            "no tensors of the char-CNN",
        ),
        (
            "seat(bilm, {name.replace('w_project', 'w_proj'): tensor.numpy()"
            " for name, tensor in ours(bilm, file).state_dict().items()})",
            "`RuntimeError` (Error(s) in loading state_dict for BiLM: Missing key(s) in"
            ' state_dict: "forward_lstms.0.w_project"',
        ),
        (
            "seat(bilm, {name: tensor.numpy().T if 'highways' in name else tensor.numpy()"
            " for name, tensor in ours(bilm, file).state_dict().items()})",
            '.state_dict()["char_cnn.highways.0.transform.weight"][0, 1]` should be',
        ),
        (
            """def load_into(bilm, file):
            for direction in (0, 1):
                for j in (0, 1):
                    bias = file[f"RNN_{direction}/RNN/MultiRNNCell/Cell{j}/LSTMCell/B"]
                    bias[len(bias) // 2 : 3 * len(bias) // 4] += 1
            return ours(bilm, file)""",
            "changes `file`",
        ),
    ],
    "14.3": [
        (
            """def backward_half(x, file):
            for name in [name for name in file if name.startswith("RNN_1")]:
                file[name.replace("RNN_1", "RNN_0")] = file[name]
            return forward_half(x[::-1], file)[::-1]""",
            "`dict(file)`",
        ),
        (
            """def backward_half(x, file):
            lstms = load_into(BiLM(tiny), file).backward_lstms
            with torch.no_grad():
                found, _ = BiLM(tiny).read(torch.tensor(x[::-1].copy())[None], lstms)
            return found[1][0].flip(0).numpy()""",
            "This asks our own biLM",
        ),
        (own_step("c", "h"), "Neither c nor h is clipped"),
        (own_step("c", "np.clip(h, -3, 3)"), "does not clip c"),
        (own_step("np.clip(c, -3, 3)", "h"), "does not clip h"),
        (
            own_step("np.clip(c, -3, 3)", "np.clip(h, -3, 3)").replace("f + 1", "f"),
            "adds no 1 to the forget gate",
        ),
        (
            """def backward_half(x, file):
            x = x[::-1]
            for j in (0, 1):
                cell = f"RNN_1/RNN/MultiRNNCell/Cell{j}/LSTMCell"
                h, c = np.zeros(x.shape[1]), np.zeros(len(file[f"{cell}/B"]) // 4)
                outputs = np.zeros_like(x)
                for k, x_k in enumerate(x):
                    h, c = one_step(x_k, h, c, file, cell)
                    h = h + x_k if j else h
                    outputs[k] = h
                x = outputs
            return x[::-1]""",
            "stays outside the loop",
        ),
        (
            """def backward_half(x, file):
            names = [name for name in file if name.startswith("RNN_1")]
            other = {name.replace("RNN_1", "RNN_0"): file[name] for name in names}
            lower = dict(other)
            lower |= {name: 0 * each for name, each in other.items() if "Cell1" in name}
            both, first = (forward_half(x[::-1], each)[::-1] for each in (other, lower))
            return both - first + x""",
            "yours adds the token vectors",
        ),
        (
            """def backward_half(x, file):
            x, outputs, cell = x[::-1], [], "RNN_1/RNN/MultiRNNCell/Cell0/LSTMCell"
            h, c = np.zeros(x.shape[1]), np.zeros(len(file[f"{cell}/B"]) // 4)
            for x_k in x:
                h, c = one_step(x_k, h, c, file, cell)
                outputs.append(h)
            return np.array(outputs)[::-1]""",
            "This is the output of layer 1",
        ),
    ],
    "7b.1": [
        ("W - 2 * rate * np.outer(letters, goal - letters @ W)", "the spelt vector minus the goal"),
        ("W - 0.2 * np.outer(letters, letters @ W - goal)", ""),
        ("2 * np.outer(letters, letters @ W - goal)", "This is the gradient"),
    ],
    "7b.2": [
        ("ours(asked + middle, true, other, middle)", "from `asked` as well"),
    ],
    "8.3": [
        (
            """def influence(states_of, x, others):
            before, columns = states_of(x), []
            for j in range(len(x)):
                old = x[j].clone()
                x[j] = others[j]
                columns.append((states_of(x) - before).abs().amax(dim=1))
                x[j] = old
            return torch.stack(columns, dim=1)""",
            "`x.clone()`",
        ),
        ("ours(states_of, x, x + others)", "add nothing"),
    ],
    "8.4": [
        (
            """def sneaky(x):
            dice = torch.randn(x.shape)
            return torch.cat([dice, -dice], dim=1)""",
            "throws dice",
        ),
        (
            """def sneaky(x):
            x[0] = x[-1]
            return torch.cat([x, -x], dim=1)""",
            "changes `x`",
        ),
        ("x * float('nan')", "`nan`"),
        ("torch.cat([x, -x], dim=1)", "nothing above the diagonal"),
        ("torch.cat([1e-4 * x.flip(0), -1e-4 * x.flip(0)], dim=1)", "below 0.01"),
    ],
    "8b.1": [
        ("ours(ask, words, middle, np.random, longest)", "Draw every word with `rng`"),
        (
            "ours(ask, words, middle, np.random.default_rng(0), longest)",
            "Draw every word with `rng`",
        ),
        (
            "(*ours(ask, words, middle, rng, longest), middle)",
            "length 3, and the length should be 2",
        ),
        (
            """def grow(ask, words, middle, rng, longest=7):
            before, after = ours(ask, words, middle, rng, longest)
            middle[:0] = before
            return before, after""",
            "the list `middle`",
        ),
        ("ours(ask, words, middle[:1], rng, longest)", ""),
        ("ours(ask, words, middle, rng)", "not always 7"),
    ],
    "9b.1": [
        (
            """def nudge(J, w, epsilon):
            found = []
            for j in range(len(w)):
                w[j] += epsilon
                up = J(w)
                w[j] -= 2 * epsilon
                found.append((up - J(w)) / (2 * epsilon))
            return torch.tensor(found)""",
            "`w` itself has changed",
        ),
        ("ours(J, w, epsilon) + 0 * J(w)", "Two calls of `J`"),
    ],
    "10.1": [
        (
            """def neighbours(vector, vectors, names, left_out, k):
            lower = [name.lower() for name in names]
            return ours(vector, vectors, lower, left_out, k)""",
            "two names",
        ),
        ("[names[i] for i in ours(vector, vectors, names, left_out, k)]", "not their names"),
        (
            "ours(vector, vectors, names, [n for n in names if any(n in x for x in left_out)], k)",
            "Compare whole names",
        ),
        (
            "ours(vector, vectors, names, [n for n in names if any(x in n for x in left_out)], k)",
            "Compare whole names",
        ),
        ("print(ours(vector, vectors, names, left_out, k))", "`None`"),
        (  # one length for all rows
            """def neighbours(vector, vectors, names, left_out, k):
            cosines = vectors @ vector / (np.linalg.norm(vectors) * np.linalg.norm(vector))
            found, seen = [], set(left_out)
            for i in np.argsort(-cosines, kind="stable"):
                if len(found) < k and names[i] not in seen:
                    found.append(int(i))
                    seen.add(names[i])
            return found""",
            "`np.linalg.norm(vectors, axis=1)`",
        ),
    ],
    "10.4": [
        (
            """def side_by_side(first, second, weight):
            def unit(v):
                return v / np.linalg.norm(v, axis=1)
            return np.hstack([unit(first), weight * unit(second)])""",
            "keepdims=True",
        ),
    ],
    "10.5": [
        ("None", "`None`"),
        ("ours(vectors, index, topic)[None]", "one axis"),
        (
            """def opponent(vectors, index, topic):
            topic -= 1
            return ours(vectors, index, topic + 1)""",
            "changes `vectors` or `topic`",
        ),
        ("topic / 0", "`nan`"),
    ],
    "11.3": [
        (
            "[[[w for w, _ in c] for c in row] for row in ours(elmo, words, direction, top)]",
            "with its probability",
        ),
        (
            "[[[(p, w) for w, p in c] for c in row] for row in ours(elmo, words, direction, top)]",
            "in this order",
        ),
        ("[[dict(c) for c in row] for row in ours(elmo, words, direction, top)]", "no dictionary"),
        (
            "[[zip(*zip(*c)) for c in row] for row in ours(elmo, words, direction, top)]",
            "no dictionary or `zip`",
        ),
        (
            """def lens(elmo, words, direction, top):
            layers = elmo.layers(words, progress=False)[0]
            once = SimpleNamespace(layers=lambda *_, **__: [layers], model=elmo.model)
            return ours(once, words, direction, top)""",
            "write `[words]`",
        ),
    ],
    "11b.1": [
        (
            """def held_step(lstm, x, h, c, held):
            found = ours(lstm, x, h, c, held)
            held.clear()
            return found""",
            "empties `held`",
        ),
        (
            """def held_step(lstm, x, h, c, held):
            i, f, g, o = (x @ lstm.w_input.T + h @ lstm.w_hidden.T + lstm.bias).chunk(4, dim=1)
            c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
            c = c.clamp(-3, 3)
            for cell, value in held.items():
                c[:, cell] = value
            return (torch.sigmoid(o) * torch.tanh(c)) @ lstm.w_project.T, c""",
            "The clip of `h`",
        ),
    ],
    "11b.4": [
        (
            """def find_switch(c, fact, new_c, new_fact):
            both = correlations(np.vstack([c, new_c]), np.hstack([fact, new_fact]))
            best = np.abs(both).argmax()
            return best, correlations(new_c, new_fact)[best]""",
            "both halves together",
        ),
    ],
    "11b.5": [
        ("['The', noun, 'that', 'they', 'know']", "Return a string"),
    ],
    "12.2": [
        (
            """def best_threshold(scores, gold):
            best, found = 0.0, 0.0
            for threshold in sorted(scores, reverse=True):
                here = f1(gold, (scores >= threshold).astype(int))
                if here > best:
                    best, found = here, threshold
            return found""",
            "begin below 0",
        ),
        (
            """def best_threshold(scores, gold):
            best, found = -1.0, 0.0
            for threshold in sorted(scores[gold == 1], reverse=True):
                here = f1(gold, (scores >= threshold).astype(int))
                if here > best:
                    best, found = here, threshold
            return found""",
            "also of messages that are no spam",
        ),
    ],
    "12b.1": [
        (
            """class Beside(nn.Module):
            def __init__(self, table, layers, gamma=1.0):
                super().__init__()
                self.table, self.layers = table, layers
                self.mix = Mixture(len(layers))
                nn.init.constant_(self.mix.gamma, gamma)

            @torch.no_grad()
            def forward(self, numbers):
                rows, positions = numbers[..., 0], numbers[..., 1]
                layers = self.layers[:, (positions - 1).clamp(min=0)]
                return torch.cat([self.table(rows), self.mix(layers, positions > 0)], dim=-1)""",
            "No gradient",
        ),
        (
            """class Beside(ours):
            def forward(self, numbers):
                rows, positions = numbers[..., 0], numbers[..., 1]
                mean = self.layers.mean(dim=0)[(positions - 1).clamp(min=0)]
                heard = self.mix.gamma * mean * (positions > 0)[..., None]
                return torch.cat([self.table(rows), heard], dim=-1)""",
            "gamma but no shares",
        ),
    ],
    "12b.3": [
        (
            """def every_title_once(learn, fold):
            K, guesses = fold.max() + 1, np.zeros(len(fold), dtype=int)
            for i, f in enumerate(fold):
                part = np.flatnonzero((fold != f) & (fold != (f + 1) % K))
                guesses[i] = learn(part, np.flatnonzero(fold == (f + 1) % K))(np.array([i]))[0]
            return guesses""",
            "one for each fold",
        ),
    ],
    "13.3": [
        (
            """def prefers(elmo, swaps):
            found = ours(elmo, swaps)
            for sentence, position, other in swaps:
                sentence[position] = other
            return found""",
            "The sentence itself has changed",
        ),
    ],
    "13b.2": [
        ("ours(lambda b, n, p: odds(' '.join(b.split()[::-1]), n, p), askers, nouns, verbs)", ""),
        (
            "ours(lambda b, n, p: odds(b, p, n), askers, nouns, verbs)",
            "the negative before the positive",
        ),
    ],
    "13b.4": [
        (
            """def tags_by_ending(words, tags, new):
            counts = {}
            for word, tag in zip(words, tags):
                spelled = "<" + jamo(word)
                for i in range(len(spelled)):
                    counts.setdefault(spelled[i:], Counter())[tag] += 1
            found = []
            for word in new:
                ending = "<" + jamo(word)
                while ending not in counts:
                    ending = ending[1:]
                found.append(counts[ending].most_common(1)[0][0])
            return found""",
            "does not come to an end",
        ),
        ("(tag for tag in ours(words, tags, new))", "Return a list of tags"),
        (
            """def tags_by_ending(words, tags, new):
            from unicodedata import normalize
            counts = {}
            for word, tag in zip(words, tags, strict=True):
                spelled = "<" + normalize("NFD", word)
                for i in range(len(spelled) + 1):
                    counts.setdefault(spelled[i:], Counter())[tag] += 1
            found = []
            for word in new:
                ending = "<" + normalize("NFD", word)
                while ending not in counts:
                    ending = ending[1:]
                found.append(counts[ending].most_common(1)[0][0])
            return found""",
            "Unicode's other jamo",
        ),
        (
            """def tags_by_ending(words, tags, new):
            counts = {}
            for word, tag in zip(words, tags, strict=True):
                spelled = "<" + jamo(word)
                for i in range(1, len(spelled) + 1):
                    counts.setdefault(spelled[i:], Counter())[tag] += 1
            found = []
            for word in new:
                ending = "<" + jamo(word)
                while ending not in counts:
                    ending = ending[1:]
                found.append(counts[ending].most_common(1)[0][0])
            return found""",
            "from i = 0",
        ),
    ],
}


@pytest.mark.parametrize(
    ("number", "text", "words"),
    [(number, *each) for number in WRONG for each in WRONG[number]],
)
def test_a_wrong_answer_that_once_passed_or_was_told_something_else(number, text, words):
    exercise = replace(checks.find(number), last={})
    result = exercise(answer_of(exercise, text))
    print(result)
    assert result.status == "not yet" and words in result.message, result


WITHOUT_A_CALL = {  # which once heard "in one of our tests", or how it is done
    "6.3": "2 * ours(self, ids, lengths)",
    "8.1": "(ours(x, h, c, W, U, b, W_proj)[0].clamp(max=0), ours(x, h, c, W, U, b, W_proj)[1])",
    "8b.1": "(ours(ask, words, middle, rng, longest)[0], [])",
    "8b.3": "(2 * ours(loss_of, window, state, parameters, optimizer)[0], state)",
    "8b.4": "100 * ours(expects, template, nouns, others)",
    "9.1": "ours(x, forward, backward[::-1])",
    "9b.3": "2 * ours(score, num_layers, seeds)",
    "10.3": "[part * np.arange(1, part.shape[1] + 1) for part in ours(known, new, power)]",
    "11b.1": "[-each for each in ours(lstm, x, h, c, held)]",
    "11b.2": "2 * ours(stack, x, other, layer, at)",
    "12b.3": "2 * ours(learn, fold)",
    "13.3": "2 * ours(elmo, swaps)",
    "13b.2": "2 * ours(odds, askers, nouns, verbs)",
}


@pytest.mark.parametrize("number", WITHOUT_A_CALL)
def test_a_wrong_answer_is_shown_a_call(number):
    exercise = replace(checks.find(number), last={})
    result = exercise(answer_of(exercise, WITHOUT_A_CALL[number]))
    assert result.status == "not yet" and exercise.hint not in result.message
    assert "`your_function(" in result.example, result


RECIPES = {  # which came with the first wrong answer
    "7b.3": "ours(net, new, -goals, kept, optimizer, steps)",
    "12b.1": """class Beside(ours):
            def forward(self, numbers):
                return 2 * super().forward(numbers)""",
}


@pytest.mark.parametrize("number", RECIPES)
def test_how_it_is_done_comes_with_the_third_wrong_answer(number):
    exercise = replace(checks.find(number), last={})
    heard = [exercise(answer_of(exercise, RECIPES[number])) for _ in range(3)]
    assert [exercise.hint in each.message for each in heard] == [False, False, True], heard
    assert all("we expect" in each.example for each in heard)


@pytest.mark.parametrize(
    ("number", "text"),
    [
        ("6.4", "['grandma', 'knocks', 'goldfish', 'bowl', 'downstairs']"),  # no names of faults
        ("6.2", WRONG["6.2"][-1][0]),  # on a dictionary, which has `get`, it would work
    ],
)
def test_a_call_that_would_say_nothing_is_not_shown(number, text):
    exercise = replace(checks.find(number), last={})
    assert exercise(answer_of(exercise, text)).example == ""


def test_an_example_of_analogies_asks_the_table_that_it_shows():
    exercise = replace(checks.find("3.4"), last={})
    result = exercise(answer_of(exercise, "not ours(nearest_to, unit, a, b, c, d)"))
    tables = re.findall(r"np.array\((.*?\]\])\)", result.example)
    assert len(tables) == 2 and tables[0] == tables[1], result


def test_an_example_stays_one_of_the_exercise():
    exercise = replace(checks.find("6b.1"), last={})  # a map has two columns
    shown = exercise(answer_of(exercise, "(2 * ours(points)[0], ours(points)[1])")).example
    assert min(np.shape(ast.literal_eval(re.search(r"array\((\[.*?\])\)\)", shown)[1]))) == 2
    exercise = replace(checks.find("6.2"), last={})  # dim is the length of a vector
    shown = exercise(answer_of(exercise, "ours(words, vectors, dim) ** 2")).example
    assert "[1.0, 2.0])}, 2)" in shown, shown


def test_a_table_without_zeros_and_fractions_is_handed_on():
    """The chapter compares it with another one by `==`."""
    exercise = replace(checks.find("5.1"), last={})
    sentence, ours = ["a", "b", "a", "c"], exercise.reference
    for text in RIGHT["5.1"]:
        handed = exercise.yours_or_ours(answer_of(exercise, text))
        assert dict(handed(sentence, 3)) == dict(ours(sentence, 3))


def test_an_example_of_premises_gives_each_its_twin():
    exercise = replace(checks.find("12c.2"), last={})
    shown = exercise(answer_of(exercise, "ours(scores)[::-1]")).example  # once [[1.4]]
    tried = np.array(ast.literal_eval(re.search(r"tensor\((\[.*?\])\)", shown)[1]))
    assert tried.shape == (2, 2), shown


def test_an_example_has_another_occurrence():
    exercise = replace(checks.find("10.2"), last={})
    shown = exercise(answer_of(exercise, "~ours(cosines, labels)")).example  # once [[1.0]]
    tried = np.array(ast.literal_eval(re.search(r"array\((\[\[.*?\]\])\)", shown)[1]))
    assert len(tried) > 1, shown


def test_an_example_of_particles_gives_each_noun_two_forms():
    exercise = replace(checks.find("13b.3"), last={})
    shown = exercise(answer_of(exercise, "ours(x, nouns, forms) + 1")).example
    nouns, forms = (ast.literal_eval(f"[{each}]") for each in re.findall(r"\[('.*?')\]", shown))
    pairs = set(zip(nouns, forms, strict=True))
    assert all(sum(noun == each for each, _ in pairs) > 1 for noun in nouns), shown


def test_a_wrong_class_is_shown_a_call():
    exercise = replace(checks.find("2.3"), last={})
    text = """class NNLM(ours):
            def forward(self, contexts):
                return 2 * super().forward(contexts)"""
    assert (
        "(torch.tensor([[0, 1]]))` should be `[[0.8808"
        in exercise(answer_of(exercise, text)).example
    )


def test_the_door_of_the_particles_is_true_of_an_answer_that_knows_them_all():
    exercise = replace(checks.find("13.1"), last={})
    heard = exercise(answer_of(exercise, RIGHT["13.1"][0])).message
    assert "The rule makes fifteen of the sixteen" in heard  # and not the function


@pytest.mark.parametrize(
    ("number", "text", "words"),
    [
        ("1.2", "ours(after, n, rng, 1.0, max_words)", "random.Random("),
        ("1.3", "np.round(ours(predict, asked), 2)", "should be `49.748744"),  # not 49.75 for 49.75
        ("3b.3", "ids[1:]", "np.random.default_rng("),
        ("4.2", "ours(A, Z, move) * 2", "lambda v: 2 * v + 1"),
        ("6b.3", "ours(tokens, index, vectors, cut) * 2", ", vectors, "),
        ("7.2", "ours(e, W, b) * 2", "should be"),
        (  # and not one sense, whose centroid is the mean of the centroids
            "10b.2",
            "-((new[:, None] - [learned[labels == k].mean(0) for k in sorted(set(labels))])"
            " ** 2).sum(-1)",
            "np.array(['ship', 'pear'])",
        ),
        ("7.3", "ours(h, W, b, W_r, b_r) * 2", "should be"),
    ],
)
def test_a_failure_shows_a_call_that_can_be_pasted(number, text, words):
    exercise = replace(checks.find(number), last={})
    result = exercise(answer_of(exercise, text))
    assert result.example.startswith("For instance, ") and words in result.example, result


def test_no_failure_shows_an_address_of_memory():
    exercise = replace(checks.find("2.4"), last={})
    result = exercise(answer_of(exercise, "(x for x in range(3))"))
    assert result.status == "not yet" and " at 0x" not in str(result)
