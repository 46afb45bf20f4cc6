"""The rules over flat integer arrays: plain Python that Numba can compile.

`layout` says where everything lies, `rules` what may be done and what it does, `knowledge` what a
seat may know, `tables` and `chance` serve them, `playout` and `perft` use them.
"""
