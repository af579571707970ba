"""What ends a command is one sentence and an exit status."""

import pytest

from elmo_lite.errors import sentence_on_error


@pytest.mark.parametrize(
    ("error", "status", "sentence"),
    [
        (OSError("The disk is full."), 1, "The disk is full."),
        (ValueError("Choose another."), 1, "Choose another."),
        (ImportError("It needs h5py."), 1, "It needs h5py."),
        (KeyboardInterrupt(), 130, "Interrupted."),
    ],
)
def test_what_a_user_can_mend_is_one_sentence(error, status, sentence, capsys):
    def command():
        raise error

    assert sentence_on_error(command) == status
    assert capsys.readouterr().err == f"{sentence}\n"


def test_a_mistake_of_ours_is_not_hidden():
    with pytest.raises(KeyError):
        sentence_on_error(lambda: {}["missing"])
    assert sentence_on_error(lambda: 0) == 0
