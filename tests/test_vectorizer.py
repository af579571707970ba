"""ElmoVectorizer keeps the promises that scikit-learn makes of a transformer."""

import pickle
import random
import warnings

import numpy as np
import pytest
import sklearn
import torch
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline, make_union
from sklearn.utils import estimator_checks, get_tags

from elmo_lite import weights
from elmo_lite.bilm import BiLanguageModel, BiLMShape
from elmo_lite.char_cnn import CharShape
from elmo_lite.elmo import Elmo, ElmoVectorizer
from elmo_lite.text import Vocabulary

TEXTS = ["We sat on the bank.", "", "배가 항구에 닿았다."]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    torch.manual_seed(0)
    shape = BiLMShape(
        CharShape(char_dim=4, filters=((1, 8), (2, 8)), emb_dim=6), hidden_dim=8, proj_dim=6
    )
    model = BiLanguageModel(shape, Vocabulary.build([["a"]]))
    weights.ours.save(model, tmp_path_factory.mktemp("weights"), half=False)
    return tmp_path_factory.getbasetemp() / "weights0"


@pytest.mark.parametrize("layer", ["mix", 0, 2, "all"])
@pytest.mark.parametrize("pooling", ["mean", "max"])
def test_the_features_are_the_pooled_vectors(folder, layer, pooling):
    vectorizer = ElmoVectorizer(folder, layer, pooling)
    found = vectorizer.fit_transform(TEXTS)
    expected = Elmo.load(folder).embed(TEXTS, layer, pooling).reshape(3, -1)
    np.testing.assert_allclose(found, expected, atol=1e-6)
    assert found.dtype == np.float32 and found.shape[1] == (36 if layer == "all" else 12)
    assert len(vectorizer.get_feature_names_out()) == found.shape[1]


def test_text_tokens_arrays_and_generators_are_all_sentences(folder):
    vectorizer = ElmoVectorizer(folder).fit(TEXTS)
    expected = vectorizer.transform(TEXTS)
    for given in (np.array(TEXTS), np.array(TEXTS, dtype=object), iter(TEXTS), tuple(TEXTS)):
        np.testing.assert_allclose(vectorizer.transform(given), expected, atol=1e-6)
    tokens = [["We", "sat", "on", "the", "bank", "."], [], ["배가", "항구에", "닿았다", "."]]
    np.testing.assert_allclose(vectorizer.transform(tokens), expected, atol=1e-6)
    assert vectorizer.transform([]).shape == (0, 12)


def separable(number):
    """Sentences with one of two telling words; the label says which."""
    rng = random.Random(0)
    labels = [rng.randrange(2) for _ in range(number)]
    fill = ["the", "of", "it", "was"]
    return [
        " ".join([*rng.choices(fill, k=3), ("zzz", "ooo")[label], *rng.choices(fill, k=2)])
        for label in labels
    ], labels


def test_five_lines_make_a_classifier(folder):
    sentences, labels = separable(80)
    classifier = make_pipeline(
        ElmoVectorizer(folder, "all"), LogisticRegression(C=1e4, max_iter=5000)
    )
    assert cross_val_score(classifier, sentences, labels, cv=4).mean() > 0.95
    shuffled = random.Random(1).sample(labels, k=80)
    assert cross_val_score(classifier, sentences, shuffled, cv=4).mean() < 0.75


def test_a_search_over_its_parameters_works(folder):
    sentences, labels = separable(40)
    pipeline = make_pipeline(ElmoVectorizer(folder), LogisticRegression())
    grid = {"elmovectorizer__layer": [0, 2], "elmovectorizer__pooling": ["mean", "max"]}
    search = GridSearchCV(pipeline, grid, cv=2, error_score="raise").fit(sentences, labels)
    assert len(search.cv_results_["params"]) == 4


def test_beside_another_vectorizer(folder):
    union = make_union(ElmoVectorizer(folder, 0), ElmoVectorizer(folder, 1))
    found = union.fit_transform(TEXTS)
    assert found.shape == (3, 24)
    assert not np.allclose(found[:, :12], found[:, 12:])
    assert union.get_feature_names_out()[0] == "elmovectorizer-1__elmo0"


def test_clones_and_pickles_give_the_same_features(folder):
    loaded = Elmo.load(folder)
    with torch.no_grad():
        loaded.mix.weights[0] = 5.0  # a trained mixture goes with it
    expected = loaded.embed(TEXTS, pooling="mean")
    vectorizer = ElmoVectorizer(loaded).fit(TEXTS)
    for twin in (clone(vectorizer).fit(TEXTS), pickle.loads(pickle.dumps(vectorizer))):
        np.testing.assert_allclose(twin.transform(TEXTS), expected, atol=1e-6)
    assert clone(ElmoVectorizer(folder, 1, "max")).get_params() == {
        "weights": folder,
        "layer": 1,
        "pooling": "max",
    }


@pytest.mark.parametrize(
    ("parameters", "error", "says"),
    [
        ({"layer": 9}, ValueError, "0 to 2, not 9"),
        ({"pooling": None}, ValueError, '"mean" or "max", not None'),
        ({"weights": "no such language"}, FileNotFoundError, "There are no weights"),
    ],
)
def test_a_wrong_parameter_is_named_by_fit_and_not_before(folder, parameters, error, says):
    vectorizer = ElmoVectorizer(**({"weights": folder} | parameters))
    with pytest.raises(error, match=says):
        vectorizer.fit(TEXTS)


def test_what_is_no_list_of_sentences_is_refused(folder):
    vectorizer = ElmoVectorizer(folder)
    with pytest.raises(NotFittedError):
        vectorizer.transform(TEXTS)
    vectorizer.fit(TEXTS)
    with pytest.raises(TypeError, match=r"write \[sentence\]"):
        vectorizer.transform("one text")
    with pytest.raises(TypeError, match="Sentence 0 is neither text"):
        vectorizer.transform(np.zeros((2, 3)))


# What scikit-learn checks without a table of numbers; check_estimator itself stops at text.
CHECKS = [
    "check_estimator_cloneable",
    "check_estimator_repr",
    "check_estimator_tags_renamed",
    "check_get_params_invariance",
    "check_mixin_order",
    "check_no_attributes_set_in_init",
    "check_parameters_default_constructible",
    "check_set_params",
    "check_valid_tag_types",
]


@pytest.mark.parametrize("name", CHECKS)
def test_the_checks_of_scikit_learn(folder, name):
    check = getattr(estimator_checks, name, None)
    if check is None:
        pytest.skip(f"scikit-learn {sklearn.__version__} has no {name}")
    check("ElmoVectorizer", ElmoVectorizer(folder))


def test_check_estimator_knows_that_it_takes_text(folder):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", sklearn.exceptions.SkipTestWarning)
        estimator_checks.check_estimator(ElmoVectorizer(folder))
    tags = get_tags(ElmoVectorizer(folder))
    assert tags.input_tags.string and not tags.input_tags.two_d_array
    assert tags.transformer_tags.preserves_dtype == []
