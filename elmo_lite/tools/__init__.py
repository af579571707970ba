"""What stands on Elmo: vectors in a cache or a file, perplexity, a step of scikit-learn."""
