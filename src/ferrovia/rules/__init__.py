"""Rule sets, maps and layouts: reading and checking them, and compiling a board for the kernels.

In this room: the meaning of each key of a data file (`schema`), reading files with the line of each key (`files`),
complaints about them (`checks`), the resolved pair of a rule set and a map with its hash and its names (`resolved`),
the board record (`board`, filled by `compiling`), and the differences between two rule sets (`differences`).

Not in this room: anything that happens during a game. Importing it is cheap; only a board needs NumPy.
"""
