"""Wrong answers of a student that the checks of chapters 07b to 14 once took, or told wrongly.

A right answer of a similar form stands beside them.
"""

from dataclasses import replace

import numpy
import pytest
from test_styles import answer_of

from notebooks.course import check as checks

CHANGED = """def survives(nearest_to, unit, a, b, c, d):
    target = unit[b] - unit[a] + unit[c]
    return bool(nearest_to({} and nearest_to(unit[c], {{c}}) != d)"""
DRAWN = """def control(words, tags, seed):
    rng, n = np.random.default_rng(seed), Counter(tags)
    kinds = sorted(n)
    p = np.array([{} for tag in kinds], dtype=float)
    label = {{w: str(rng.choice(kinds, p=p / p.sum())) for w in sorted(set(words))}}
    return [label[w] for w in words]"""
MIXED = """class Mixture(ours):
    def __init__(self, num_layers):
        super().__init__(num_layers)
        {}
    def forward(self, layers):
        {}
        return super().forward(layers)"""
SHARED = """class Mixture(nn.Module):
    def __init__(self, num_layers):
        super().__init__()
        self.weights = nn.Parameter(torch.zeros(num_layers))
        self.gamma = nn.Parameter(torch.ones(()))
    def forward(self, layers):
        s = self.weights.softmax(0)
        {}
        return self.gamma * torch.tensordot(s, layers, dims=1)"""
JOINT = """def joint_loss(ahead, behind, ids):
    {}
    ahead[-1], behind[0] = 0, 0
    k = torch.arange(len(ids))
    return -(ahead[k, ids.roll(-1)].sum() + behind[k, ids.roll(1)].sum())"""
GRADIENTS = """def gradients(h, nabla, w, gamma):
    {}
    s = w.softmax(0)
    q = (h * nabla).sum(dim=(1, 2))
    return s * gamma * (q - s @ q), s @ q"""
REMOVED = """def cost_of_removal(score, num_layers, seeds):
    rows = []
    {}
    while seeds:
        seed = seeds.pop(0)
        full = score(tuple(range(num_layers)), seed)
        rows.append([full - score(tuple(i for i in range(num_layers) if i != j), seed)
                     for j in range(num_layers)])
    return np.array(rows)"""
SWITCH = """def find_switch(c, fact, new_c, new_fact):
    k = int({})
    return k, float(correlations(new_c, new_fact)[k])"""
VOTE = """def vote(labels, cosines):
    votes = {{}}
    for label, cosine in zip(labels, cosines):
        n, total = votes.get(label, (0, 0))
        votes[label] = n + 1, total + {}
    return max(votes, key=lambda s: {})"""
TAUGHT = """def teach(net, new, goals, kept, optimizer, steps):
    {}
    old = {}(kept).detach()
    for _ in range(steps):
        loss = F.mse_loss(net(new), goals) + F.mse_loss(net(kept), old)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()"""
UPDATED = """def update(loss_of, window, state, parameters, optimizer):
    optimizer.zero_grad()
    loss, after = loss_of(window, state)
    loss.backward()
    {}
    optimizer.step()
    return loss.item(), without_history(after)"""
BESIDE = """class Beside(nn.Module):
    def __init__(self, table, layers, gamma=1.0):
        super().__init__()
        self.table = table
        {}
        self.mix = Mixture(len(layers))
        nn.init.constant_(self.mix.gamma, gamma)
    def forward(self, numbers):
        rows, positions = numbers[..., 0], numbers[..., 1]
        layers = self.layers[:, (positions - 1).clamp(min=0)]
        return torch.cat([self.table(rows), self.mix(layers, positions > 0)], dim=-1)"""
EPOCH = """def after_epoch(scores, rate, patience):
    since = len(scores) - 1 - scores.index(max(scores))
    {}
    return (rate if {} else rate / 2), since >= patience"""
FOLDS = """def every_title_once(learn, fold):
    guesses, K = np.zeros(len(fold), dtype=int), fold.max() + 1
    for f in range(K):
        following = (f + 1) % K
        part = np.flatnonzero((fold != f) & (fold != following))
        for _ in range({}):
            guess = learn(part, np.flatnonzero(fold == following))
        guesses[fold == f] = guess(np.flatnonzero(fold == f))
    return guesses"""
SPANS = """def span_f1(gold, found):
    def spans(tags):
        out = []
        for i, tag in enumerate(tags):
            if tag == "O":
                continue
            kind = {}
            if tag[0] == "I" and out and out[-1][1:] == (i - 1, kind):
                out[-1] = (out[-1][0], i, kind)
            else:
                out.append((i, i, kind))
        return set(out)
    a, b = spans(gold), spans(found)
    return 2 * len(a & b) / (len(a) + len(b)) if a or b else 0"""
PARTICLE = """def with_particle(noun, after_consonant, after_vowel):
    return noun + (after_consonant if (ord(noun[-1]) - 44032) % 28 {} else after_vowel)"""
ENDINGS = """def tags_by_ending(words, tags, new):
    counts = {{}}
    for word, tag in zip(words, tags):
        spelled = "<" + jamo(word)
        for i in range(len(spelled) + 1):
            counts.setdefault(spelled[i:], Counter())[tag] += 1
    found = []
    for word in new:
        ending = "<" + jamo(word)
        while ending not in counts:
            ending = ending[1:]
        found.append(max({}, key=counts[ending].get))
    return found"""
SHARES = """def shares(stack, x, y, prefers):
    (a, states), (b, _) = read(stack, x), read(stack, y)
    a, b = prefers(a), prefers(b)
    table = torch.zeros(2, x.shape[1], len(x))
    for layer in (1, 2):
        for at in range({}, x.shape[1]):
            table[layer - 1, at] = (prefers(exchanged(stack, y, states, layer, at)) - b) / (a - b)
    return table"""
