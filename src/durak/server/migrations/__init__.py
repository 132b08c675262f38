"""Steps that bring an older store to the newest shape; run when a server starts."""
