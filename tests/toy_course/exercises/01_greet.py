# %% [markdown]
# # Greet
# A tiny course, to show that the engine knows no exercise.

# %%
import torch


# %% task="double"
def double(x: torch.Tensor) -> torch.Tensor:
    """Twice `x`, same shape and dtype."""
    raise NotImplementedError("double")


# %% task="greet"
def greet(name: str) -> str:
    """`Hello, NAME!`"""
    raise NotImplementedError("greet")


# %% task="Counter"
class Counter:
    """Counts calls of `tick`."""

    def __init__(self) -> None:
        raise NotImplementedError("Counter")

    def tick(self) -> int:
        """One more; returns the count."""
        raise NotImplementedError("Counter")