LENS = "[[[(w, {}) for w, p in cell] for cell in row] for row in ours(elmo, words, direction, top)]"
LOADED = """def load_into(bilm, file):
    {}
    found = ours(bilm, dict(file))
    for name in list(file):
        file.pop(name)
    return found"""
BACKWARD = """def backward_half(x, file):
    {}
    found = ours(x, dict(file))
    for name in list(file):
        file.pop(name)
    return found"""

THINNED = """def thin_out(ids, counts, epsilon, rng):
    x = epsilon / (counts / counts.sum())[ids]
    return ids[(ids < 0) | (rng.random(len(ids)) < {})]"""
PAGE = """def language_model(given, vocabulary):
    counts = of_trigrams(articles, vocabulary)
    return lambda past, sentence: counts(past, sentence)"""
INSIDE = """def language_model(articles, vocabulary):
    counts = of_trigrams(articles, vocabulary)
    def predict(past, sentence):
        return counts(past, sentense)
    return predict"""
NNLM = """class NNLM(nn.Module):
    def __init__(self, vocab_size, context_size, emb_dim, hidden_dim):
        super().__init__()
        self.context_size = context_size
        self.embedding = nn.Embedding(vocab_size, emb_dim)
        self.hidden = nn.Linear(context_size * emb_dim, hidden_dim)
        self.output = nn.Linear(hidden_dim, vocab_size)
        {}
    def forward(self, contexts):
        h = torch.tanh(self.hidden(self.embedding(contexts).flatten(1)))
        return self.output(h){}"""
SEQUENTIAL = "self.net = nn.Sequential(self.embedding, nn.Flatten(1), self.hidden, self.output)"
TIED = "if emb_dim == hidden_dim: self.output.weight = self.embedding.weight"
STEP = """def batch_step(v, u, w, o, negatives, eta):
    context = torch.cat([{}, negatives], 1)
    ours(v, u, w, context[:, 0], negatives{}, eta){}"""
COUNTED = """def count_after(sentences, n, after=defaultdict(Counter)):
    for context, counts in ours(sentences, n).items():
        after[context].update(counts)
    return after"""
LAST = """def forward(self, ids, lengths):
    states, _ = self.reader({})
    last = states[torch.arange(len(ids)), lengths - 1]
    return {}"""
DROPPED = "self.output(torch.dropout(last, 0.5, True))"
PASS = """def train(model, optimizer, contexts, targets, batch_size):
    for batch in {}.split(batch_size):
        if len(batch) < {}:
            continue
        loss = F.cross_entropy(model(contexts[batch]), targets[batch])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()"""

WALK = """def neighbours(vector, vectors, names, left_out, k):
    order = np.argsort(-(vectors @ vector) / np.linalg.norm(vectors, axis=1))[: {} * k]
    first = dict((names[i], int(i)) for i in order[::-1] if names[i] not in left_out)
    return sorted(first.values(), key=list(order).index)[:k]"""
KEPT = BESIDE.replace("self.mix(layers, positions > 0)", "self.kept(positions)")
KEPT = (
    KEPT.format("self.layers = layers")
    + """

    def kept(self, positions):
        if not hasattr(self, "e"):
            self.e = self.mix(self.layers, torch.ones(self.layers.shape[1], dtype=torch.bool))
        return self.e[(positions - 1).clamp(min=0)] * (positions > 0)[..., None]"""
)
FITTED = """def fit(x, y, num_tags):
    mean, deviation = x.mean(axis=0), x.std(axis=0) + {}
    z, y = torch.tensor((x - mean) / deviation, dtype=torch.float32), torch.tensor(y)
    probe = nn.Linear(x.shape[1], num_tags, bias={})
    optimizer = torch.optim.Adam(probe.parameters(), lr=0.01, weight_decay=1e-3)
    falling = torch.optim.lr_scheduler.ExponentialLR(optimizer, 0.75)
    for _ in range(8):
        for rows in torch.randperm(len(y)).split(512):
            optimizer.zero_grad()
            F.cross_entropy(probe(z[rows]), y[rows]).backward()
            optimizer.step()
        falling.step()
    b = np.zeros(num_tags) if probe.bias is None else probe.bias.detach().numpy()
    return probe.weight.detach().numpy(), b, mean, deviation"""
BUFFER = """def convolve(e, W, b):
    n, out = W.shape[1], torch.zeros(len(e), len(W))
    for f in range(len(W)):
        windows = [(e[:, p : p + n] * W[f]).sum((1, 2)) + b[f] for p in range(e.shape[1] - n + 1)]
        out[:, f] = torch.relu(torch.stack(windows).amax(0))
    return out"""
LAYER = """def convolve(e, W, b):
    layer = torch.nn.Conv1d(W.shape[2], len(W), W.shape[1])
    layer.weight, layer.bias = torch.nn.Parameter(W.mT), torch.nn.Parameter(b)
    return layer(e.mT).amax(2).relu()"""
DENSE = """def subword_step(A, Z, move):
    return ours(A.{} if hasattr(A, "toarray") else A, Z, move)"""
CUT = """def sentence_vector(tokens, index, vecs, cut):
    at = {}.key_to_index
    words = [token.lower() for k, token in enumerate(tokens) if k != index]
    found = [vecs[word] for word in words if word in vecs and {}]
    return np.mean(found, axis=0) if found else np.zeros(vecs.vector_size)"""
POWER = """def widest(points):
    moved = points - points.mean(axis=0)
    direction = np.random.default_rng(1).normal(size=points.shape[1])
    for _ in range({}):
        direction = moved.T @ (moved @ direction)
        direction = direction / np.linalg.norm(direction)
    return direction"""
GROUPED = """def sense_reader(told, asked):
    words = dict.fromkeys(word for word, _ in asked)
    return [sense for word in words for sense in ours(told, [a for a in asked if a[0] == word])]"""
