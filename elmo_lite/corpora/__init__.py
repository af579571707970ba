"""Texts to count, train and measure on, each with its licence, its citation and its state.

What comes with the course is in the modules of this folder: ours.py and texts.py. The public sets
are in public/: one is looked for in the folder that ELMO_LITE_DATA names, then in the cache, then
downloaded (public/fetch.py). If it is nowhere, Missing says in one sentence what to do. .name and
.state belong beside every score. Public text is data to measure on: never print it into a notebook.

Examples, Splits and Corpus are what loaders return. Each carries name, state, counts and about
(licence and citation); Examples is a list, Splits has .train, .dev, .test, and Corpus .documents
and .sentences.

| loader | what | one example |
|---|---|---|
| `senses("en")`, `"ko"` | our sense-annotated corpus, `.split` is train or test | Occurrence |
| `sense_inventory("en")`, `"ko"` | its senses with glosses | Sense(lemma, sense, pos, gloss, ...) |
| `our_tagged("train", "en")` | its sentences with UPOS: train, dev, test | (tokens, tags) |
| `our_messages()` | our messages, ham or spam: Splits | (label, text) |
| `our_headlines()` | our news titles, four topics: Splits | (label, text) |
| `our_reviews()` | our Korean film reviews: Splits | (label, text) |
| `our_pairs()` | our pairs of sentences, follows or not | SentencePair(label, premise, ...) |
| `korean_verbs()` | our sentences with forms of 모르다 and its kin | text |
| `ewt("train")` | UD English-EWT: train, dev, test | (tokens, tags) |
| `korean_gsd()`, `korean_kaist()` | UD Korean: Splits | (tokens, tags) |
| `semcor()` | SemCor 3.0 with WordNet senses, `.document` | Occurrence |
| `senseval("line")` | hard, interest, line, serve: Splits | Occurrence |
| `coarsewsd("spring")` | CoarseWSD-20, one noun: Splits | Occurrence |
| `wordnet_senses()` | WordNet 3.0 senses of SemCor's lemmas | WordNetSense |
| `sms_spam()` | SMS Spam Collection without copies: Splits | (label, text) |
| `ag_news()` | AG News: Splits | (label, text) |
| `nsmc()` | Korean film reviews: Splits | (label, text) |
| `imdb()`, `sst(2)`, `sst(5)` | opinions on films: Splits | (label, text) |
| `wnut17()`; `entities(tags)` | named entities, IOB2: Splits | (tokens, tags) |
| `word_pairs("ws353")` | similarity of words: six sets | (word, word, score) |
| `analogies("en")`, `"ko"` | a is to b as c is to d | (group, a, b, c, d) |
| `gensim_file(pairs)` | pairs or analogies as a file for gensim -> its path | |
| `glove(50_000)` | GloVe 6B in 50 dimensions: gensim's KeyedVectors | |
| `wikitext2()` | WikiText-2, valid: Corpus | document -> sentence -> tokens |
| `wikipedia_sample()` | the articles of the perplexity ladder: Corpus | document -> ... |
| `simple_wiki(100_000)` | Simple Wikipedia, up to 2.5 million tokens: Corpus | document -> ... |
| `lee_news()` | news inside gensim: Corpus | document -> ... |
| `raw_text("nsmc_unlabelled")` | text to train on, eight sources, seven in Korean | line |

Occurrence(tokens, index, sense, lemma, pos, document, split, register, end): tokens[index:end] is
the word. A set without a published split is divided once, by a hash of the text (own_split), so
that copies of a text are never in two parts.
"""

from elmo_lite.corpora.examples import About, Examples, Occurrence, Splits, own_split
from elmo_lite.corpora.ours import (
    Sense,
    SentencePair,
    korean_verbs,
    our_headlines,
    our_messages,
    our_pairs,
    our_reviews,
    our_tagged,
    sense_inventory,
    senses,
)
from elmo_lite.corpora.public.classification import ag_news, imdb, nsmc, sms_spam, sst
from elmo_lite.corpora.public.fetch import Damaged, Missing
from elmo_lite.corpora.public.pos import entities, ewt, korean_gsd, korean_kaist, wnut17
from elmo_lite.corpora.public.running import raw_text, wikitext2
from elmo_lite.corpora.public.sense_sets import (
    WordNetSense,
    coarsewsd,
    semcor,
    senseval,
    wordnet_senses,
)
from elmo_lite.corpora.public.wordeval import analogies, gensim_file, glove, word_pairs
from elmo_lite.corpora.texts import Corpus, lee_news, simple_wiki, wikipedia_sample
