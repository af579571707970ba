"""ELMo Lite: from counting n-grams to contextual word vectors, in small readable modules."""

__version__ = "1.1.0"
