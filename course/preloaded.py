"""What the fork server of a batch imports for its workers: the engine, and torch with it.

The collector's passes over all that torch makes would take a fifth of the import, and its passes in
the workers would copy memory that they share.
"""

import gc

gc.disable()
import course.grading  # noqa: F401

gc.freeze()
gc.enable()