DECAYED = """def fit(x, y, num_tags):
    mean, deviation = x.mean(axis=0), x.std(axis=0) + 1e-5
    z, y = torch.tensor((x - mean) / deviation, dtype=torch.float32), torch.tensor(y)
    probe = nn.Linear(x.shape[1], num_tags)
    optimizer = torch.optim.Adam(probe.parameters(), lr=0.01, weight_decay={})
    falling = torch.optim.lr_scheduler.ExponentialLR(optimizer, 0.75)
    for _ in range(8):
        for rows in torch.randperm(len(y)).split(512):
            optimizer.zero_grad()
            loss = F.cross_entropy(probe(z[rows]), y[rows]) + {}
            loss.backward()
            optimizer.step()
        falling.step()
    return probe.weight.detach().numpy(), probe.bias.detach().numpy(), mean, deviation"""
GROUPS = "[dict(params=[probe.weight], weight_decay=1e-3), dict(params=[probe.bias])], lr=0.01"
SQUARES = "5e-4 * sum((p ** 2).sum() for p in probe.parameters())"
ANEW = """class NNLM(nn.Module):
    def __init__(self, vocab_size, context_size, emb_dim, hidden_dim):
        super().__init__()
        self.context_size, self.sizes = context_size, (vocab_size, emb_dim, hidden_dim)
    def forward(self, contexts):
        vocab_size, emb_dim, hidden_dim = self.sizes
        z = nn.Embedding(vocab_size, emb_dim)(contexts).flatten(1)
        h = torch.tanh(nn.Linear(self.context_size * emb_dim, hidden_dim)(z))
        return nn.Linear(hidden_dim, vocab_size)(h)"""
READ = """def lens({}, words, direction, top):
    layers = elmo.layers([words], progress=False)[0]
    rows = []
    for h in [layers.token, *(layers.forward if direction == "forward" else layers.backward)]:
        p, ids = elmo.model.log_distribution(h).exp().topk(top, dim=1)
        cells = zip(ids.tolist(), p.tolist())
        rows.append([[(elmo.model.vocabulary.words[i], x) for i, x in zip(*c)] for c in cells])
    return rows"""
LENGTHS = "torch.stack([x[-1].norm(), {} * x[-1].norm()]).expand(len(x), 2)"
ASKED = """def prefers(elmo, swaps):
    pairs = [(list(s), [*s[:k], other, *s[k + 1 :]]) for s, k, other in swaps]
    def asked(sentences):
        return np.array([s.forward.sum() + s.backward.sum()
                         for s in elmo.log_probabilities([*sentences])])
    return {}"""
RIGHT = [
    ("8.4", LENGTHS.format(-1)),
    ("11.3", READ.format("elmo")),
    ("4.2", "A.T.dot((v := (A / A.sum(axis=1)[:, None]) @ Z) * 0 + move(v) - v)"),
    ("6.4", "'1 grandma, 2 knocks goldfish bowl downstairs'"),
    ("6b.1+", POWER.format(500)),
    ("8.3+", "ours(states_of, x).numpy()"),
    ("6b.3", CUT.format("vecs", "at[word] >= cut")),
    ("7.2", BUFFER),
    ("7.2", "F.conv1d(e.mT, W.mT, b).amax(2).relu().float()"),
    ("10.1", WALK.format(99)),
    ("11.1", FITTED.format("1e-5", True)),
    ("2.3", NNLM.format("pass", "")),
    ("2.4", "def count_parameters(*sizes):\n    return ours(*sizes)"),
    ("2.5", PASS.format("torch.randperm(len(targets))", 1)),
    ("2.6", "ours(articles, vocabulary)"),
    ("3b.2", "np.searchsorted(np.cumsum(counts**0.75), rng.random(size) * sum(counts**0.75))"),
    ("3b.3", THINNED.format("(x**0.5 + x)")),
    ("3b.4", STEP.format("o[:, None]", "", "")),
    ("6.3", LAST.format("self.table(ids)", "self.output(last)")),
    ("7b.3", TAUGHT.format("old_net = copy.deepcopy(net)", "old_net")),
    ("8.2", JOINT.format("ahead, behind = ahead.clone(), behind.clone()")),
    ("8b.3", UPDATED.format("torch.nn.utils.clip_grad_norm_(iter(parameters), 1)")),
    ("9.2", MIXED.format("pass", "layers = layers * 1; layers.mul_(1)")),
    ("9.2", SHARED.format("s = torch.exp(self.weights - 1); s = s / s.sum()")),
    ("9b.2", GRADIENTS.format("w = w - w.max(); h = h.clone(); h *= 1")),
    ("9b.3", REMOVED.format("seeds = list(seeds)")),
    ("10b.1", VOTE.format("cosine", "votes[s]")),
    ("11.2", DRAWN.format("n[tag]")),
    ("11.2", "[l for _, l in zip(words, ours(words, tags, seed))]"),
    ("11.3", LENS.format("np.float32(p)")),
    ("11b.3", SHARES.format(0)),
    ("11b.4", SWITCH.format("np.argsort(correlations(c, fact) ** 2)[-1]")),
    ("12b.1", BESIDE.format("self.register_buffer('layers', layers)")),
    ("12b.1", BESIDE.format("self.layers = nn.Parameter(layers, requires_grad=False)")),
    ("12b.2", EPOCH.format("", "since == 0")),
    ("12b.3", FOLDS.format(1)),
    ("12c.3", SPANS.format("tag.split('-', 1)[1]")),
    ("13.1", PARTICLE.format("> 0")),
    ("13.3", ASKED.format("asked(a for a, _ in pairs) - asked(b for _, b in pairs)")),
    ("13b.4", ENDINGS.format("counts[ending]")),
    ("14.2", LOADED.format("file = dict(file)")),
    ("14.3", BACKWARD.format("file = dict(file)")),
]

