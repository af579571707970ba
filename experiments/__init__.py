"""The measurements behind data/results: what the commands `evaluate` and `ladder` do.

An experiment is data (runner.Experiment): its settings, and how one of them becomes a row; one
runner measures what is missing in a results file. evaluate.py is the door; static.py
(chapters 03b to 06b), senses.py (10, 10b), pos.py (11) and tasks.py (12 to 12c) list the
experiments of an area. The ladder of 01, 02 and 08b is ladder.py, measured by ladder_command.py.
results.py reads the rows back for the chapters. What measures speed and quality is in bench;
development.py watches a training run.
"""
