"""A module speaks its chapter's letters: names, equations, and the page's own checks."""

import ast
import inspect
import re
from dataclasses import fields
from functools import cache, partial
from importlib import import_module

import pytest
import torch

from elmo_lite import bilm, char_cnn, elmo, fasttext, glove, ngram, text, word2vec
from elmo_lite.files import ROOT
from elmo_lite.reading.plain import token_vectors
from notebooks.course.check.source import cells, exercises

SOURCES = {
    path.stem.split("_")[0]: path for path in (ROOT / "notebooks" / "source").glob("[0-9]*.py")
}
MODULES = {
    "01": "ngram",
    "02": "nnlm",
    "03": "word2vec",
    "03b": "word2vec",
    "04": "fasttext",
    "05": "glove",
    "07": "char_cnn",
    "08": "bilm",
    "09": "elmo",
}
# What a chapter's `train` can be told, and the module's settings.
SETTINGS = {"03": word2vec.Word2VecSettings, "03b": word2vec.Word2VecSettings}
SETTINGS["05"] = glove.GloveSettings
# The course's own checks, and what must pass them.
TAUGHT = {
    "1.1": ngram.count_after,
    "1.5": ngram.discounted,
    "3.1": word2vec.gradients,
    "3.3": word2vec.cbow_gradients,
    "3b.1": word2vec.one_step,
    "3b.2": word2vec.sample_words,
    "3b.3": word2vec.thin_out,
    "3b.4": word2vec.batch_step,
    # In fastText a mark alone is no n-gram; in the chapter it is one of all runs.
    "4.1": lambda word, least, most: [
        *fasttext.character_ngrams(word, least, most),
        *("<>" if least == 1 else ""),
    ],
    "5.1": glove.near_counts,
    "7.1": lambda word: text.character_ids([word])[0].tolist(),
    "7.2": char_cnn.convolve,
    "7.3": char_cnn.highway,
    "8.1": partial(bilm.lstm_step, cell_clip=3.0, proj_clip=3.0),
    "9.1": elmo.join_layers,
    "9.2": elmo.Mixture,
}
# Each equation that a docstring names: where, and what stands in the chapter's.
EQUATIONS = {
    "ngram.maximum_likelihood": {("01", 3): r"\frac{\#(\text{context}, w)}{\#(\text{context})}"},
    "ngram.add_delta": {("01", 6): r"\#(\text{context}) + \delta\,|V|"},
    "ngram.discounted": {("01", 8): r"\max(\#(\text{context}, w) - D,\, 0)"},
    "ngram.NGramModel.write": {("01", 4): r"P(w)^{1/\tau}"},
    "ngram.with_temperature": {("01", 4): r"P(w)^{1/\tau}"},
    "nnlm.Averaged": {
        ("02", 6): r"\lambda\,P_{\text{network}}(w) + (1 - \lambda)\,P_{\text{counts}}(w)"
    },
    "word2vec.gradients": {("03", 3): r"\frac{\partial J_{w,o}}{\partial v_w}"},
    "word2vec.cbow_gradients": {("03", 1): r"h = \frac{1}{|O|} \sum_{o \in O} v_o"},
    "word2vec.one_step": {("03b", 3): r"v \leftarrow v + \eta \sum_i e_i\, u_i"},
    "word2vec.sampling_shares": {("03b", 4): r"\#(o)^{0.75}"},
    "word2vec.keep_probability": {("03b", 5): r"\sqrt{\varepsilon / P(w)} + \varepsilon / P(w)"},
    "word2vec.thin_out": {("03b", 5): r"P(\text{keep})"},
    "word2vec.batch_loss": {("03b", 2): r"-\log \sigma(v_w \cdot u_o)"},
    "glove.ppmi": {("05", 2): r"\max\left(0,\ \log\frac{P(i, j)}{P(i)\,P(j)}\right)"},
    "glove.Glove": {("05", 8): r"v_i \cdot u_j + b_i + \tilde b_j = \log X_{ij}"},
    "glove.gradients": {("05", 9): r"\big(v_i \cdot u_j + b_i + \tilde b_j - \log X_{ij}\big)^2"},
    "glove.adagrad": {("05", 10): r"G \leftarrow G + g^2"},
    "char_cnn.convolve": {
        ("07", 1): r"\sum_{i=0}^{n-1} W_i \cdot e_{p+i}",
        ("07", 2): r"\max_p a_p",
    },
    "char_cnn.highway": {("07", 3): r"r = \sigma(W_r h + b_r)"},
    "bilm.lstm_step": {
        ("08", 3): r"W x_k + U h_{k-1} + b",
        ("08", 4): r"g_k = \tanh a_g",
        ("08", 2): r"c_k = f_k \odot c_{k-1} + i_k \odot g_k",
        ("08", 5): r"h_k = W_{\text{proj}} \, (o_k \odot \tanh c_k)",
    },
    "bilm.BiLanguageModel.joint_loss": {
        ("08", 8): r"\Theta_x, \overrightarrow{\Theta}_{LSTM}, \Theta_s"
    },
    "elmo.join_layers": {("09", 2): r"h_{k,0} = [x_k; x_k]"},
    "elmo.Mixture": {
        ("09", 3): r"\gamma^{task} \sum_{j=0}^{L}",
        ("09", 4): r"\frac{e^{w_j}}",
    },
}