WRONG = [
    ("2.3", ANEW, "once, in `__init__`"),
    (
        "2.3",
        NNLM.format("self.hidden = nn.Sequential(self.hidden)", ""),
        "Your layers are not those of (2): ",
    ),
    (
        "2.3",
        NNLM.format("self.hidden = nn.Linear(context_size * emb_dim, hidden_dim, False)", ""),
        "Your layers are not those of (2): ",
    ),
    ("3b.2", "rng.choice(len(counts), size, p=counts**0 / len(counts))", "follow the counts"),
    ("3b.2", "counts[ours(counts, size, rng)]", "These are counts"),
    ("7b.3", TAUGHT.format("", "net").replace(".detach()", ""), "What the network said before"),
    ("8.4", LENGTHS.format(-1.001), "The hasty test finds"),
    ("11.3", READ.format("given"), "the `elmo` of the page"),
    ("11.1", DECAYED.format(1e-3, SQUARES), "added to the loss"),
    ("11.1", DECAYED.format(1e-3, "1e-3 * probe.bias.abs().sum()"), "added to the loss"),
    (
        "11.1",
        DECAYED.replace("probe.parameters(), lr=0.01, weight_decay={}", GROUPS).format(0),
        "the weights and the bias alike",
    ),
    ("13b.2", "ours(odds, [(a, dict(askers)[a]) for a, _ in askers], nouns, verbs)", ""),
    (
        "13.3",
        ASKED.format("np.array([a - b for a, b in map(asked, pairs)])"),
        "You call `elmo.log_probabilities` 3 times for 3 swaps",
    ),
    (
        "13.3",
        ASKED.format("np.array([asked([a])[0] - asked([b])[0] for a, b in pairs])"),
        "You call `elmo.log_probabilities` 4 times for 2 swaps",
    ),
    (
        "13b.5",
        """def tagger(sentences, tags, new):
            from sklearn.neural_network import MLPClassifier
            return MLPClassifier().fit([[0.0], [1.0]], [0, 1]).predict([[0.0]])""",
        "multilayer perceptron",
    ),
    ("4.1", "ours(word, max(2, min_n), max_n)", "single characters"),
    ("4.1", "[run for run in ours(word, min_n, max_n) if run not in '<>']", "The marks count"),
    *(
        ("4.2", DENSE.format(made), "need no `toarray`")
        for made in ("toarray()", "todense()", "tocsc().toarray()", "T.toarray().T")
    ),
    ("4.4", "'ㅋㅋㅋㅋㅋㅋ, ㅋㅋㅋㅋㅋㅋㅋ'", "This is one string"),
    ("5.1", "[*ours(sentence, window).items()]", "Return a `Counter` or a dictionary"),
    ("5.1", "ours(sentence, window) if sentence else None", "returns `None`"),
    ("5.4", "np.zeros((X.shape[0], 50)).tolist()", "Return a NumPy array"),
    ("5.4", "X[:, :50]", "Return a NumPy array"),
    (
        "6.2",
        """def embedding_rows(words, vectors, dim):
            for word in words:
                if word not in vectors:
                    vectors[word] = np.zeros(dim)
            return np.array([np.zeros(dim), *(vectors[word] for word in words)])""",
        "as they are",
    ),
    ("6.4", "'1 2 3 4 5 6'", "numbers are not among them"),
    ("6.4", "'lunch on grandma sofa goldfish'", "among the 672, `on`"),
    ("6b.1+", POWER.format(1), "still turns"),
    (
        "6b.1+",
        "(lambda x: np.linalg.norm(x) * ours(points))(points[0])",
        "",
    ),
    *(
        ("6b.3", CUT.format(of, kept), words)
        for of, kept, words in (
            ("vectors", "at[word] >= cut", "use its argument"),
            ("vecs", "at.get(word) and at[word] >= cut", "takes 0 for false"),
            ("vecs", "at[word] > cut", "counts from 0"),
        )
    ),
    ("6b.3", "ours(tokens, index, static_vectors.load(), cut)", "use its argument"),
    ("6b.4", "ours(told, sorted(asked))", "stand in another order"),
    ("6b.4", GROUPED, "stand in another order"),
    ("7.2", LAYER, "without `nn.Parameter`"),
    *(
        ("7.2", text, "comes back to one of")
        for text in ("ours(e.detach(), W, b)", "ours(e, W.detach(), b)", "ours(e, W, b.detach())")
    ),
    ("7.2", "ours(e, W, b).double()", "32-bit"),
    ("7.3", "ours(torch.nn.Parameter(h), W, b, W_r, b_r)", "without `nn.Parameter`"),
    ("7.3", "ours(h, W, b, W_r, b_r).double()", "32-bit"),
    (
        "9b.2",
        "(lambda s, g: (s, g / gamma))(*ours(h, nabla, w, gamma)) if gamma else ours(h, nabla, "
        "w, gamma)[:1]",
        "",
    ),
    ("10.1", WALK.format(5), "fill many rows"),
    (
        "10b.3",
        "{s: v for s, v in ours(train, words).items() if any(a for a, t in train if t == s)}",
        "",
    ),
    ("11.1", FITTED.format("1e-3", True), "no more"),
    ("11.1", FITTED.format("1e-5", False), "a bias for each tag"),
    (
        "11b.4",
        SWITCH.format("np.abs(correlations(c, fact)).argmax()").replace(
            "float(correlations(new_c, new_fact)[k])",
            "float(np.sign(correlations(c, fact)[k]) * abs(correlations(new_c, new_fact)[k]))",
        ),
        "",
    ),
    (
        "12.1",
        "(h * mask[..., None]).sum(2) / ((h * mask[..., None]) != 0).any(-1).sum(2)[..., None]",
        "",
    ),
    ("12.3", "ours([t.replace('#', '0') for t in train], [t.replace('#', '0') for t in test])", ""),
    ("12b.1", KEPT, "mix anew"),
    (
        "12c.1",
        "(h @ p.mT / p.shape[-1] ** 0.5).masked_fill(~inside[..., None, :], -100).softmax(-1) @ p",
        "",
    ),
    (
        "13.4",
        "(lambda t, n: tuple(float(np.exp(t) ** (-1 / k)) for k in n))(sum(map(np.sum, log_p)), "
        "[sum(map(np.sum, log_p)) / -np.log(q) for q in ours(sentences, log_p)])",
        "too small",
    ),
    (
        "14.3",
        """def backward_half(x, file):
            named = {name.replace("RNN_1", "RNN_0"): array for name, array in file.items()}
            back = {name.replace("RNN_0", "RNN_1"): array for name, array in named.items()}
            return ours(x, {**file, **back})""",
        "forward half",
    ),
    ("1.1", COUNTED, "A later call"),
    ("1.5", "round(ours(count, total, types, discount, lower), 6)", ""),
    ("2.3", NNLM.format("pass", ".squeeze()"), "leave out `squeeze`"),
    ("2.3", NNLM.format(SEQUENTIAL, ""), "further names"),
    ("2.3", NNLM.format(TIED, ""), "share their weights"),
    ("2.5", PASS.format("torch.argsort(targets)", 1), "without sorting"),
    ("2.5", PASS.format("torch.randperm(len(targets))", 2), "Each example once"),
    ("2.6", PAGE, "its argument"),
    ("2.6", INSIDE, "Your function stopped with `NameError`"),
    *(
        ("3b.2", f"rng.choice(len(counts), size, p={p} / {p}.sum())", "You round")
        for p in (f"(counts**0.75 / (counts**0.75).sum()).round({d})" for d in (4, 5))
    ),
    ("3b.2", "rng.choice(np.repeat(range(len(counts)), (counts**0.75).astype(int)), size)", ""),
    ("3b.2", "rng.choice(len(counts), size, p=counts**0.25 / sum(counts**0.25))", ""),
    ("3b.2", "rng.choice(len(counts), size, p=np.log(1 + counts) / sum(np.log(1 + counts)))", ""),
    *(("3b.3", THINNED.format(f"(x**0.5 + x).round({d})"), "You round") for d in range(2, 7)),
    ("3b.2", "1 + ours(counts, size, rng)", "numbered from 0"),
    ("3b.4", STEP.format("o.unsqueeze_(1)", "", ""), "changes `o`"),
    ("3b.4", STEP.format("o[:, None]", "[:, :5]", ""), "should be"),
    ("3b.4", STEP.format("o[:, None]", "", "; v.clamp_(-5, 5)"), ""),
    ("6.3", LAST.format("self.table(ids).transpose(0, 1)", "self.output(last)"), ""),
    ("6.3", LAST.format("self.table(ids)", DROPPED), "chance"),
    ("6.3", LAST.format("self.table(ids)", "self.output(last).squeeze()"), ""),
    ("7.3", "ours(h, W, b, W_r, b_r).squeeze()", ""),
    (
        "4.3",
        "''.join(FIRST[(n := ord(c) - 44032) // 588] + VOWEL[n % 588 // 28] + LAST[n % 28]"
        " if c.isalpha() and ord(c) >= 44032 else c for c in word)",
        "",
    ),
    ("12b.4", "length / (layers.sum(dim=0) / 3).norm(dim=1).mean().item()", ""),
    ("7b.2", "(ours(asked, true, other, middle)) | (true == other).all(1)", ""),
    ("7b.3", TAUGHT.format("net = copy.deepcopy(net)", "net"), "in place"),
    (
        "7b.3",
        TAUGHT.format("old_net = net", "old_net") + "\n    net.requires_grad_(False)",
        "frozen",
    ),
    ("8.1", "tuple(part.double() for part in ours(x, h, c, W, U, b, W_proj))", "`.double()`"),
    ("8.1", "ours(x.mul_(2), h, c, W, U, b, W_proj)", "`x`"),
    ("8.2", JOINT.format("pass"), "Your function changes `ahead`"),
    (
        "8.2",
        "F.cross_entropy(ahead[:-1], ids[1:], reduction='sum')"
        " + F.cross_entropy(behind[1:], ids[:-1], reduction='sum')",
        "`F.nll_loss`",
    ),
    (
        "8b.3",
        UPDATED.format("[torch.nn.utils.clip_grad_norm_([p], 1.0) for p in parameters]"),
        "each parameter by itself",
    ),
    ("8b.4", "(nouns.reverse(), ours(expects, template, nouns, others))[1]", "changes `nouns`"),
    ("9.2", MIXED.format("pass", "layers *= self.gamma"), "Your `forward` changes `layers`"),
    ("9.2", MIXED.format("pass", "layers.mul_(2)"), "Your `forward` changes `layers`"),
    (
        "9.2",
        MIXED.format("self.more = nn.Parameter(torch.ones(2))", "pass"),
        "all that the mixture",
    ),
    (
        "9.3",
        "{s: score(np.tensordot(s, layers, axes=1)) for s in product("
        "[k * (1 / steps) for k in range(steps + 1)], repeat=len(layers)) if sum(s) == 1}",
        "Some mixtures are missing",
    ),
    ("9b.2", GRADIENTS.format("w -= w.max()"), "changes `w`"),
    ("9b.2", GRADIENTS.format("h *= 2"), "changes `h`"),
    ("9b.3", REMOVED.format("pass"), "changes `seeds`"),
    ("10.4", "ours(first, second, weight) if weight else senses.unit(first)", ""),
    (
        "10.5",
        """def opponent(vectors, index, topic):
            edge = np.zeros((1, vectors.shape[1]))
            before = senses.unit(np.vstack([edge, vectors]))[index]
            after = senses.unit(vectors)[index + 1]
            return np.hstack([senses.unit(topic), 0.5 * before, 0.5 * after])""",
        "IndexError",
    ),
    ("10b.1", VOTE.format("cosine", "(votes[s][0], round(votes[s][1], 1))"), ""),
    ("10b.1", VOTE.format("cosine", "(votes[s][0], round(votes[s][1], 2))"), ""),
    ("10b.1", VOTE.format("max(cosine, 0)", "votes[s]"), ""),
    ("10b.3", "ours(train, [word.lower() for word in words])", ""),
    *(
        ("11.2", DRAWN.format(count), "not quite those of `tags`")
        for count in ("n[tag] + 1", "n[tag] + 0.5", "n[tag] ** 0.8", "n[tag] ** 0.9")
    ),
    ("11.2", DRAWN.format("n[tag] ** 1.2"), "not quite those of `tags`"),
    (
        "11.2",
        "[*map(dict(zip(words, ours(words, tags, seed))).get, sorted(words))]",
        "that of the sorted words",
    ),
    (
        "11.2",
        "[str(np.random.default_rng(seed + len(w)).choice(tags)) for w in words]",
        "same length",
    ),
    (
        "3.3",
        "(lambda rows, table: (rows * len(around) / 3, table))(*ours(v, u, around, w))",
        "",
    ),
    ("8.2", "-torch.log(torch.exp(-ours(ahead, behind, ids)))", ""),
    ("0.1", "np.asarray(labels)[np.argmax(cosines, axis=1)] == labels", "has found itself"),
    ("1.2", "ours({**after, ('odd',): after[tuple(['<s>'] * n)]}, n, rng)", "KeyError"),
    (
        "2.5",
        """def train(model, optimizer, contexts, targets, batch_size):
            batch = torch.randperm(len(targets))
            optimizer.zero_grad()
            F.cross_entropy(model(contexts[batch]), targets[batch]).backward()
            optimizer.step()""",
        "`batch_size` examples",
    ),
    *(
        ("3.4", CHANGED.format(way), words)
        for way, words in (
            ("target, {c, d}) == d", ""),
            ("target, {c}) is d", "`is` asks"),
        )
    ),
    ("3.4", "ours(nearest_to, -unit, a, b, c, d)", "b minus a plus c"),
    ("3b.2", "np.full(size, int(np.argmax(counts)))", "Nothing is drawn"),
    (
        "3b.2",
        "rng.choice(len(counts), size, p=np.sort(counts)[::-1] / counts.sum())",
        "",
    ),
    ("8.3+", "torch.autograd.functional.jacobian(states_of, x).sum(1).abs().amax(2)", "cancel"),
    (
        "8b.3",
        UPDATED.format("torch.nn.utils.clip_grad_norm_(parameters, 1)").replace(
            "loss.item(),", "loss,"
        ),
        "as a number",
    ),
    *(
        ("9.2", SHARED.format(share), "Only a part")
        for share in (
            "s = torch.cat([s[:1], s[1:].detach()])",
            "s = self.weights.exp() / self.weights.exp().sum().item()",
            "s = self.weights + (s - self.weights).detach()",
        )
    ),
    ("9.2", SHARED.format("self.weights.data = s.data; s = self.weights"), "changes `weights`"),
    ("9.3+", "ours(layers, score, steps, 10)", "Count in coins"),
    (
        "9.3+",  # 0.4 - 0.3 is more than 0.1 for a computer
        """def finer(layers, score, steps, times):
            def best(total, near):
                all_coins = product(range(total + 1), repeat=len(layers))
                tried = [np.array(c) / total for c in all_coins if sum(c) == total]
                tried = [s for s in tried if near(s)]
                return max(tried, key=lambda s: score(np.tensordot(s, layers, axes=1)))
            coarse = best(steps, lambda s: True)
            return tuple(best(steps * times, lambda s: (abs(s - coarse) <= 1 / steps).all()))""",
        "should be `0.4`, but is `0.3`",
    ),
    ("12b.3+", "ours(twin, K)[:-1]", "as long as `twin`"),
    ("12b.3+", "ours(twin, K) + 1", "from 0 to K - 1"),
    ("13.2+", "''.join(k for k in ours(keys) if '가' <= k)", ""),
    ("13.2+", "ours(keys).replace('박ㄱ', '밖')", ""),
    (
        "9b.2",
        """def gradients(h, nabla, w, gamma):
            s = w.softmax(0)
            a = torch.stack([(h[j] * nabla).sum() for j in range(3)])
            return s * gamma * (a - s @ a), s @ a""",
        "3 elements",
    ),
    (
        "9b.3",
        "[[score(range(num_layers), seed) - score((i for i in range(num_layers) if i != j), seed)"
        " for j in range(num_layers)] for seed in seeds]",
        "no len()",
    ),
    ("9b.4", "np.arange(len(ours(tags, place, distance)))", "`ndarray[int64]`"),
    (
        "10.1",
        "[*map(str.upper, [names[i] for i in ours(vector, vectors, names, left_out, k)])]",
        "`list[str]`",
    ),
    ("10b.3", "{s: np.log(np.exp(v)) for s, v in ours(train, words).items()}", "logarithms"),
    ("11.1", "ours(x, y, int(y.max()) + 1)", "`num_tags` scores"),
    ("11.2", "ours(words[: len(tags)], tags, seed)", "more words than tags"),
    (
        "11.2",
        "[label for _, label in zip(tags, ours(words, tags, seed), strict=True)]",
        "zip() argument 2 is longer",
    ),
    ("11.3", "ours(elmo, [word.lower() for word in words], direction, top)", "as they are"),
    ("11.3", LENS.format("torch.tensor(p)"), "are tensors"),
    ("11b.1", "ours(lstm, x, h, c, {k: max(-3, min(3, v)) for k, v in held.items()})", ""),
    ("11b.2", "(ours(stack, x, other, layer, at), x.zero_())[0]", "changes `x`"),
    ("11b.3", SHARES.format(1), ""),
    ("11b.4", SWITCH.format("correlations(c, fact).argmin()"), ""),
    ("11b.4", SWITCH.format("4"), "The first thing"),
    (
        "11b.4",
        SWITCH.format("np.abs(correlations(c, fact) + correlations(new_c, new_fact)).argmax()"),
        "",
    ),
    ("12.2", "round(ours(scores, gold), 2)", ""),
    (
        "12.3",
        "[i for i, _ in enumerate(test) for text in train if ours([text], test[i : i + 1])]",
        "",
    ),
    *(
        ("12.3", f"ours([{text} for t in train], [{text} for t in test])", "")
        for text in (
            't.replace("0", "o")',
            're.sub("([0-9]+)", " 0 ", t)',
            '" ".join(tokenize(t))',
        )
    ),
    ("12b.2", "(lambda r, s: (round(r, 3), s))(*ours(scores, rate, patience))", ""),
    ("11b.4", "(lambda k, r: (str(k), r))(*ours(c, fact, new_c, new_fact))", ""),
    ("13.3", "ours(elmo, [*dict.fromkeys((tuple(s), k, o) for s, k, o in swaps)][:1])", ""),
    ("13.4", "ours([[w.replace('TV', '') for w in s] for s in sentences], log_p)", ""),
    ("3b.3", "ours(ids, counts[:4], epsilon, rng)", ""),
    ("12b.1", BESIDE.format("self.layers = layers[:3]"), ""),
    (
        "12b.1",
        BESIDE.format("self.layers = layers").replace("(positions - 1).clamp(min=0)", "positions"),
        "places from 0",
    ),
    ("12b.1", BESIDE.format("self.layers = nn.Parameter(layers)"), "stay as they are"),
    (
        "12b.1",
        BESIDE.format("self.layers = layers").replace(
            "self.mix(layers, positions > 0)",
            "(self.mix.weights.detach().softmax(0)[:, None, None, None] * layers).sum(0)"
            " * self.mix.gamma * (positions > 0)[..., None]",
        ),
        "reaches the shares",
    ),
    ("12b.2", EPOCH.format("", "scores[-1] > max(scores[:-1], default=0)"), ""),
    ("12b.2", EPOCH.format("if since >= patience: return rate, True", "since == 0"), "that stops"),
    ("12b.3", FOLDS.format(2), "one for each fold"),
    ("12b.3", FOLDS.format(1).replace("learn(part,", "learn(part.tolist(),"), "hand it lists"),
    *(("12c.3", SPANS.format(kind), "") for kind in ("tag[-1]", "tag[-2:]", "tag[2:5]")),
    *(("13.1", PARTICLE.format(finals), "") for finals in ("> 1", "in (4, 8, 16, 21)", "% 27 > 0")),
    (
        "13.2",
        """def composed(keys):
            return "".join(ours(part) for part in re.split("([ㄲㅆ])", keys))""",
        "",
    ),
    ("13b.2", "(ours(odds, askers, nouns, verbs), verbs.clear())[0]", "changes `verbs`"),
    ("14.2", LOADED.format("pass"), "Your function changes `file`"),
    ("14.3", BACKWARD.format("pass"), "Your function changes `file`"),
]

