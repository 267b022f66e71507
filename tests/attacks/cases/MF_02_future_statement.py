# id: MF-02
# kind: malformed code
# where: load
# status: passed
from __future__ import annotations

del greet


# %%
def greet(name: Undefined) -> NeitherDefined:
    return f"Hello, {name}!"
