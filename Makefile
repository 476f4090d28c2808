# make install   .venv with everything, at the versions of requirements.lock
# make test      the tests of every day, after the kernels are compiled; make test-all has the slow ones too
# make lint      what a change must look like; make docs builds the pages
# make demo      lists, verifies and draws the polyominoes of 1 to 12 cells

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
DEMO := demo/polyominoes
# Without bytecode every process would compile the whole package anew, and the tests start many.
unexport PYTHONDONTWRITEBYTECODE
# A process more than there are cores, up to five: some wait for servers and clusters that they start.
PYTEST = $(BIN)/python -m pytest --dist worksteal --maxprocesses 5 \
  --numprocesses $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)

.PHONY: install compile demo test test-all test-plain test-lowest faults fuzz lint bench docs dist lock clean

install: .venv/installed

.venv/installed: pyproject.toml requirements.lock
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "enumino needs Python 3.11: make PYTHON=python3.12")'
	$(PYTHON) -m venv .venv
	$(PIP) $$(grep '^uv==' requirements.lock)
	# uv takes a fifth of pip's time, and pip knows settings that uv does not read.
	$(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps -r requirements.lock -e . || \
	  $(PIP) --no-deps -r requirements.lock -e .
	touch $@

# Tests that need the same kernel would compile it side by side.
compile: install
	$(BIN)/enumino compile --quiet

demo: install
	$(BIN)/enumino enumerate polyominoes --cells 1-12 --kind free --to $(DEMO)
	$(BIN)/enumino verify $(DEMO)
	$(BIN)/enumino show $(DEMO) --where "cells = 8 and symmetry != 'none'"
	$(BIN)/enumino info $(DEMO)

# TESTS="tests/cli tests/run" runs some. A share of the slow ones: SHARE=1/4 is the second of four.
SHARE ?= 0/1
test: install compile
	$(PYTEST) -m "not slow" $(TESTS)

test-all: install compile
	$(PYTEST) --share $(SHARE) $(TESTS)

# The laws of the kernels as plain Python, which checks every index; the matrices with checked bounds.
test-plain: install
	NUMBA_DISABLE_JIT=1 $(PYTEST) -m "not slow and not compiled" $(wildcard tests/enum/test_*.py) \
	  tests/enum/kernels tests/families/covers/test_problem.py
	NUMBA_BOUNDSCHECK=1 $(PYTEST) -m "not slow" tests/enum/kernels/matrices

# The oldest versions that pyproject.toml allows, in an environment of their own. Old packages warn of
# newer ones that they use.
OLD := .venv-lowest
test-lowest: install
	$(BIN)/uv venv --quiet --clear --python $(BIN)/python $(OLD)
	$(BIN)/uv pip install --quiet --python $(OLD)/bin/python --resolution lowest-direct --group test \
	  -e '.[query,plot,print]'
	$(OLD)/bin/python -m pytest -m "not slow" -W ignore::DeprecationWarning tests/datasets/queries \
	  tests/datasets/test_object_stores.py tests/plots

# Every operation on files and every request to a server fails, of which `make test` tries some.
faults: install
	ENUMINO_STRIDE=1 $(BIN)/python -m pytest --override-ini faulthandler_timeout=0 tests/laws/test_faults.py

# Fresh random problems against oracles: EXAMPLES=5000 SEED=1.
EXAMPLES ?= 500
SEED ?= $(shell date +%s)
fuzz: install
	@echo "fuzz: seed $(SEED), $(EXAMPLES) examples"
	ENUMINO_SEED=$(SEED) ENUMINO_EXAMPLES=$(EXAMPLES) $(PYTEST) -m "not slow" --override-ini faulthandler_timeout=0 tests/fuzzing

lint: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# One table a question; SMOKE=--smoke tries each on tiny problems.
bench: install
	$(BIN)/python -m benchmarks $(SMOKE)

# The variable silences an announcement of the theme's authors.
docs: install
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --site-dir site

# The wheel and the sdist, which tests/test_packaging.py installs and tries.
dist: install
	$(BIN)/python -m hatchling build -d dist

# Newer versions of everything.
lock: install
	$(BIN)/uv pip compile pyproject.toml --universal --python-version 3.11 --upgrade --no-annotate \
	  --no-header --no-emit-index-url --no-emit-find-links --extra plot --extra print --extra query \
	  --extra oracle --group test --group lint --group docs --group install -o requirements.lock

clean:
	rm -rf .venv demo build dist site *.egg-info
