"""The measurements behind data/results: what the commands `evaluate` and `ladder` do.

evaluate.py is the door. Behind it each evaluate_*.py opens a results file (record.py,
partial_record.py) and hands it to its experiments: static_* for chapters 03b to 06b, sense_* for 10
and 10b, pos_* and tagged_set.py for 11, task_* and spam_inputs.py for 12 to 12c. The ladder of
01, 02 and 08b is ladder.py, measured by ladder_command.py with ladder_nnlm.py and ladder_bilm.py.
pos_results.py and task_results.py read the numbers back for the chapters. What measures speed,
memory and quality is in bench.
"""
