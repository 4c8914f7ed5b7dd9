# Everything from a fresh clone: each target makes what it needs first.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
COMPILE := $(BIN)/uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes \
	--no-header --no-annotate --quiet --upgrade

WORDS := scorekeeper/translations

.PHONY: help install run test soak webkit lighthouse audit lint format bench pictures words lock clean

help:
	@echo "make install   prepare .venv from the lock"
	@echo "make run       serve on port 8000 (ARGS='--port 9000' passes options on)"
	@echo "make test      all tests, with a real browser and a real PostgreSQL (ARGS='tests/engine')"
	@echo "make soak      the same under load for minutes: many phones, thousands of made-up calls"
	@echo "make webkit    the pad in the iPhone's engine, WebKit, on a screen that nobody looks at"
	@echo "make lighthouse  what Lighthouse says of the series page on a phone"
	@echo "make audit     known holes in what the locks name (asks a public register)"
	@echo "make lint      ruff and mypy;  make format: put the code in shape"
	@echo "make bench     what everything costs, beside the least it could (ARGS=--large: 100,000 series)"
	@echo "make words     collect the sentences to translate; compile the catalogues"
	@echo "make pictures  the screenshots of the README, taken anew (ARGS=build/pictures: of every page)"
	@echo "make lock      the newest releases into requirements.txt and requirements-dev.txt"

install: .venv/run .venv/dev

run: .venv/run
	@$(BIN)/scorekeeper $(ARGS)

test: .venv/dev
	@$(BIN)/python -m tests.browser.chromium
	@$(BIN)/pytest --numprocesses 3 --dist worksteal $(ARGS)

# A run of its own that may take its time.
soak: .venv/dev
	@$(BIN)/pytest -m soak --timeout 1800 $(ARGS)

# The iPhone's engine, as far as it can be had here.
webkit: .venv/dev
	@$(BIN)/python -m tests.webkit.engine
	@$(BIN)/pytest -m webkit $(ARGS) tests/webkit

# Of one release, since each counts differently; asks a public register for it.
lighthouse: .venv/dev
	@test -x build/lighthouse/node_modules/.bin/lighthouse || \
		npm install --silent --no-audit --no-fund --prefix build/lighthouse lighthouse@12.2.3
	@$(BIN)/python -m tests.browser.chromium
	@$(BIN)/python -m tests.lighthouse build/lighthouse/node_modules/.bin/lighthouse

# The auditor is no part of the lock that it audits, and wants to be the newest.
audit: .venv/run
	@test -x build/audit/bin/pip-audit || { $(BIN)/python -m venv build/audit && \
		build/audit/bin/python -m pip --disable-pip-version-check --quiet install pip-audit; }
	build/audit/bin/pip-audit --strict --disable-pip --require-hashes --requirement requirements.txt \
		--requirement requirements-dev.txt

lint: .venv/dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

format: .venv/dev
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

pictures: .venv/dev
	@$(BIN)/python -m tests.pictures $(ARGS)

bench: .venv/dev
	@$(BIN)/python -m tests.load.bench $(ARGS)

# All sentences of code and templates into the catalogues, and those into what the program reads.
words: .venv/dev
	@mkdir -p build
	@$(BIN)/pybabel --quiet extract --mapping-file pyproject.toml --no-location \
		--project scorekeeper --version 'of this checkout' --msgid-bugs-address '' \
		--output-file build/messages.pot .
	@$(BIN)/pybabel --quiet update --input-file build/messages.pot --output-dir $(WORDS) \
		--ignore-pot-creation-date --no-fuzzy-matching --ignore-obsolete
	@$(BIN)/pybabel --quiet compile --directory $(WORDS) --statistics

lock: .venv/run
	$(PIP) install uv
	$(COMPILE) --group build --output-file requirements.txt
	$(COMPILE) --group dev --constraint requirements.txt --output-file requirements-dev.txt

clean:
	rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis

# A stamp per lock, so that playing needs no test tools. The project itself goes in without
# dependencies and without a build of its own that would fetch what no hash vouches for.
.venv/run: requirements.txt pyproject.toml | .venv/bin/python
	$(PIP) install --require-hashes --requirement requirements.txt
	$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

.venv/dev: requirements-dev.txt .venv/run
	$(PIP) install --require-hashes --requirement requirements-dev.txt
	@touch $@

.venv/bin/python:
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is needed; name it with make PYTHON=/path/to/python3.11"; exit 1; }
	"$(PYTHON)" -m venv .venv
