"""The contract: everything a table tells and everything it is told, typed here and nowhere else.

The session makes these values; a client in this process is handed them as they are, and a server
writes them as JSON. The server's description (OpenAPI), the page's types and the check of what a
server sent to a terminal are all made from these types.
"""
