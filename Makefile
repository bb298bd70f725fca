# The doors to the work; `make help` lists them. Hooks and CI call the same targets.
#
# Everything happens in .venv, which the first target that needs it makes. Stamp files inside it say what is installed;
# they depend on pyproject.toml, the CMake files and the C++ sources, so that a second call starts at once, and
# `rm -rf .venv` forgets everything. Python sources are not listed: the install is editable.
.DEFAULT_GOAL := help
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
STAMPS := $(VENV)/stamps
PIP := $(BIN)/pip --disable-pip-version-check --quiet
CPP := $(shell find cpp -name '*.cpp' -o -name '*.hpp')
NATIVE := pyproject.toml CMakeLists.txt $(wildcard cmake/*) $(CPP) cpp cpp/kernels cpp/isa cpp/bind
STUB := src/laconic/_kernels.pyi
STUBGEN := $(BIN)/python -m nanobind.stubgen -q -m laconic._kernels
AS_STUB := $(BIN)/ruff format --quiet --stdin-filename stub.pyi -

.PHONY: help test test-all demo bench bench-full peers lint format types stub stub-check pytest sanitize clean

help:  ## list the doors
	@sed -n 's/^\([a-z-]*\):.*##  *\(.*\)/  make \1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{printf "%-18s %s\n", $$1, $$2}'

test: lint types stub-check pytest  ## everything a change must pass: format, lint, types, stub, tests

test-all: lint types stub-check $(STAMPS)/dev  ## the same with the large and long tests
	$(BIN)/python -m pytest -m ''

demo: $(STAMPS)/demo  ## train, prune, save, open and explain a model of real diagnoses, in one table
	@$(BIN)/laconic demo

bench: $(STAMPS)/dev  ## ours | peer | ratio | target, a table a part, in a few minutes; absent peers are said
	@for part in benchmarks/bench_*.py; do $(BIN)/python $$part || exit 1; done

bench-full: $(STAMPS)/dev  ## the same with the long runs, an hour; benchmarks/results/ keeps what it finds
	@for part in benchmarks/bench_*.py; do $(BIN)/python $$part --full || exit 1; done

peers: $(STAMPS)/peers  ## install what `make bench` compares with; PECOS in an environment of its own

lint: $(STAMPS)/dev  ## format and lint, complaining only
	$(BIN)/ruff format --quiet --check .
	$(BIN)/ruff check --quiet .
	$(BIN)/clang-format --dry-run -Werror $(CPP)

format: $(STAMPS)/dev  ## format and mend what can be mended
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/clang-format -i $(CPP)

types: $(STAMPS)/dev  ## mypy, strict, on src/
	$(BIN)/mypy

pytest: $(STAMPS)/dev  ## the tests alone
	$(BIN)/python -m pytest

stub: $(STAMPS)/dev  ## write the typed stub of the native core anew
	$(STUBGEN) -o $(STUB)

stub-check: $(STAMPS)/dev
	@$(STUBGEN) -o $(VENV)/now.pyi && $(AS_STUB) <$(VENV)/now.pyi >$(VENV)/now.txt
	@$(AS_STUB) <$(STUB) | cmp -s $(VENV)/now.txt - || { echo "$(STUB) is not current; run: make stub" >&2; exit 1; }

sanitize: $(STAMPS)/tools  ## the kernels under the address and undefined-behaviour sanitizers
	@$(BIN)/cmake -S . -B build/sanitize -G Ninja -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN)/ninja) -DLACONIC_SANITIZE=ON >/dev/null
	@$(BIN)/cmake --build build/sanitize >/dev/null
	build/sanitize/laconic_hammer

clean:  ## remove everything that was made here, the environment too
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis

# The tools that build the native core come from PyPI: what pyproject names, with cmake and ninja.
$(STAMPS)/venv:
	@sh tools/check_tools.sh $(PYTHON)
	@echo "Making $(VENV) ..."
	@rm -rf $(VENV) && $(PYTHON) -m venv $(VENV)
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/tools: $(STAMPS)/venv pyproject.toml
	@$(PIP) install 'cmake>=3.26' 'ninja>=1.11' $$($(BIN)/python -c \
	  "import tomllib; print(*tomllib.load(open('pyproject.toml', 'rb'))['build-system']['requires'])")
	@touch $@

# PECOS 1.2.8 fails on the numpy of today, and names 2.7 GB of packages that a linear model never imports.
$(STAMPS)/peers: $(STAMPS)/dev
	@echo "Installing liblinear-official and, into $(VENV)/pecos, PECOS ..."
	@$(PIP) install --no-build-isolation -e '.[peers]'
	@$(PYTHON) -m venv $(VENV)/pecos
	@$(VENV)/pecos/bin/pip --disable-pip-version-check --quiet install 'numpy<2' 'scipy<1.14' 'scikit-learn<1.6'
	@$(VENV)/pecos/bin/pip --disable-pip-version-check --quiet install --no-deps libpecos==1.2.8
	@touch $@

# Two sets of packages live in the one environment: the demo's, and the developers', which holds the demo's.
$(STAMPS)/demo: $(STAMPS)/tools $(NATIVE)
	@echo "Building and installing laconic[demo] ..."
	@$(PIP) install --no-build-isolation -e '.[demo]'
	@touch $@

$(STAMPS)/dev: $(STAMPS)/tools $(NATIVE)
	@echo "Building and installing laconic[dev] ..."
	@$(PIP) install --no-build-isolation -e '.[dev]'
	@touch $@ $(STAMPS)/demo
