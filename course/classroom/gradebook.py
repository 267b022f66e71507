"""nbgrader's gradebook, kept open while many students are fed to it.

nbgrader opens its gradebook some nine times for each student: each time it makes a database engine, looks for
all its tables, and compiles its queries anew. That was half of the cost of feeding a student.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any


@contextlib.contextmanager
def kept_open() -> Iterator[None]:
    """Within this, all gradebooks of one database share an engine. Each still has a session of its own.

    Not for use by several threads at once: it replaces two methods of nbgrader's class meanwhile.
    """
    from nbgrader.api import Gradebook
    from sqlalchemy.orm import scoped_session, sessionmaker

    engines: dict[str, Any] = {}
    opened, closed = Gradebook.__init__, Gradebook.close

    def __init__(
        self: Any, db_url: str, course_id: str = "default_course", authenticator: Any = None
    ) -> None:
        if db_url not in engines:
            opened(self, db_url, course_id, authenticator)  # makes the tables if they are not there
            engines[db_url] = self.engine
            return
        self.engine = engines[db_url]
        maker = sessionmaker(autoflush=True, bind=self.engine, future=True, expire_on_commit=False)
        self.db = scoped_session(maker)  # lives for one step of nbgrader's, in which nobody else writes
        self.check_course(course_id=course_id)
        self.course_id = course_id
        self.authenticator = authenticator

    def close(self: Any) -> None:
        self.db.remove()

    Gradebook.__init__, Gradebook.close = __init__, close
    try:
        yield
    finally:
        Gradebook.__init__, Gradebook.close = opened, closed
        for engine in engines.values():
            engine.dispose()
