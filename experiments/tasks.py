"""ELMo at work: the numbers that chapters 12 to 12c quote.

    python course.py measure tasks [EXPERIMENT ...] [--weights DIR] [--seeds N] [--again]

writes data/results/tasks.jsonl. Epochs and settings are chosen on a development part (spam: by
cross-validation of the training part); a test part is scored once for each row. Controls have
three seeds, each with its own draw. elmo: none, trained, layer 0 (letters alone), layer 0, lower
case (of words without their capitals), random weights, warm start (LSTMs that read no text);
capital and endings (one bit, and the last letters as well) stand in ELMo's place.

spam: accuracy, f1 (of spam), f1_interval (95 %), precision, recall, accuracy_new, f1_new (on test
    messages without a copy in training), chosen (settings), reading (seconds of the biLM)
spam_gains: the F1 of spam of one input minus that of another (gain: middle, low, high)
leak: f1 after training with and without the twins of test messages; see task_copies.py
titles: accuracy, macro_f1 of several inputs
names: accuracy on the test titles with (missing) and without (complete) a word that GloVe lacks
growth: the same from 100 titles
fine_tuned: the same with a biLM that has read the titles; its perplexity before and after
mixtures, places: tables 2 and 3 of the ELMo paper, on parts of speech
pairs: does one sentence follow from another? A network with attention, ELMo in several places
wnut: f1, precision, recall (of entities, span and type exact) of several inputs
sentiment: accuracy, macro_f1 of several inputs

Rows of a network also have dev (score of the development part), epochs (the best one) and, with
ELMo, s_input and gamma_input: the mixture that was learned (s_output, gamma_output: the other one).
edge: a choice at the end of what was tried.
"""

from collections.abc import Sequence

import torch

from experiments.store import command
from experiments.task_copies import leak, spam_gains
from experiments.task_entities import wnut
from experiments.task_pairs import pairs
from experiments.task_paper import mixtures, places
from experiments.task_spam import spam
from experiments.task_titles import fine_tuned, growth, names, sentiment, titles

EXPERIMENTS = (
    *(spam, spam_gains, leak),
    *(titles, names, growth, fine_tuned),
    *(mixtures, places, pairs, wnut, sentiment),
)


def main(arguments: Sequence[str]) -> int:
    torch.set_num_threads(1)  # seconds are compared
    return command("tasks", __doc__, EXPERIMENTS, arguments, first_seed=1)
