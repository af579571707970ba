"""A biLM that can speak: the softmax that both directions share, and the joint loss.

Built in notebook 08.
"""

from torch import Tensor, nn

from elmo_lite.bilm import BiLM, BiLMShape, LSTMFunction, run_lstm
from elmo_lite.text import Vocabulary


class LanguageModel(nn.Module):
    """A biLM with the softmax that both directions share: what is trained, and what is shipped.

    The softmax is exact and adaptive (Grave et al. 2017): frequent words have full vectors, rare
    ones shorter vectors, and ids go by falling frequency, so `cutoffs` are ranks.
    """

    def __init__(
        self, shape: BiLMShape, vocabulary: Vocabulary, run: LSTMFunction = run_lstm
    ) -> None:
        super().__init__()
        self.vocabulary = vocabulary
        self.bilm = BiLM(shape, run)
        cutoffs = [rank for rank in (1000, 6000) if rank < len(vocabulary) - 1]
        self.softmax = nn.AdaptiveLogSoftmaxWithLoss(
            shape.proj_dim, len(vocabulary), cutoffs or [len(vocabulary) - 1], div_value=2.0
        )

    def log_probability(self, context: Tensor, targets: Tensor) -> Tensor:
        """log P(target | context): (..., proj_dim) and ids (...) -> (...)."""
        flat = context.reshape(-1, context.shape[-1])
        return self.softmax(flat, targets.reshape(-1)).output.view(targets.shape)

    def log_distribution(self, context: Tensor) -> Tensor:
        """log P of every word of the vocabulary: (n, proj_dim) -> (n, vocab_size)."""
        return self.softmax.log_prob(context)

    def joint_log_likelihood(self, characters: Tensor, words: Tensor) -> tuple[Tensor, Tensor]:
        """The two sums of the paper's equation for one batch of sentences of equal length.

        characters: (batch, time, 50), words: ids (batch, time), both with <s> first and </s> last.
        Forward, position k predicts k + 1; backward, it predicts k - 1.
        """
        layers = self.bilm(characters)
        forward = self.log_probability(layers.forward[-1][:, :-1], words[:, 1:])
        backward = self.log_probability(layers.backward[-1][:, 1:], words[:, :-1])
        return forward.sum(), backward.sum()