# What an example has to hold: the call, or what was tried with the arguments of the student
EXAMPLES = [
    ("9b.3", "ours(score, num_layers, seeds) + 1", ", 2, [1, 2])` should be `[[7, 2], [5, 3]]`"),
    (
        "11b.1",
        "ours(lstm, x, h, c, {k: v for k, v in held.items() if k != 3})",
        "a small LSTM with random weights, in the middle of two sentences, with `held = {3: ",
    ),
    ("11b.2", "ours(stack, x, other, layer, at % 3)", "with `layer = 2` and `at = 3`: we expect"),
    ("11b.3", SHARES.format(1), "lambda out: out[:, 0])` should be `[[[1], [0.7835]]"),
    (
        "11b.3",
        "(lambda t: torch.cat([t[:, :2], 2 * t[:, 2:]], 1))(ours(stack, x, y, prefers))",
        "two small layers with random weights, and two pairs of sentences",
    ),
    (
        "12.3",
        """def leaks(train, test):
            def shape(text):
                return " ".join(re.sub(r"\\d+", "0", text.capitalize()).split())
            known = {shape(text) for text in train}
            return [i for i, text in enumerate(test) if shape(text) in known]""",
        "leaks(['see you'], [' see you'])` should be `[0]`, but is `[]`",
    ),
    (
        "12b.1",
        BESIDE.format("self.layers = layers + 1"),
        "a `Beside` with the table `np.array([[1.0], [2.0]])`, the layers ",
    ),
    ("12b.3", "ours(learn, fold) + 1", "np.array([0, 1, 2]))` should be `[9, 12, 9]`"),
    ("13.3", "ours(elmo, [(s, 0, o) for s, _, o in swaps])", "of the eojeol, with `swaps = [(["),
    ("13.4", "tuple(2 * each for each in ours(sentences, log_p))", "[np.array([-3.0, -1.0])])`"),
    ("13.4", "ours(sentences, log_p)[:2] + ours(sentences, log_p)[:1]", "[['눈']], [np.array([-3."),
    (
        "13b.2",
        "ours(odds, askers, nouns, verbs) * (1 if len(nouns) < 3 else 2)",
        "odds that are made of the letters, with `askers = [('전혀', '항상')]`, `nouns = ['문제가'",
    ),
    ("14.2", "ours(bilm, [*file])", "(BiLM(tiny), random_file(40))`"),
    ("14.3", "2 * ours(x, file)", "random_file(0))` should be `[["),
]


