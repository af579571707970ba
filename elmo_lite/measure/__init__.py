"""The measurements behind data/results: what `evaluate` and `ladder` do, one file per experiment.

Commands (evaluate_*.py, ladder_command.py) open a results file (record.py, partial_record.py) and
hand it to the experiments. static_* are of chapters 03 to 06b, sense_* of 10 and 10b, pos_* and
tagged_set.py of 11, task_* and spam_inputs.py of 12 to 12c. pos_results.py and task_results.py read
the numbers back for the chapters.
"""
