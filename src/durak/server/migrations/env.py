"""Run by alembic: brings the connection that the store hands over to the newest shape."""

from alembic import context

from durak.server.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