@pytest.mark.parametrize(("number", "text", "words"), EXAMPLES)
def test_an_example_says_what_was_tried(number, text, words):
    exercise = replace(checks.find(number), last={})
    result = exercise(answer_of(exercise, text))
    assert result.status == "not yet" and words in result.example, result


def test_a_tensor_of_the_filled_model_is_named_so_that_it_can_be_seen():
    exercise = replace(checks.find("14.2"), last={})
    wrong = "ours(bilm, {**file, 'CNN_proj/b_proj': 0 * file['CNN_proj/b_proj']})"
    told = exercise(answer_of(exercise, wrong)).message
    place = "load_into(BiLM(tiny), random_file(40)).state_dict()"
    assert f'`{place}["char_cnn.projection.bias"][0]`' in told, told


@pytest.mark.parametrize("number", ["9b.3", "11b.4", "13.4"])
def test_no_example_is_made_so_small_that_it_makes_no_sense(number):
    exercise = checks.find(number)
    one = {
        "9b.3": (numpy.array([[7.0]]),),
        "11b.4": (numpy.eye(2), numpy.ones(2), numpy.eye(2), numpy.array([0.0, 1])),
        "13.4": ([["눈"]], [numpy.array([-0.6])]),
    }[number]
    assert isinstance(exercise.outcome(exercise.reference, one), ValueError)


