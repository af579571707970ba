"""The lab: the measurements behind data/results, `python course.py measure`.

A script has one function for each of its experiments, with a loop over the rows that are missing:
pos.py (chapter 11), senses.py (10, 10b, 14, on the sets of sense_set.py), ledger.py (the ladder of
controls) and korean.py (13, 13b). store.py keeps the rows of a file as they are measured, and gives
a script its command.

The others describe an experiment as data (runner.Experiment) that one runner measures; evaluate.py
is their door: static.py (chapters 03b to 06b), tasks.py (12 to 12c) and published.py (14). The
ladder of 01, 02 and 08b is ladder.py, measured by ladder_command.py. What measures speed and
quality is in bench; development.py watches a training run.

notebooks/course/results.py reads the rows back for the chapters.
"""
