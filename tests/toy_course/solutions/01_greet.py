# %% [markdown]
# # Greet
# A tiny course, to show that the engine knows no exercise.

# %%
import torch


# %% task="double"
def double(x: torch.Tensor) -> torch.Tensor:
    """Twice `x`, same shape and dtype."""
    ### BEGIN SOLUTION
    return x * 2
    ### END SOLUTION


# %% task="greet"
def greet(name: str) -> str:
    """`Hello, NAME!`"""
    ### BEGIN SOLUTION
    return f"Hello, {name}!"
    ### END SOLUTION


# %% task="Counter"
class Counter:
    """Counts calls of `tick`."""

    def __init__(self) -> None:
        ### BEGIN SOLUTION
        self.count = 0
        ### END SOLUTION

    def tick(self) -> int:
        """One more; returns the count."""
        ### BEGIN SOLUTION
        self.count += 1
        return self.count
        ### END SOLUTION
