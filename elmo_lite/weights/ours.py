"""A trained biLM on disk: options.json, vocabulary.tsv and weights.safetensors in one folder."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from safetensors import SafetensorError
from safetensors.torch import load_file, save_file
from torch import Tensor

from elmo_lite.bilm import BiLanguageModel, BiLMShape, load_shape, save_shape
from elmo_lite.char_cnn import CharCNN
from elmo_lite.files import WEIGHTS
from elmo_lite.text import Vocabulary

FORMAT = "elmo_lite 1"
NAMES = ("options.json", "vocabulary.tsv", "weights.safetensors")


def save(model: BiLanguageModel, directory: str | Path, half: bool = True) -> None:
    """Write a language model, each file whole or not at all.

    Half precision halves the file and costs under 0.1 % perplexity.
    """
    directory = Path(directory)
    with _room_for(directory):
        save_shape(model.bilm.shape, directory / "options.json")
        model.vocabulary.save(directory / "vocabulary.tsv")
    tensors = {
        name: (tensor.half() if half else tensor).contiguous()
        for name, tensor in model.state_dict().items()
    }
    write_tensors(tensors, directory / "weights.safetensors", {"format": FORMAT})


def write_tensors(
    tensors: dict[str, Tensor], path: Path, metadata: dict[str, str] | None = None
) -> None:
    """Write a safetensors file, whole or not at all, that other users may read."""
    part = path.with_suffix(".part")
    with _room_for(path):
        try:
            save_file(tensors, part, metadata=metadata)
            part.chmod(0o644)
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)


@contextmanager
def _room_for(path: Path) -> Iterator[None]:
    """One sentence, with the way out, where something cannot be written."""
    try:
        yield
    except (OSError, SafetensorError) as error:
        raise OSError(
            f"{path} could not be written ({error}): make room on the disk, or see that you may "
            "write there."
        ) from error


def _must_hold(folder: Path, names: tuple[str, ...], way_out: str) -> None:
    for name in names:
        if not (folder / name).is_file():
            raise FileNotFoundError(f"{folder} holds no {name}: {way_out}.")


def save_start(cnn: CharCNN, directory: str | Path) -> None:
    """Write a char-CNN alone, in half precision: the warm start that a training began with."""
    directory = Path(directory)
    with _room_for(directory):
        save_shape(BiLMShape(cnn.shape, proj_dim=cnn.shape.emb_dim), directory / "options.json")
    tensors = {name: tensor.half().contiguous() for name, tensor in cnn.state_dict().items()}
    write_tensors(tensors, directory / "weights.safetensors", {"format": FORMAT})


def load_start(directory: str | Path) -> CharCNN:
    """Read what save_start wrote, in float32."""
    directory = Path(directory)
    cnn = CharCNN(load_shape(directory / "options.json").characters)
    try:
        cnn.load_state_dict(load_file(directory / "weights.safetensors"))
    except (SafetensorError, RuntimeError, OSError) as error:
        reason = str(error).splitlines()[-1].strip()
        raise ValueError(
            f"{directory} holds no char-CNN of its options.json ({reason}): fetch the whole folder "
            "again."
        ) from error
    return cnn


def load(directory: str | Path = WEIGHTS / "elmo_lite_en") -> BiLanguageModel:
    """Read what save wrote, in float32, ready to use (eval mode)."""
    directory = Path(directory)
    _must_hold(directory, NAMES, "it is not a folder of weights of this course")
    vocabulary = Vocabulary.load(directory / "vocabulary.tsv")
    model = BiLanguageModel(load_shape(directory / "options.json"), vocabulary)
    try:
        model.load_state_dict(load_file(directory / "weights.safetensors"))
    except (SafetensorError, RuntimeError) as error:
        reason = str(error).splitlines()[-1].strip()
        raise ValueError(
            f"{directory / 'weights.safetensors'} does not fit options.json and vocabulary.tsv "
            f"({reason}): fetch the whole folder again."
        ) from error
    return model.eval()


def save_vectors(vocabulary: Vocabulary, rows: Tensor, folder: str | Path) -> None:
    """Write words and their vectors (words, dim), in half precision."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    vocabulary.save(folder / "vocabulary.tsv")
    (folder / "vocabulary.tsv").chmod(0o644)
    write_tensors({"vectors": rows.half().contiguous()}, folder / "vectors.safetensors")


def load_vectors(folder: str | Path, way_out: str, without: int = 0) -> tuple[Vocabulary, Tensor]:
    """Read what save_vectors wrote; way_out ends the sentence if something is wrong.

    without: the number of words at the start of the vocabulary that have no vector.
    """
    folder = Path(folder)
    _must_hold(folder, ("vocabulary.tsv", "vectors.safetensors"), way_out)
    vocabulary = Vocabulary.load(folder / "vocabulary.tsv")
    try:
        rows = load_file(folder / "vectors.safetensors")["vectors"].float()
    except (SafetensorError, KeyError) as error:
        raise ValueError(f"{folder} is damaged ({error}): {way_out}.") from error
    if len(rows) != len(vocabulary) - without:
        problem = f"{len(vocabulary) - without:,} words but {len(rows):,} vectors"
        raise ValueError(f"{folder} is damaged ({problem}): {way_out}.")
    return vocabulary, rows