@cache
def functions(path) -> dict[str, list[str]]:
    """The functions at the top of a file, with the names of their arguments."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    return {node.name: [a.arg for a in node.args.args] for node in found}


@cache
def equations(chapter: str) -> dict[int, str]:
    """The equations of a chapter by their numbers, in single spaces."""
    found = {}
    for cell in cells(SOURCES[chapter]):
        for equation in re.findall(r"\$\$(.+?)\$\$", "" if cell.is_code else cell.text, re.DOTALL):
            if tag := re.search(r"\\tag\{(\d+)\}", equation):
                found[int(tag[1])] = " ".join(equation.split())
    return found


@pytest.mark.parametrize("chapter", MODULES)
def test_a_function_has_the_arguments_of_its_page(chapter):
    ours, page = functions(ROOT / f"elmo_lite/{MODULES[chapter]}.py"), functions(SOURCES[chapter])
    for name in (ours.keys() & page.keys()) - {"train"}:
        assert ours[name][: len(page[name])] == page[name], name


@pytest.mark.parametrize("chapter", SETTINGS)
def test_training_has_the_settings_of_its_page(chapter):
    known = {field.name for field in fields(SETTINGS[chapter])}
    _, *told = functions(SOURCES[chapter])["train"]  # the first is what is trained on
    assert told and set(told) <= known


@pytest.mark.parametrize("number", TAUGHT)
def test_the_module_passes_the_check_of_the_course(number):
    source = SOURCES["0" + number.split(".")[0]]
    assert exercises(source)[number](TAUGHT[number]).status == "correct"


def docstrings(module: str):
    """(name, docstring) of a module and of all its classes and functions."""
    tree = ast.parse((ROOT / f"elmo_lite/{module}.py").read_text(encoding="utf-8"))
    waiting = [(module, tree)]
    for name, node in waiting:
        yield name, ast.get_docstring(node) or ""
        inside = [n for n in node.body if isinstance(n, ast.ClassDef | ast.FunctionDef)]
        waiting += [(f"{name}.{n.name}", n) for n in inside]


def cited(docstring: str) -> set[int]:
    """The numbers of "equation (3)" and of "equations (3), (4) and (5)"."""
    found = re.findall(r"[Ee]quations?((?:(?:,| and)? ?\(\d+\))+)", " ".join(docstring.split()))
    return {int(number) for some in found for number in re.findall(r"\d+", some)}


@pytest.mark.parametrize("module", sorted(set(MODULES.values())))
def test_every_equation_of_a_docstring_is_that_of_the_chapter(module):
    chapters = [chapter for chapter, name in MODULES.items() if name == module]
    for name, docstring in docstrings(module):
        known = EQUATIONS.get(name, {})
        assert cited(docstring) == {number for _, number in known}, name
        for (chapter, number), part in known.items():
            assert part in equations(chapter)[number], f"{name}, equation ({number})"
            if len(chapters) > 1:
                assert f"of chapter {chapter}" in " ".join(docstring.split()), name


def test_a_lesson_says_where_it_is_built():
    for chapter, module in MODULES.items():
        said = inspect.getdoc(import_module(f"elmo_lite.{module}"))
        assert re.search(rf"Built in chapters? (\w+ and )?{chapter}\b", said), module


def test_equations_and_citations_are_found():
    assert sorted(equations("01")) == [*range(1, 9)] and sorted(equations("02")) == [*range(1, 7)]
    assert cited("Equation (3).") == {3}
    assert cited("By equations (3), (4),\n    (2) and (5), in (batch, dim) = (1) shapes") == {
        2,
        3,
        4,
        5,
    }


# ---- the step of chapter 08, on trained weights ----


@torch.no_grad()
def outputs(step, lstm: bilm.LSTMLayer, x: torch.Tensor) -> torch.Tensor:
    """One layer that runs on a step of the page: x (batch, time, dim) -> (batch, time, dim)."""
    proj_dim, hidden_dim = lstm.w_project.shape
    h, c = x.new_zeros(len(x), proj_dim), x.new_zeros(len(x), hidden_dim)
    found = []
    for k in range(x.shape[1]):
        h, c = step(x[:, k], h, c, lstm.w_input, lstm.w_hidden, lstm.bias, lstm.w_project)
        found.append(h)
    return torch.stack(found, dim=1)


def h_of_the_unclipped_cell(*arguments):
    h, c = bilm.lstm_step(*arguments)
    return h.clamp(-3, 3), c.clamp(-3, 3)


@torch.no_grad()
def test_the_page_clips_as_the_trained_model_does():
    """The cell first: in layer 2 some cells stand at the clip, so the order can be seen."""
    model = elmo.Elmo.load("en").bilm
    x, _ = token_vectors(
        model, [["The", "boys", "with", "the", "red", "kite", "are", "in", "the", "park", "."]]
    )
    first, second = model.layers(x).forward
    lstm, step = model.forward_lstms[1], exercises(SOURCES["08"])["8.1"].reference
    assert torch.allclose(outputs(step, lstm, first) + first, second, atol=1e-4)
    other = outputs(h_of_the_unclipped_cell, lstm, first) + first
    assert (other - second).abs().max() > 5e-4


# ---- one meaning, one name ----

ONCE = ("token_vectors", "layer_vectors", "fingerprint", "weights_hash", "Span", "Marked")


def defined(folder: str):
    """The names of all functions, methods and classes, and of what is assigned at the top."""
    for path in sorted((ROOT / folder).rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                yield node.name
        for node in tree.body:
            if isinstance(node, ast.Assign):
                yield from (target.id for target in node.targets if isinstance(target, ast.Name))


def test_a_name_has_one_meaning():
    found = [
        name
        for folder in ("elmo_lite", "microscope", "notebooks/course")
        for name in defined(folder)
    ]
    assert {name: found.count(name) for name in ONCE} == dict.fromkeys(ONCE, 1)
