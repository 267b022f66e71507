"""PyTorch quickstart: an auto-graded course, and the engine that marks it."""

__version__ = "0.1.0"
