"""What is kept: the events of every table, who holds which seats; nothing that can be derived."""
