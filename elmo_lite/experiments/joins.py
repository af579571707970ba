"""Other ways to join static vectors and ELMo than [x_k; ELMo_k]: as long as x_k."""

import torch
from torch import Tensor, nn

from elmo_lite.tasks import ElmoTable, FirstLayer

WAYS = ("add", "gate")


class Joined(FirstLayer):
    """With e_k = W ELMo_k + b as long as x_k, "add" gives x_k + e_k.

    "gate" gives g x_k + (1 - g) e_k with g = sigmoid(U [x_k; e_k] + b).
    """

    def __init__(self, table: nn.Embedding, elmo: ElmoTable, way: str):
        if way not in WAYS:
            raise ValueError(f"A way to join is {' or '.join(WAYS)}, not {way!r}.")
        super().__init__(table, elmo)
        self.embedding_dim = dim = table.embedding_dim
        self.down = nn.Linear(elmo.embedding_dim, dim)
        self.gate = nn.Linear(2 * dim, dim) if way == "gate" else None

    def forward(self, numbers: Tensor) -> Tensor:
        """(batch, time, 2) -> (batch, time, embedding_dim)"""
        assert self.table is not None and self.elmo is not None
        x, e = self.table(numbers[..., 0]), self.down(self.elmo(numbers))
        if self.gate is None:
            return x + e
        g = torch.sigmoid(self.gate(torch.cat([x, e], dim=-1)))
        return g * x + (1 - g) * e
