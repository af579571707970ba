"""Texts to count, train and measure on, each with its licence, its citation and its state.

A set is looked for in the folder that ELMO_LITE_DATA names, then in the cache, then downloaded
(fetch.py). If it is nowhere, fetch.Missing says in one sentence what to do. Where a loader takes
or_ours=True, a text written for this course then replaces it; .name and .state say which one it is,
and belong beside every score. Public text is data to measure on: never print it into a notebook.

Examples and Splits are what loaders return. Examples is a list that carries name, licence,
citation, state and counts; Splits has .train, .dev, .test and the same facts.

| loader | what | one example |
|---|---|---|
| `senses("en")`, `"ko"` | our treebank of word senses, `.split` is train or test | Occurrence |
| `sense_inventory("en")`, `"ko"` | its senses with glosses | Sense(lemma, sense, pos, gloss, ...) |
| `our_tagged("train", "en")` | its sentences with UPOS: train, dev, test | (tokens, tags) |
| `our_messages()` | our messages, ham or spam: Splits | (label, text) |
| `our_headlines()` | our news titles, four topics: Splits | (label, text) |
| `our_reviews()` | our Korean film reviews: Splits | (label, text) |
| `korean_verbs()` | our sentences with forms of 모르다 and its kin | text |
| `ewt("train")` + or_ours | UD English-EWT: train, dev, test | (tokens, tags) |
| `korean_gsd()`, `korean_kaist()` + or_ours | UD Korean: Splits | (tokens, tags) |
| `brown()`, `brown("news")` | Brown corpus, its own tags; `short_tag(tag)` | (tokens, tags) |
| `masc()` | MASC with PTB tags | (tokens, tags) |
| `semcor()` + or_ours | SemCor 3.0 with WordNet senses, `.document` | Occurrence |
| `masc_noad()` + or_ours | MASC with NOAD senses | Occurrence |
| `senseval("line")` + or_ours | hard, interest, line, serve: Splits | Occurrence |
| `coarsewsd("spring")` + or_ours | CoarseWSD-20, one noun: Splits | Occurrence |
| `wordnet_senses()` | WordNet 3.0 senses of SemCor's lemmas | WordNetSense |
| `sms_spam()` + or_ours | SMS Spam Collection without copies: Splits | (label, text) |
| `ag_news()` + or_ours | AG News: Splits | (label, text) |
| `nsmc()` + or_ours | Korean film reviews: Splits | (label, text) |
| `imdb()`, `sst(2)`, `sst(5)`, `sentence_polarity()` | opinions on films: Splits | (label, text) |
| `wnut17()`, `klue_ner("eojeol")` | named entities, IOB2: Splits | (tokens, tags) |
| `word_pairs("ws353")` | similarity of words: seven sets | (word, word, score) |
| `analogies("en")`, `"ko"` | a is to b as c is to d | (group, a, b, c, d) |
| `gensim_file(pairs)` | pairs or analogies as a file for gensim -> its path | |
| `glove(50_000)` | GloVe 6B in 50 dimensions: gensim's KeyedVectors | |
| `wikitext2("valid")` | WikiText-2: Corpus | document -> sentence -> tokens |
| `wikipedia_sample()`, `lee_news()` | running text inside gensim: Corpus | document -> ... |
| `raw_text("novels_1890")` | text to train on, 20 sources, 5 in Korean | line |

Occurrence(tokens, index, sense, lemma, pos, document, split, register, end): tokens[index:end] is
the word. A set without a published split is divided once, by a hash of the text (own_split), so
that copies of a text are never in two parts.
"""

from elmo_lite.corpora.classification import ag_news, imdb, nsmc, sentence_polarity, sms_spam, sst
from elmo_lite.corpora.corpus import Corpus
from elmo_lite.corpora.examples import About, Examples, Occurrence, Splits, own_split
from elmo_lite.corpora.fetch import Damaged, Missing
from elmo_lite.corpora.ner import by_eojeol, entities, klue_ner, wnut17
from elmo_lite.corpora.ours import (
    Sense,
    korean_verbs,
    our_headlines,
    our_messages,
    our_reviews,
    our_tagged,
    sense_inventory,
    senses,
)
from elmo_lite.corpora.pos import brown, ewt, korean_gsd, korean_kaist, masc, short_tag
from elmo_lite.corpora.raw import raw_text, wikitext2
from elmo_lite.corpora.running import lee_news, wikipedia_sample
from elmo_lite.corpora.sense_formats import WordNetSense
from elmo_lite.corpora.sense_sets import coarsewsd, masc_noad, semcor, senseval, wordnet_senses
from elmo_lite.corpora.wordeval import analogies, gensim_file, glove, word_pairs