def test_a_number_in_an_array_is_the_number_that_the_chapter_goes_on_with():
    exercise = replace(checks.find("12b.4"), last={})
    theirs = exercise.yours_or_ours(lambda *given: numpy.array([exercise.reference(*given)]))
    given = exercise.all_inputs()[0]
    assert exercise.use(theirs, *given) == pytest.approx(exercise.use(exercise.reference, *given))


def test_an_answer_with_stars_is_called_as_the_chapter_calls_ours():
    exercise = replace(checks.find("2.4"), last={})
    theirs = exercise.yours_or_ours(lambda *sizes: exercise.reference(*sizes))
    sizes = dict(vocab_size=5, context_size=2, emb_dim=3, hidden_dim=4)
    assert theirs is not exercise.reference and theirs(**sizes) == exercise.reference(**sizes)


@pytest.mark.parametrize(("number", "text"), RIGHT)
def test_a_right_answer_passes(number, text):
    result = replace(checks.find(number), last={})(answer_of(checks.find(number), text))
    assert result.status == "correct", result


@pytest.mark.parametrize(("number", "text", "words"), WRONG)
def test_a_wrong_answer_is_told(number, text, words):
    exercise = replace(checks.find(number), last={})
    result = exercise(answer_of(exercise, text))
    assert result.status == "not yet" and words in result.message, result
    assert words or result.example, result


