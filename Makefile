# Everything is installed into .venv, from pyproject.toml at the versions of requirements.lock.

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
UV := $(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps
# Without bytecode every process would compile the whole package anew, and the tests start many.
unexport PYTHONDONTWRITEBYTECODE
DEMO := demo/polyominoes

.PHONY: install compile demo test test-long test-all test-plain faults lint bench bench-smoke fuzz docs lock clean

install: .venv/installed

.venv/installed: pyproject.toml requirements.lock
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "enumino needs Python 3.11 or later: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	# uv unpacks the list in a fifth of the time that pip takes, and pip knows settings that uv does not
	# read. The list is complete, so nothing is looked for; bytecode comes as modules are imported.
	$(PIP) $$(grep '^uv==' requirements.lock) && $(UV) --requirements requirements.lock || \
	  $(PIP) --no-compile --no-deps --requirement requirements.lock
	$(UV) --editable . || $(PIP) --no-deps --editable .
	touch $@

# The main job: enumerate into Parquet, beside the published values; verify; draw; queries.
demo: install
	$(BIN)/enumino enumerate polyominoes --cells 1-12 --kind free --to $(DEMO)
	@echo
	$(BIN)/enumino verify $(DEMO)
	@echo
	$(BIN)/enumino show $(DEMO) --where "cells = 8 and symmetry != 'none'"
	@echo
	$(BIN)/enumino info $(DEMO) --queries

# A process more than there are cores, up to five: some wait for kernels that others compile, or for
# servers and clusters that they start.
WORKERS = $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
PARALLEL = --numprocesses $(WORKERS) --maxprocesses 5 --dist worksteal

# Kernels are compiled first, on all cores: tests that need the same one would wait for each other.
test: install compile
	$(BIN)/python -m pytest $(PARALLEL) -m "not long"

# What compiles anew, kills processes, takes the largest inputs, or lists much.
test-long: install
	$(BIN)/python -m pytest $(PARALLEL) -m long tests

# Both in one run, which collects the tests once; the long ones come first (tests/conftest.py), all
# of them or a share: SHARE=1/4 is the second of four.
SHARE ?= 0/1
test-all: install
	$(BIN)/python -m pytest $(PARALLEL) --share $(SHARE)

# All kernels, before tests need them: else processes wait for each other's.
compile: install
	$(BIN)/enumino compile --quiet

# The laws of the kernels with these run as plain Python, which checks every index; and with bounds
# checked, the matrices, whose boundaries fill their words where that takes too long.
SEARCHES := $(wildcard tests/enum/test_*.py) tests/enum/kernels tests/families/covers/test_problem.py \
  $(wildcard tests/families/*/counting)
MATRICES := tests/enum/kernels/matrices
test-plain: install
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest $(PARALLEL) -m "not slow and not long" $(SEARCHES)
	NUMBA_BOUNDSCHECK=1 $(BIN)/python -m pytest $(PARALLEL) -m "slow and not long" $(MATRICES)

# Every operation on files and every request to a server fails, and every eighth and sixth is the
# last; `make test` tries a fifth of these.
faults: install
	ENUMINO_STRIDE=1 $(BIN)/python -m pytest --override-ini faulthandler_timeout=0 tests/laws/test_faults.py

lint: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# One table a question, within 20 minutes on 2 cores: kept as benchmarks/recorded.json, which
# docs/performance.md and the README's figures are written from. Solvers of others are installed
# from PyPI into environments that are thrown away.
bench: install
	$(BIN)/python -m benchmarks --record

# Every benchmark on tiny problems: whether they work at all.
bench-smoke: install
	$(BIN)/python -m benchmarks --smoke

# Fresh random problems of each family against oracles, so many a test. EXAMPLES=5000 takes an hour
# or two on 2 cores. SEED=N tries those of another run again.
EXAMPLES ?= 500
SEED ?= $(shell date +%s)
fuzz: install
	@echo "fuzz: seed $(SEED), $(EXAMPLES) examples"
	ENUMINO_SEED=$(SEED) ENUMINO_EXAMPLES=$(EXAMPLES) $(BIN)/python -m pytest $(PARALLEL) -m "not long" \
	  --override-ini faulthandler_timeout=0 tests/fuzzing

# The variable silences an announcement of the theme's authors.
docs: install
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --site-dir site

# Choose newer versions of everything.
lock: install
	$(BIN)/uv pip compile pyproject.toml --universal --python-version 3.11 --upgrade --no-annotate \
	  --no-header --no-emit-index-url --no-emit-find-links --extra plot --extra print --extra query --extra oracle --group test --group lint \
	  --group docs --group install -o requirements.lock

clean:
	rm -rf .venv demo build dist site *.egg-info
