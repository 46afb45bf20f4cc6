"""The rules over flat integer arrays: plain Python that Numba can compile.

`layout` defines the arrays, `rules` which actions are legal and what they do, `knowledge` what a
seat may know. `lookup` and `chance` support them; `playout` and `perft` use them.
"""
