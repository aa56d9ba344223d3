# lastmove: what a developer or a user runs. `make` alone prints this list.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.built
SOURCES := $(shell find native -name '*.rs' -o -name Cargo.toml) Cargo.toml

.PHONY: help demo test test-long lint bench clean build system

help: ## print this list
	@awk -F':.*## ' '/^[a-z-]+:.*## /{printf "make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: build ## set everything up and solve the three contest problems and a game from its rules
	$(BIN)/python examples/demo.py

test: system build ## run every test that takes less than minutes
	cargo test --quiet --package lastmove-core
	$(BIN)/python -m pytest -n 2

test-long: system build ## run the tests that take minutes
	$(BIN)/python -m pytest -n 2 -m long

lint: build ## check format, types and stubs of the Python and Rust code
	cargo fmt --check
	cargo clippy --quiet --all-targets -- -D warnings
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m mypy.stubtest lastmove._core

bench: system build ## time lastmove against hand-written C++ and print the ratios
	$(BIN)/python benchmarks/run.py

# Emitted C++ is compiled by tests, and the competition in benchmarks; where g++ cannot be had,
# those tests are skipped and `make bench` says what is missing.
system:
	@command -v g++ >/dev/null || { test "$$(id -u)" = 0 && command -v apt-get >/dev/null \
		&& apt-get update -qq && apt-get install -y -qq g++; } \
		|| echo "g++ is missing and could not be installed"

build: $(STAMP) ## make the virtual environment and compile the native core

$(VENV)/.installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@

$(STAMP): $(VENV)/.installed $(SOURCES)
	@echo "compiling the native core, which takes about four minutes of one processor"
	. $(BIN)/activate && maturin develop --release --quiet --skip-install
	touch $@

clean: ## remove what the other commands made
	rm -rf $(VENV) target .pytest_cache .mypy_cache .ruff_cache .hypothesis benchmarks/build
