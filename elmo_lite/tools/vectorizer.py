"""ELMo as a step of a scikit-learn pipeline: sentences in, one vector each. Used by chapter 12.

classifier = make_pipeline(ElmoVectorizer(), LogisticRegression(max_iter=1000))
classifier.fit(sentences, labels)
classifier.predict(["A sentence it has never seen."])

It stands apart from elmo.py, which loads in two thirds of the time without scikit-learn.
"""

from collections.abc import Iterable
from pathlib import Path

import numpy as np
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from elmo_lite.elmo import Elmo, Layer
from elmo_lite.text import Sentence


class ElmoVectorizer(TransformerMixin, BaseEstimator):
    """Sentences -> the pooled vectors of their words, in a scikit-learn pipeline.

    weights: a language ("en"), a folder, or an Elmo. layer: "mix" (the mean of the layers, because
    nothing trains the mixture), 0, 1, 2, or "all" for the layers side by side. pooling: "mean" or
    "max". Nothing is learned from the data. Reading is slow: give a pipeline `memory=` to read a
    text once.
    """

    def __init__(
        self, weights: str | Path | Elmo = "en", layer: Layer = "mix", pooling: str = "mean"
    ) -> None:
        self.weights = weights
        self.layer = layer
        self.pooling = pooling

    def fit(self, X: Iterable[Sentence], y: object = None) -> "ElmoVectorizer":
        """Load the weights and check the parameters; X and y are not used."""
        if self.pooling not in ("mean", "max"):
            raise ValueError(f'pooling is "mean" or "max", not {self.pooling!r}.')
        elmo = self.weights if isinstance(self.weights, Elmo) else Elmo.load(self.weights)
        elmo.stream([], self.layer)  # refuses a layer that does not exist, and reads nothing
        layers = elmo.num_layers if self.layer == "all" else 1
        self.elmo_, self._n_features_out = elmo, layers * 2 * elmo.bilm.shape.proj_dim
        return self

    def transform(self, X: Iterable[Sentence]) -> np.ndarray:
        """Sentences, plain text or lists of tokens -> (sentences, features)."""
        check_is_fitted(self)
        rows = [v.ravel() for v in self.elmo_.stream(X, self.layer, self.pooling)]
        return np.array(rows, dtype=np.float32).reshape(-1, self._n_features_out)

    def get_feature_names_out(self, input_features: object = None) -> np.ndarray:
        """elmo0, elmo1, ..., one name per feature."""
        check_is_fitted(self)
        return np.array([f"elmo{i}" for i in range(self._n_features_out)], dtype=object)

    def __sklearn_tags__(self):
        """Tell scikit-learn that the input is text, not a table of numbers."""
        tags = super().__sklearn_tags__()
        tags.input_tags.string, tags.input_tags.two_d_array = True, False
        tags.transformer_tags.preserves_dtype = []
        return tags
