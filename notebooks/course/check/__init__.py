"""Answer checks for the exercises: `checks.ch01_ex2(your_function)` says what is right or wrong.

One file per chapter, which imports its own: `from notebooks.course.check import ch01 as checks`.
"""
