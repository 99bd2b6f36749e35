"""Rule sets, maps and layouts: reading them, checking them, and compiling a board for the kernels.

What belongs here: what a key of a data file means (`schema`), where it stands in its file (`places`), finding and
merging files (`loading`), every complaint about them at once (`checking`), the resolved pair of a rule set and a map
with its hash and its names (`resolved`), the board record (`board`, filled by `compiling`), and the differences between
two rule sets for people (`differences`).

What does not: anything that happens during a game. Importing this room is cheap; only a board needs NumPy.
"""
