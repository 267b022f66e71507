"""nbgrader's gradebook, kept open while many students are fed to it.

nbgrader opens its gradebook some nine times for each student: each time it makes a database engine, looks for
all its tables, compiles its queries anew, and commits after each cell. That was more than half of the cost of feeding
a student. Here all that happens to one student is one transaction.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any


class OpenDatabase:
    """One database's engine and connection, which many gradebooks share, one after the other."""

    def __init__(self, engine: Any) -> None:
        self.engine = engine
        self.connection = engine.connect()
        self.courses: set[str] = set()  # known to be there

    def session(self) -> Any:
        """A session as nbgrader makes it, but its commits only flush; `save` commits."""
        from sqlalchemy.orm import scoped_session, sessionmaker

        if not self.connection.in_transaction():
            self.connection.begin()
        maker = sessionmaker(
            autoflush=True, bind=self.connection, future=True, expire_on_commit=False,
            join_transaction_mode="rollback_only",
        )  # fmt: skip
        return scoped_session(maker)

    def close(self) -> None:
        """Gives the connection back; what is not saved is lost."""
        self.connection.close()
        self.engine.dispose()


class OpenDatabases:
    """What was opened, by its address."""

    def __init__(self) -> None:
        self.by_url: dict[str, OpenDatabase] = {}

    def save(self) -> None:
        """Commits what was written since the last time."""
        for database in self.by_url.values():
            database.connection.commit()

    def undo(self) -> None:
        """Forgets what was written since the last time."""
        for database in self.by_url.values():
            database.connection.rollback()
            database.courses.clear()


@contextlib.contextmanager
def kept_open() -> Iterator[OpenDatabases]:
    """Within this, all gradebooks of one database share a transaction, which ends by what is yielded.

    Each still has a session of its own, so that it reads what the one before it wrote. Not for use by several
    threads at once: it replaces two methods of nbgrader's class meanwhile.
    """
    from nbgrader.api import Gradebook

    databases = OpenDatabases()
    opened, closed = Gradebook.__init__, Gradebook.close

    def __init__(
        self: Any, db_url: str, course_id: str = "default_course", authenticator: Any = None
    ) -> None:
        if db_url not in databases.by_url:
            opened(self, db_url, course_id, authenticator)  # makes the tables if they are not there
            self.db.remove()
            databases.by_url[db_url] = OpenDatabase(self.engine)
        database = databases.by_url[db_url]
        self.engine = database.engine
        self.db = database.session()  # lives for one step of nbgrader's, in which nobody else writes
        if course_id not in database.courses:
            self.check_course(course_id=course_id)
            database.courses.add(course_id)
        self.course_id = course_id
        self.authenticator = authenticator

    def close(self: Any) -> None:
        self.db.remove()

    Gradebook.__init__, Gradebook.close = __init__, close
    try:
        yield databases
    finally:
        Gradebook.__init__, Gradebook.close = opened, closed
        for database in databases.by_url.values():
            database.close()


__all__ = ["kept_open"]
