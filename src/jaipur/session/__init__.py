"""Tables, independent of any user interface: commands go in, events and projections come out."""
