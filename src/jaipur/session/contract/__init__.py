"""The contract between a table and its clients: every request and response type, defined once.

The session creates these values. A client in the same process gets the objects themselves; a server
sends them as JSON. The OpenAPI document, the page's types and the terminal's validation of server
responses are all generated from these types.
"""
