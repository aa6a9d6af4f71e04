# make play, make test: everything else is for developers. Each sets up what it needs by itself.
VENV ?= .venv
BIN := $(VENV)/bin
EXTRAS ?= dev
WORKERS ?= 2

.PHONY: play test torture bench tune lint mutants recordings clean

play: $(VENV)/ready
	$(BIN)/marbletop play

test: $(VENV)/ready
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadgroup $(TESTS)

torture: $(VENV)/ready
	$(BIN)/python -m tests.server.torture $(KILLS)

bench: $(VENV)/ready
	$(BIN)/python -m benchmarks $(BENCH)
	$(BIN)/python -m benchmarks.server

tune: $(VENV)/ready
	$(BIN)/python -m benchmarks.tune $(GAME)

lint: $(VENV)/ready
	$(BIN)/ruff check .
	$(BIN)/mypy marbletop

mutants: $(VENV)/ready
	$(BIN)/python -m tests.mutants $(GAME)

recordings: $(VENV)/ready
	$(BIN)/python -m tests.games.renew_recordings $(GAME)

$(VENV)/ready: pyproject.toml constraints.txt
	python3 -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[$(EXTRAS)]'
	touch $@

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache
