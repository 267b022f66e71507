"""What the fork server of a batch imports for its workers: the engine with torch, and what the units want beside it.

The collector's passes over all that torch makes would take a fifth of the import, and its passes in
the workers would copy memory that they share.
"""

import contextlib
import gc
import importlib
import os

NAMES = "COURSE_PRELOAD"  # of the environment: modules, with commas between

gc.disable()
for name in ("course.grading", *filter(None, os.environ.get(NAMES, "").split(","))):
    with contextlib.suppress(Exception):  # a torch that is broken is told by each job, in a sentence
        importlib.import_module(name)
gc.freeze()
gc.enable()
