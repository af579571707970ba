"""The figures of the course: one file per chapter, `common` for those of several chapters.

A chapter says `from notebooks.course.plots import ch03 as plots`, and `plots.pair_grid(...)`
draws. Each function returns its Axes. `style` holds the look of all figures.
"""

from notebooks.course.plots import style

style.use()  # before the first figure, whichever file it comes from