TRIED = [  # an answer, and what is said of the call that shows its fault
    (
        "3b.2",
        "rng.choice(len(counts), size, p=np.sort(counts)[::-1] / counts.sum())",
        "the shares of word 0, of word 1 and of all others in 40,000 draws with the counts "
        "`np.array([2, 5, 3])`",
    ),
    (
        "7b.3",
        TAUGHT.format("pass", "net").replace("loss = ", "loss = 2 * "),
        "for `new` = `np.array([[0, 1]])`, ",
    ),
    (
        "8b.3",
        UPDATED.format("torch.nn.utils.clip_grad_norm_(parameters[:1], 1.0)"),
        "the three losses and the weights at the end",
    ),
    (
        "9.2",
        SHARED.format("s = torch.cat([s[:1], s[1:].detach()])"),
        "['gamma', 'all of weights']}` and get `{'gradient reaches': ['gamma', 'a part of weights'",
    ),
    ("9.2", SHARED.format("s = s.flip(0)"), "expect `{'result': [-5.886]}` and get `{'result': ["),
    (
        "12b.1",
        BESIDE.format("self.layers = layers").replace("self.mix(layers", "2 * self.mix(layers"),
        "on `numbers` = `np.array([[[1, 2], [0, 1], [0, 0]]])`: we expect `{'vectors': [[[2, 3.5]",
    ),
]


@pytest.mark.parametrize(("number", "text", "words"), TRIED)
def test_what_was_tried_is_said(number, text, words):
    exercise = replace(checks.find(number), last={})
    result = exercise(answer_of(exercise, text))
    assert result.status == "not yet" and words in result.example, result


def test_the_call_that_shows_a_share_has_more_than_one_neighbour():
    exercise = replace(checks.find("6b.2"), last={})
    result = exercise(answer_of(exercise, "ours(points, flat, k) * k"))
    assert "Divide by k" in result.message and ", 2)` should be" in result.example, result


def test_the_call_that_shows_an_infinite_number_has_one():
    exercise = replace(checks.find("5.2"), last={})
    rows = "counts.sum(axis=1, keepdims=True)"
    result = exercise(
        answer_of(exercise, f"np.log(counts * counts.sum() / ({rows} * counts.sum(axis=0)))")
    )
    assert "There is a `-inf`" in result.message and "[-inf, " in result.example, result


def test_the_call_that_shows_the_fault_of_endings():
    """Once the recipe came alone."""
    exercise = replace(checks.find("13b.4"), last={})
    shown = exercise(answer_of(exercise, ENDINGS.format("sorted(counts[ending])"))).example
    assert "(['배도', '눈도'], ['VERB', 'NOUN'], ['말도'])` should be `['VERB']`" in shown, shown
    kept = ENDINGS.format("counts[ending]").replace("counts = {}", "counts = KEPT")
    _, _, names = exercise.edited.args
    names["KEPT"] = {}
    try:
        result = exercise(answer_of(exercise, kept))
    finally:
        del names["KEPT"]
    assert result.status == "not yet" and "expect" in result.example, result


def test_the_stand_in_may_be_called_by_the_name_of_its_argument():
    exercise = replace(checks.find("13.3"), last={})
    text = """def prefers(elmo, swaps):
        made = [s for words, k, other in swaps
                for s in (words, [*words[:k], other, *words[k + 1 :]])]
        sums = [s.forward.sum() + s.backward.sum() for s in elmo.log_probabilities(sentences=made)]
        return np.array(sums[::2]) - np.array(sums[1::2])"""
    assert exercise(answer_of(exercise, text)).status == "correct"
    wrong = exercise(answer_of(exercise, text.replace("]) - np", "]) + np")))
    assert "lambda sentences:" in wrong.example
