"""A table to play at: messages, tables, their store, guests, HTTP and WebSocket.

No rule of the game lives here. A table's words travel from a connection to the table's one writer,
from there to the store, and only then, as each seat may see them, to everybody.
"""
