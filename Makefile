# Everything sets itself up: python3, make and a package registry are enough.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/pip install -qq --disable-pip-version-check --constraint constraints.txt
SPEC   := pyproject.toml constraints.txt

.DEFAULT_GOAL := help
.PHONY: help demo drive test lint drivers bench docs fuzz clean

help:  ## show what can be made
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 10

$(BIN)/python:
	@echo "Creating $(VENV) with $$($(PYTHON) --version) ..."
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.core: $(SPEC) | $(BIN)/python
	@echo "Installing Seahaven and its libraries (a minute or two, once) ..."
	@$(PIP) --editable .
	@touch $@

# One stamp per extra, so that `make demo` does not wait for the linters.
$(VENV)/.%: $(SPEC) $(VENV)/.core
	@echo "Installing what '$*' needs ..."
	@$(PIP) --editable '.[$*]'
	@touch $@

demo: $(VENV)/.core  ## play the best show the project has; the result is in out/demo
	@echo "Playing a study of rear-end collisions, 25 miles long (the first time it compiles, which takes three minutes more) ..."
	@$(BIN)/seahaven play examples/rear_end.study.yaml --out out/demo --force
	@echo "Open out/demo/report.html, and out/demo/replay.html#situation=1 for the first situation."
	@echo "To sit down and drive the same study yourself: make drive"

drive: $(VENV)/.studio  ## sit down in the browser and drive the study of the demo yourself
	@echo "Open the address below and drive with the arrow keys. The drive is yours when the page has loaded; Ctrl-C ends it."
	@$(BIN)/seahaven studio examples/rear_end.study.yaml --drive

test: $(VENV)/.dev $(VENV)/.bench $(VENV)/.learning $(VENV)/.studio $(VENV)/.federation  ## run the tests on all cores
	@$(BIN)/pytest --numprocesses auto

lint: $(VENV)/.dev $(VENV)/.bench $(VENV)/.learning $(VENV)/.studio $(VENV)/.federation  ## check style, types and architecture
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo
	@$(BIN)/python tools/rooms.py

drivers: examples/drivers/route_driver  ## build the reference driver in C

examples/drivers/route_driver: examples/drivers/route_driver.c examples/drivers/seat.c examples/drivers/seat.h
	@$(CC) -std=c99 -O2 -Wall -Wextra -o $@ $(filter %.c,$^) -lm

bench: $(VENV)/.bench $(VENV)/.studio $(VENV)/.federation  ## measure against the peers
	@for name in kernel hcsm roads traffic realism direction seat studio learning; do $(BIN)/seahaven bench $$name; done

docs: $(VENV)/.docs  ## build the documentation into docs/_build/html
	@$(BIN)/sphinx-build --quiet --fail-on-warning --builder html docs docs/_build/html
	@echo "Open docs/_build/html/index.html"

fuzz: $(VENV)/.dev $(VENV)/.bench  ## property tests a hundred times longer, then random machines until Ctrl-C (or MINUTES=30)
	@HYPOTHESIS_PROFILE=fuzz $(BIN)/pytest --numprocesses auto --timeout 7200 -m hypothesis
	@$(BIN)/python -m tests.hcsm.fuzz --date "$$(date -u +%F)" $(if $(MINUTES),--minutes $(MINUTES))

clean:  ## remove what was built
	rm -rf $(VENV) out docs/_build .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
