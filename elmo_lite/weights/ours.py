"""A trained biLM on disk: options.json, vocabulary.tsv and weights.safetensors in one folder."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from safetensors import SafetensorError, safe_open
from safetensors.torch import load_file, save_file
from torch import Tensor, nn

from elmo_lite.bilm import BiLanguageModel, BiLMShape, load_shape, save_shape
from elmo_lite.char_cnn import CharCNN
from elmo_lite.files import WEIGHTS, whole
from elmo_lite.text import Vocabulary
from elmo_lite.weights.checks import Sizes, depth, misfit, refuse_what_is_no_weight

FORMAT = "elmo_lite 1"
NAMES = ("options.json", "vocabulary.tsv", "weights.safetensors")
Made = TypeVar("Made", bound=nn.Module)


def save(model: BiLanguageModel, directory: str | Path, half: bool = True) -> None:
    """Write a language model, each file whole or not at all.

    Half precision halves the file and costs under 0.1 % perplexity.
    """
    directory = Path(directory)
    with _room_for(directory):
        model.vocabulary.save(directory / "vocabulary.tsv")
    _save(model, model.bilm.shape, directory, half)


def save_start(cnn: CharCNN, directory: str | Path) -> None:
    """Write a char-CNN alone, in half precision: the warm start that a training began with."""
    _save(cnn, BiLMShape(cnn.shape, proj_dim=cnn.shape.emb_dim), Path(directory), half=True)


def _save(module: nn.Module, shape: BiLMShape, directory: Path, half: bool) -> None:
    with _room_for(directory):
        save_shape(shape, directory / "options.json")
    tensors = {
        name: (_half(name, tensor) if half else tensor).contiguous()
        for name, tensor in module.state_dict().items()
    }
    write_tensors(tensors, directory / "weights.safetensors", {"format": FORMAT})


def _half(name: str, tensor: Tensor) -> Tensor:
    """A tensor in half precision, whose largest number is 65,504."""
    half = tensor.half()
    if not half.isfinite().all():
        largest = float(tensor.abs().max())
        raise ValueError(f"{name} holds {largest:,.0f}, too much for half precision: half=False.")
    return half


def write_tensors(
    tensors: dict[str, Tensor], path: Path, metadata: dict[str, str] | None = None
) -> None:
    """Write a safetensors file, whole or not at all, that other users may read."""
    with _room_for(path), whole(path) as part:
        save_file(tensors, part, metadata=metadata)
        part.chmod(0o644)


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


def load(directory: str | Path = WEIGHTS / "elmo_lite_en") -> BiLanguageModel:
    """Read what save wrote, in float32, ready to use (eval mode)."""
    directory = Path(directory)
    _must_hold(directory, NAMES, way_out(directory))
    vocabulary = Vocabulary.load(directory / "vocabulary.tsv")
    shape = load_shape(directory / "options.json")
    problem = "does not fit options.json and vocabulary.tsv"
    parts = shape.num_layers + depth(shape.characters)
    return _filled(lambda: BiLanguageModel(shape, vocabulary), parts, directory, problem).eval()


def load_start(directory: str | Path) -> CharCNN:
    """Read what save_start wrote, in float32."""
    directory = Path(directory)
    _must_hold(directory, (NAMES[0], NAMES[2]), "it is not the folder of a warm start")
    shape = load_shape(directory / "options.json").characters
    return _filled(lambda: CharCNN(shape), depth(shape), directory, "does not fit options.json")


def way_out(folder: Path) -> str:
    """What to do where a folder that was named holds no weights: a training puts them below."""
    if (folder / "model" / NAMES[0]).is_file():
        return f"the weights that were trained there are in {folder / 'model'}, so name that"
    return "name a folder of weights of this course"


def _must_hold(folder: Path, names: tuple[str, ...], way_out: str) -> None:
    for name in names:
        if not (folder / name).is_file():
            raise FileNotFoundError(f"{folder} holds no {name}: {way_out}.")


def _filled(make: Callable[[], Made], parts: int, directory: Path, problem: str) -> Made:
    """The module that `make` makes, of so many layers or more, with the weights of the file.

    It is made only if its arrays are those of the file: options.json could ask for any amount of
    memory.
    """
    path = directory / "weights.safetensors"
    try:
        wrong = misfit(make, parts, _header(path))
        tensors = {} if wrong else load_file(path)
    except (SafetensorError, OSError) as error:
        wrong = str(error).splitlines()[-1].strip()
    if wrong:
        raise ValueError(f"{path} {problem} ({wrong}): fetch the whole folder again.")
    refuse_what_is_no_weight(path, tensors)
    module = make()
    module.load_state_dict(tensors)
    return module


def _header(path: Path) -> Sizes:
    """The names and sizes of the arrays of a file, which is not read for it."""
    with safe_open(path, "pt") as file:
        return {name: tuple(file.get_slice(name).get_shape()) for name in file.keys()}  # noqa: SIM118


def save_vectors(vocabulary: Vocabulary, rows: Tensor, folder: str | Path) -> None:
    """Write words and their vectors (words, dim), in half precision."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    vocabulary.save(folder / "vocabulary.tsv")
    (folder / "vocabulary.tsv").chmod(0o644)
    write_tensors({"vectors": _half("vectors", rows).contiguous()}, folder / "vectors.safetensors")


def load_vectors(folder: str | Path, way_out: str, without: int = 0) -> tuple[Vocabulary, Tensor]:
    """Read what save_vectors wrote; way_out ends the sentence if something is wrong.

    without: the number of words at the start of the vocabulary that have no vector.
    """
    folder = Path(folder)
    _must_hold(folder, ("vocabulary.tsv", "vectors.safetensors"), way_out)
    vocabulary = Vocabulary.load(folder / "vocabulary.tsv")
    try:
        rows = load_file(folder / "vectors.safetensors")["vectors"]
    except (SafetensorError, KeyError) as error:
        raise ValueError(f"{folder} is damaged ({error}): {way_out}.") from error
    refuse_what_is_no_weight(folder / "vectors.safetensors", {"vectors": rows})
    number = len(rows) if rows.ndim == 2 else 0
    if rows.ndim != 2 or number != len(vocabulary) - without:
        problem = f"{len(vocabulary) - without:,} words but {number:,} vectors"
        raise ValueError(f"{folder} is damaged ({problem}): {way_out}.")
    return vocabulary, rows.float()
