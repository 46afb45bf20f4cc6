"""One table's command handling, free of any shell: commands in, events and what is seen out."""
