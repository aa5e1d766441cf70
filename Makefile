# Each task sets up what it needs first; what is there already costs under a second.
# Everything runs from this folder, so paths are relative and may hold spaces above it.

.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory
SHELL := /bin/sh

ifndef PYTHON
PYTHON = $(or $(shell for name in python3 python3.14 python3.13 python3.12 python3.11; do \
  $$name -c "" 2>/dev/null && echo $$name && break; done),python3)
endif
BOOKINGS ?= 10000
UPGRADE ?=
PART ?=
DRILLS ?=
KILLS ?= 200
SHORT ?=

READY := ready-run ready-check ready-unit ready-test

.PHONY: $(READY) help run test test-python test-web test-e2e check format bench drill drill-cluster seed \
  lock clean

help: ## list these tasks
	@echo "Summerstow: make TASK"
	@awk 'BEGIN { FS = ":.*## " } /^[a-z0-9-]+:.*## / { printf "  %-14s %s\n", $$1, $$2 }' Makefile

run seed: export SUMMERSTOW_DEMO ?= 1
# Threads that share a heap give its memory back: a password takes 19 MB for a moment.
run: export MALLOC_ARENA_MAX ?= 2

run: ready-run ## set up, build and serve with demo data on http://localhost:8000 (or PORT)
	@exec .venv/bin/python -m summerstow serve

test: ready-test ## set up with the test tools, then run every test there is
	@exec .venv/bin/python -m tools.suites test

test-python: ready-unit ## only the Python tests
	@exec .venv/bin/python -m tools.suites python

test-web: ready-unit ## only the TypeScript tests
	@exec .venv/bin/python -m tools.suites web

test-e2e: ready-test ## only the browser journeys
	@exec .venv/bin/python -m tools.suites e2e

check: ready-check ## formatting, lint, types, import directions, repository rules
	@exec .venv/bin/python -m tools.suites check

format: ready-check ## format and mend what can be mended by itself, Python and TypeScript
	@.venv/bin/ruff format . && .venv/bin/ruff check --fix . && cd web && npm run --silent fix

bench: ready-test ## measure the performance budgets (PART=server or PART=pages: one half)
	@exec .venv/bin/python -m bench $(PART)

drill: ready-unit ## break the product on purpose and count what is left (DRILLS="kills mail" SHORT=1 KILLS=300)
	@exec .venv/bin/python -m drills $(DRILLS) --kills $(KILLS) $(if $(SHORT),--short)

drill-cluster: ready-unit ## kill each part of a Patroni cluster behind Caddy (SHORT=1: the main ones)
	@exec .venv/bin/python -m drills cluster $(if $(SHORT),--short)

seed: ready-run ## add past seasons to the demo data (BOOKINGS=10000, three in ten as many customers)
	@exec .venv/bin/python -m summerstow seed --bookings "$(BOOKINGS)"

lock: ready-check ## write the lock files anew (UPGRADE=1 takes newer versions)
	@exec .venv/bin/python -m tools.lock $(if $(UPGRADE),--upgrade)

clean: ## remove what set-up and tests made; the data folder stays
	rm -rf .venv web/node_modules web/build web/.react-router web/test-results web/playwright-report
	rm -rf .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find bench drills summerstow tests tools -type d -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

# What each task needs, by tools/profiles.py.
$(READY):
	@command -v "$(PYTHON)" >/dev/null 2>&1 || { echo "Summerstow needs Python 3.11 or newer and" \
	  "finds no $(PYTHON): install one (Debian, Ubuntu: sudo apt-get install python3 python3-venv)," \
	  "or name one: make PYTHON=/path/to/python3.12 run" >&2; exit 1; }
	@exec "$(PYTHON)" -m tools.setup $(@:ready-%=%)
