"""The terminal: a client of tables, in this process or on a server, drawn or line by line."""
