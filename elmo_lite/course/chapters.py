"""The table of chapters: number, name of the notebook, title, question, part, what it needs."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Chapter:
    """One chapter of the course; `slug` is the name of its notebook without the ending."""

    number: str
    slug: str
    title: str
    question: str
    part: str
    needs: tuple[str, ...] = ()


CHAPTERS = (
    Chapter(
        "00",
        "00_start_here",
        "Start here",
        "What will we build, and does everything work on this computer?",
        "Counting",
    ),
    Chapter(
        "01",
        "01_ngram_language_models",
        "N-gram language models",
        "How far can we get in predicting the next word by counting alone?",
        "Counting",
        ("00",),
    ),
    Chapter(
        "02",
        "02_neural_language_model",
        "Neural language model",
        "Can a network that learns vectors for words predict better than counts?",
        "Counting",
        ("01",),
    ),
    Chapter(
        "03",
        "03_word2vec",
        "Word2Vec",
        "What does a vector learn when its only job is to guess its neighbours?",
        "Static vectors",
        ("02",),
    ),
    Chapter(
        "03b",
        "03b_negative_sampling",
        "Negative sampling",
        "How can a vector be trained without a look at every other word?",
        "Static vectors",
        ("03",),
    ),
    Chapter(
        "04",
        "04_fasttext",
        "FastText",
        "How can a word that was never seen still get a useful vector?",
        "Static vectors",
        ("03b",),
    ),
    Chapter(
        "05",
        "05_glove",
        "GloVe",
        "Can we read word vectors straight off a table of co-occurrence counts?",
        "Static vectors",
        ("03b",),
    ),
    Chapter(
        "06",
        "06_using_static_vectors",
        "Using static vectors",
        "What are static vectors worth in a real task?",
        "Static vectors",
        ("03b", "04", "05"),
    ),
    Chapter(
        "06b",
        "06b_maps_and_the_wall",
        "Maps and the wall",
        "What does a map of word vectors show, and where must every table of vectors fail?",
        "Static vectors",
        ("06",),
    ),
    Chapter(
        "07",
        "07_char_cnn",
        "Char-CNN",
        "How does a network read a word from its characters?",
        "Characters and context",
        ("04",),
    ),
    Chapter(
        "07b",
        "07b_new_words",
        "New words",
        "What does a vector made of letters know, and what can it not know?",
        "Characters and context",
        ("07",),
    ),
    Chapter(
        "08",
        "08_bidirectional_language_model",
        "Bidirectional language model",
        "How can a model read in both directions without seeing the answer?",
        "Characters and context",
        ("02", "07"),
    ),
    Chapter(
        "08b",
        "08b_training_the_bilm",
        "Training the biLM",
        "What does a biLM learn in seconds, and what in hours?",
        "Characters and context",
        ("08",),
    ),
    Chapter(
        "09",
        "09_elmo_mixture",
        "ELMo's mixture",
        "How do the layers of a word become one vector?",
        "Characters and context",
        ("08",),
    ),
    Chapter(
        "09b",
        "09b_learning_the_mixture",
        "Learning the mixture",
        "Which of the layers should a task listen to?",
        "Characters and context",
        ("09",),
    ),
    Chapter(
        "10",
        "10_word_senses",
        "Word senses",
        "Does the vector of a word change with its meaning?",
        "What the layers know",
        ("08",),
    ),
    Chapter(
        "10b",
        "10b_a_sense_tagger",
        "A sense tagger",
        "How well can neighbours tell senses apart, and against which rivals?",
        "What the layers know",
        ("10",),
    ),
    Chapter(
        "11",
        "11_pos_probes",
        "Part-of-speech probes",
        "Which layer knows the part of speech, and how can we be sure?",
        "What the layers know",
        ("08",),
    ),
    Chapter(
        "12",
        "12_elmo_at_work",
        "ELMo at work",
        "Does context help a real task, and at what price?",
        "At work",
        ("06", "09"),
    ),
    Chapter(
        "12b",
        "12b_elmo_in_a_network",
        "ELMo in a network",
        "What does ELMo add to a network that works without it?",
        "At work",
        ("09b", "12"),
    ),
    Chapter(
        "12c",
        "12c_what_elmo_buys",
        "What ELMo buys",
        "Which layers, which place, which task: when is ELMo worth its price?",
        "At work",
        ("12b",),
    ),
    Chapter(
        "13",
        "13_korean",
        "Korean",
        "What changes when words are built from syllables and endings?",
        "At work",
        ("04", "08"),
    ),
    Chapter(
        "14",
        "14_published_weights",
        "The published weights",
        "Does our small model compute what the published ELMo computes?",
        "At work",
        ("09",),
    ),
)


def find(number: str) -> Chapter:
    """The chapter with this number, such as "01"."""
    for chapter in CHAPTERS:
        if chapter.number == number:
            return chapter
    raise ValueError(f"There is no chapter {number!r}; the numbers are two digits, such as '01'.")
