"""The store's one writer: a thread that does what it is given in order and commits in batches."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Final

from sqlalchemy import Connection, Engine

BATCH: Final = 256
"""At most so many pieces of work in one commit."""

Work = Callable[[Connection], None]


class StoreError(Exception):
    """Something could not be stored or read; nothing of it happened."""


class Writer:
    """Does each piece of work whole or not at all; its future resolves after the commit."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._queue: queue.SimpleQueue[tuple[Work, Future[None]] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="durak-store", daemon=True)
        self._thread.start()

    def put(self, work: Work) -> Future[None]:
        """Have work done. The future fails with ``StoreError`` when it was not."""
        done: Future[None] = Future()
        done.set_running_or_notify_cancel()  # nobody can call stored work off
        if self._thread.is_alive():
            self._queue.put((work, done))
        else:
            done.set_exception(StoreError("the store is closed"))
        return done

    def close(self) -> None:
        """Finish what was given and stop."""
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        stopping = False
        while not stopping:
            batch: list[tuple[Work, Future[None]]] = []
            item = self._queue.get()
            while item is not None:
                batch.append(item)
                if len(batch) == BATCH:
                    break
                try:
                    item = self._queue.get_nowait()
                except queue.Empty:
                    break
            stopping = item is None
            if batch:
                self._store(batch)

    def _store(self, batch: list[tuple[Work, Future[None]]]) -> None:
        """One commit for all; when that fails, one for each, so that only the faulty work fails."""
        try:
            with self._engine.begin() as connection:
                for work, _ in batch:
                    work(connection)
        except Exception as error:  # whatever it is, it belongs to whoever gave the work
            if len(batch) > 1:
                for item in batch:
                    self._store([item])
                return
            failure = StoreError(f"not stored: {type(error).__name__}")
            failure.__cause__ = error
            batch[0][1].set_exception(failure)
        else:
            for _, done in batch:
                done.set_result(None)
