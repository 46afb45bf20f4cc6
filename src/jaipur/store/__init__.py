"""The store: events of tables, devices and bans, but nothing that can be derived from them."""
