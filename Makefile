# Everything sets itself up: `make demo` or `make test` on a fresh clone, nothing else before.

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready

.PHONY: demo test attacks validate wheel bench clean

demo: $(READY)
	$(BIN)/course demo
	$(BIN)/course demo --class

test: $(READY) browser
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest

attacks: $(READY)
	$(BIN)/pytest -m "" tests/test_attacks.py tests/test_attack_files.py tests/test_ordinary_user.py tests/test_faults.py

browser:
	scripts/install-browser.sh

validate: $(READY)
	$(BIN)/course validate

wheel: $(READY)
	$(BIN)/python -m build --wheel --no-isolation

bench: $(READY)
	$(BIN)/python -m benchmarks

$(READY): pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $(READY)

clean:
	rm -rf .venv build dist
