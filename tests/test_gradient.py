"""gradient.py must give the numbers of the plain modules."""

from dataclasses import replace
from functools import partial

import pytest
import torch

from elmo_lite import bilm
from elmo_lite.char_cnn import CharShape
from elmo_lite.training import gradient

SMALL = bilm.BiLMShape(CharShape(char_dim=4, filters=((1, 3), (2, 4)), emb_dim=6), 10, 6)


def lstm_case(shape, dtype=torch.float64, steps=7, batch=3):
    torch.manual_seed(1)
    sizes = shape.proj_dim, shape.hidden_dim, shape.proj_dim
    lstm = bilm.LSTMLayer(*sizes, shape.cell_clip, shape.proj_clip).to(dtype)
    x = torch.randn(batch, steps, shape.proj_dim, dtype=dtype, requires_grad=True)
    state = (
        torch.randn(batch, shape.proj_dim, dtype=dtype, requires_grad=True),
        torch.randn(batch, shape.hidden_dim, dtype=dtype, requires_grad=True),
    )
    keep = (torch.rand(batch, steps, 1) > 0.3).to(dtype)
    return lstm, x, state, keep


def everything(run, case):
    """Outputs and all gradients of one layer."""
    lstm, x, state, keep = case
    outputs, (h, c) = run(lstm, x, state, keep)
    torch.manual_seed(2)
    loss = sum((torch.randn(t.shape) * t).sum() for t in (outputs, h, c))
    grads = torch.autograd.grad(loss, [x, *state, *lstm.parameters()])
    return [outputs, h, c, *grads]


@pytest.mark.parametrize("clips", [(None, None), (0.2, None), (None, 0.05), (0.2, 0.05)])
def test_lstm_and_its_gradients_equal_the_plain_one(clips):
    shape = replace(SMALL, cell_clip=clips[0], proj_clip=clips[1])
    case = lstm_case(shape)
    plain = everything(bilm.LSTMLayer.forward, case)
    fast = everything(gradient.run_lstm, case)
    torch.testing.assert_close(fast, plain, rtol=1e-10, atol=1e-10)
    case[0].cell_clip = case[0].proj_clip = None
    free = everything(bilm.LSTMLayer.forward, case)
    assert clips == (None, None) or (free[0] - plain[0]).abs().max() > 0.01  # a clip bites


def test_low_precision_and_its_gradients_follow_the_exact_ones():
    case = lstm_case(SMALL, torch.float32)
    exact = everything(gradient.run_lstm, case)
    low = everything(partial(gradient.run_lstm, low_precision=True), case)
    for ours, plain in zip(low, exact, strict=True):
        assert 0 < (ours - plain).norm() < 0.02 * plain.norm()


def test_adaptive_softmax_in_low_precision_follows_the_exact_one():
    torch.manual_seed(0)
    softmax = torch.nn.AdaptiveLogSoftmaxWithLoss(16, 60, [10, 30], div_value=2.0)
    context, targets = torch.randn(50, 16, requires_grad=True), torch.arange(50)
    exact = softmax(context, targets).output
    low = gradient.log_probability(softmax, context, targets)
    assert (exact - low).abs().max() < 0.03
    for grads in zip(
        torch.autograd.grad(exact.sum(), [context, *softmax.parameters()]),
        torch.autograd.grad(low.sum(), [context, *softmax.parameters()]),
        strict=True,
    ):
        assert (grads[0] - grads[1]).norm() < 0.02 * grads[0].norm()


def test_adaptive_softmax_puts_every_word_in_its_cluster():
    """With weights that bfloat16 holds exactly, both must agree to the last digits."""
    torch.manual_seed(0)
    softmax = torch.nn.AdaptiveLogSoftmaxWithLoss(8, 20, [5, 11], div_value=2.0)
    with torch.no_grad():
        for parameter in softmax.parameters():
            parameter.copy_(torch.randint(-2, 3, parameter.shape) / 4)
    context, targets = torch.randint(-1, 2, (20, 8)).float(), torch.arange(20)
    ours = gradient.log_probability(softmax, context, targets)
    torch.testing.assert_close(ours, softmax(context, targets).output, rtol=1e-5, atol=1e-5)
