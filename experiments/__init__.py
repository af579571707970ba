"""The lab: the measurements behind data/results, `python course.py measure`.

A script has one function for each of its experiments, with a loop over the rows that are missing:
static.py (chapters 03b to 07b, with static_*.py), pos.py (11), senses.py (10, 10b, 14, on the sets
of sense_set.py), ledger.py (the ladder of controls), tasks.py (12 to 12c, with task_*.py),
korean.py (13, 13b), published.py (14) and ladder.py (01, 02, 08b). store.py keeps the rows of a
file as they are measured, and gives a script its command; inputs.py reads what several of them
need. What measures speed and quality is in bench; development.py watches a training run.

A clone and public sets are enough (elmo_lite/corpora says where each is), but for text to train on.
Of English, static.py and bench take a text of your own; the Korean texts of static.py and the film
reviews without labels are those of corpora.raw_text, which have no public address.

notebooks/course/results.py reads the rows back for the chapters.
"""
