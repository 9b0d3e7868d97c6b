# Everything runs in a virtual environment that the first command makes.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
VARIANT ?= eight-off
COUNT ?= 200
# JSON=FILE on a measuring target writes its figures there too; DEALS=N takes fewer deals.
JSON ?=
DEALS ?=

.DEFAULT_GOAL := help

.PHONY: help
help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1|\2/' | \
		while IFS='|' read -r name what; do printf '%-18s %s\n' "$$name" "$$what"; done
	@echo
	@echo '  VARIANT=seahaven and COUNT=50 choose the pack of "make play".'

.PHONY: play
play: $(VENV)/play.stamp ## prove a pack, start the simulated board, play, sync the results
	@$(BIN)/eightoff play $(VARIANT) --count $(COUNT)

.PHONY: test
test: $(VENV)/test.stamp lint ## every test and the linters
	$(BIN)/python -m pytest

.PHONY: lint
lint: $(VENV)/test.stamp ## linters and the type checker
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

.PHONY: heap
heap: $(VENV)/test.stamp ## smallest heap in which a scripted game runs
	@$(BIN)/python tools/heap.py $(if $(JSON),--json "$(JSON)")

.PHONY: timing
timing: $(VENV)/test.stamp ## how long making, pushing and syncing a pack take
	@$(BIN)/python tools/timing.py $(if $(JSON),--json "$(JSON)")

.PHONY: bench
bench: $(VENV)/test.stamp ## our solvers and fc-solve on the same deals
	@$(BIN)/python tools/bench.py $(if $(JSON),--json "$(JSON)") $(if $(DEALS),--deals $(DEALS))

.PHONY: difficulty
difficulty: $(VENV)/test.stamp ## show what the levels of difficulty hold: docs/difficulty.md (minutes)
	@$(BIN)/python tools/difficulty.py --out docs/difficulty.md $(if $(DEALS),--deals $(DEALS))

.PHONY: verdicts
verdicts: $(VENV)/test.stamp ## decide all deals whose verdicts are known, and compare (minutes)
	@$(BIN)/python tools/verdicts.py $(if $(DEALS),--deals $(DEALS))

.PHONY: screens
screens: $(VENV)/play.stamp ## draw the pictures of the README with the real screen code
	@$(BIN)/python tools/screens.py

.PHONY: generated
generated: $(VENV)/test.stamp ## make the generated files again: glyphs and perft counts
	$(BIN)/python tools/glyphs.py
	cd tests && ../$(BIN)/python -m reference.write_perft

.PHONY: clean
clean: ## remove the virtual environment and caches
	rm -rf $(VENV) build dist .pytest_cache .ruff_cache .mypy_cache

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null || \
		{ echo 'Python 3.10 or newer is needed: install it, or say PYTHON=/path/to/python3.'; exit 2; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || \
		{ echo 'The Python module venv is missing: install it (Debian, Ubuntu: apt install python3-venv).'; exit 2; }
	@echo 'Setting up a virtual environment in $(VENV) ...'
	@$(PYTHON) -m venv $(VENV)

$(VENV)/play.stamp: pyproject.toml | $(VENV)/bin/python
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[simulator]'
	@touch $@

$(VENV)/test.stamp: pyproject.toml | $(VENV)/bin/python
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[simulator,test]'
	@touch $@ $(VENV)/play.stamp
