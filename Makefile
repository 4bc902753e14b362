# Everything a developer or CI does, from a clone and any Python 3 with pip. `make` lists the targets.
# Written for GNU make 3.81 (macOS) and later.

SHELL := /bin/bash
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

VENV := .venv
BIN  := $(VENV)/bin
UV   := .uv/bin/uv
CORE := layers/core
STACK := .stack/venv

# The question reaches the command through the environment, never through the text of a recipe.
# Without this line make would expand a `$` in it; with it, what the user typed is what arrives.
override Q := $(value Q)
export Q

export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_NO_INPUT := 1
export PIP_ROOT_USER_ACTION := ignore
# Wheels only: a source distribution would run code, and fetch build tools, that no lock names.
LOCKED := -qq --no-deps --require-hashes --only-binary :all:

# From /, where pyenv goes by its global choice: in this folder .python-version may name one it lacks.
install-uv = here="$$PWD" && (cd / && python3 -m pip install $(LOCKED) --upgrade --target "$$here/.uv" -r "$$here/requirements/uv.txt")

.PHONY: help
help: ## List the targets
	@awk 'BEGIN { FS = ":.*## " } /^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

##
# A virtual environment
##

.PHONY: setup
setup: $(VENV)/.run ## Make .venv with the command .venv/bin/cite-or-refuse
	@echo "Ready: $(BIN)/cite-or-refuse"

.PHONY: setup-test
setup-test: $(VENV)/.test

.PHONY: bedrock
bedrock: $(VENV)/.bedrock ## Add what models on Amazon Bedrock need to .venv (68 MB more)

.PHONY: chat
chat: $(VENV)/.chat ## Add what Ollama and OpenAI-compatible servers need to .venv

# A python3.13 that is only a shim of pyenv fails, so each candidate has to prove itself. The last
# resort is uv, installed by pip beside .venv: it finds a Python that is not on PATH, or fetches one.
$(VENV)/.python:
	@rm -rf $(VENV); \
	for python in python3.13 python3 python; do \
	  if "$$python" -c 'import sys; sys.exit(sys.version_info[:2] != (3, 13))' >/dev/null 2>&1 \
	    && "$$python" -m venv $(VENV) >/dev/null 2>&1; then \
	    touch $@; exit 0; \
	  fi; \
	done; \
	rm -rf $(VENV); \
	echo "No Python 3.13 with venv is on PATH: looking further with uv ..." >&2; \
	if { $(install-uv) \
	  && { $(UV) venv --python 3.13 $(VENV) || $(UV) venv --managed-python --python 3.13 $(VENV); } \
	  && { $(BIN)/python -m ensurepip || python3 -m pip --python $(BIN)/python install pip; }; } >/dev/null 2>&1; then \
	    touch $@; exit 0; \
	fi; \
	rm -rf $(VENV); \
	echo "Please install Python 3.13 so that 'python3.13' runs: there is none here, and uv could not fetch one." >&2; \
	exit 1

$(UV): requirements/uv.txt
	@$(install-uv)
	@touch $@

$(VENV)/.run: $(VENV)/.python requirements/run.txt $(CORE)/pyproject.toml
	@echo "Installing what running needs into $(VENV) ..." >&2
	@$(BIN)/python -m pip install $(LOCKED) -r requirements/run.txt
	@$(BIN)/python -m pip install -qq --no-deps --no-build-isolation -e $(CORE)
	@touch $@

# The tests drive the real clients of Bedrock and OpenAI against a server of their own.
$(VENV)/.test: $(VENV)/.bedrock $(VENV)/.chat requirements/test.txt
	@echo "Installing what the tests need into $(VENV) ..." >&2
	@$(BIN)/python -m pip install $(LOCKED) -r requirements/test.txt
	@touch $@

$(VENV)/.bedrock: $(VENV)/.run requirements/bedrock.txt
	@echo "Installing what Amazon Bedrock needs into $(VENV) ..." >&2
	@$(BIN)/python -m pip install $(LOCKED) -r requirements/bedrock.txt
	@touch $@

$(VENV)/.chat: $(VENV)/.run requirements/chat.txt
	@echo "Installing what other chat models need into $(VENV) ..." >&2
	@$(BIN)/python -m pip install $(LOCKED) -r requirements/chat.txt
	@touch $@

$(VENV)/.bench: $(VENV)/.run requirements/bench.txt
	@echo "Installing what measuring the gate needs into $(VENV) ..." >&2
	@$(BIN)/python -m pip install $(LOCKED) -r requirements/bench.txt
	@touch $@

# The SAM CLI and the emulator run under the same Python as the functions: the emulator starts them in its own.
$(STACK)/.tools: $(VENV)/.python requirements/stack.txt
	@echo "Installing the stack's tools into $(STACK) ..." >&2
	@$(BIN)/python -m venv --clear $(STACK)
	@$(STACK)/bin/python -m pip install $(LOCKED) -r requirements/stack.txt
	@touch $@

.stack/runtime/.libraries: $(VENV)/.python requirements/runtime.txt
	@rm -rf .stack/runtime
	@$(BIN)/python -m pip install $(LOCKED) --target .stack/runtime -r requirements/runtime.txt
	@touch $@

##
# Use
##

.PHONY: question
question:
	@[[ "$$Q" == *[![:space:]]* ]] || { echo 'Ask with: make ask Q="your question"' >&2; exit 2; }

.PHONY: ask
ask: question $(VENV)/.run ## Answer Q="..." from the documentation of what is installed; options in ARGS
	@$(BIN)/cite-or-refuse ask --search corpus $(value ARGS) -- "$$Q"; status=$$?; \
	case $$status in \
	  0) outcome=accepted ;; \
	  3) outcome=refused ;; \
	  4) outcome=capped ;; \
	  5) outcome=waiting ;; \
	  *) echo "failed (exit code $$status)" >&2; exit $$status ;; \
	esac; \
	echo "outcome: $$outcome (exit code $$status)"

##
# The stack on AWS: docs/aws.md
##

# The processor that it is built for, and this machine's.
ARCHITECTURE ?= arm64
HERE := $(if $(filter aarch64 arm64,$(shell uname -m)),arm64,x86_64)
SAM := SAM_CLI_TELEMETRY=0 AWS_DEFAULT_REGION=us-east-1 PATH="$(CURDIR)/$(STACK)/bin:$$PATH" sam

# The SAM CLI looks for changes in a layer's folder alone, so what all of them share clears its cache.
.aws-sam/.clean: layers/build.mk
	@rm -rf .aws-sam
	@mkdir .aws-sam
	@touch $@

.PHONY: build-stack
build-stack: $(STACK)/.tools .aws-sam/.clean ## Build the functions and layers for ARCHITECTURE (arm64, or x86_64)
	@ARCHITECTURE=$(ARCHITECTURE) $(SAM) build --parameter-overrides Architecture=$(ARCHITECTURE) $(value ARGS)

# Beside .aws-sam/build, which `sam deploy` ships.
LOCAL := .aws-sam/here

.PHONY: build-here
build-here: $(STACK)/.tools .aws-sam/.clean ## Build the same for this machine, to try and test it
	@ARCHITECTURE=$(HERE) $(SAM) build --build-dir $(LOCAL)/build --cache-dir $(LOCAL)/cache \
	  --parameter-overrides Architecture=$(HERE)

# As CloudFormation makes a definition: YAML becomes JSON first, then text is substituted in it.
define AS_DEPLOYED
import json, sys, yaml
print(json.dumps(yaml.safe_load(open(sys.argv[1]))).replace("$${MaxRevisions}", "3"))
endef
export AS_DEPLOYED

.PHONY: check-stack
check-stack: $(STACK)/.tools ## Check the template and the workflow
	@$(SAM) validate --lint
	@for definition in statemachine/*.asl.yaml; do \
	  $(STACK)/bin/statelint --ignore URI,FLOAT "$$($(STACK)/bin/python -c "$$AS_DEPLOYED" "$$definition")" || exit 1; \
	done

PORT ?= 4566
MODEL ?= extractive
SEARCH ?=

# What the SAM CLI says is only of interest if it fails.
BUILD-HERE = $(MAKE) --no-print-directory build-here >.stack/build.log 2>&1 || { cat .stack/build.log >&2; exit 1; }

.PHONY: test-artefacts
test-artefacts: $(VENV)/.test .stack/runtime/.libraries ## Build for this machine and test what was built
	@$(BUILD-HERE)
	@$(BIN)/python -m pytest tests/artefact -p no:cacheprovider $(value ARGS)

.PHONY: up
up: $(STACK)/.tools $(VENV)/.run ## Deploy the stack to this laptop: PORT=4566, MODEL=ollama:NAME, SEARCH=mediawiki, KEEP=1 to keep its state
	@$(STACK)/bin/python -m laptop up --port="$(PORT)" --model="$(MODEL)" --search="$(SEARCH)" $(if $(KEEP),--keep)

.PHONY: down
down: ## Stop the stack on this laptop
	@if [ -x $(STACK)/bin/python ]; then $(STACK)/bin/python -m laptop down; fi

.PHONY: test-stack
test-stack: $(STACK)/.tools $(VENV)/.test ## Test the stack as it is deployed, on an emulator of its own
	@$(BIN)/python -m pytest tests/e2e_stack -p no:cacheprovider -o timeout_func_only=true $(value ARGS)

##
# Work on it
##

.PHONY: test
test: $(VENV)/.test ## Run the tests; pytest's options in ARGS
	@$(BIN)/python -m pytest -n auto $(value ARGS)

.PHONY: check
check: $(VENV)/.test ## Check format, lint, types and rooms
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo

.PHONY: format
format: $(VENV)/.test ## Format, and fix what the linter can
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

.PHONY: docs
docs: $(VENV)/.test ## Write docs/cli.md from the help of the commands, docs/openapi.json from the API
	@$(BIN)/python docs/cli.py
	@$(BIN)/python docs/openapi.py

.PHONY: bench
bench: $(VENV)/.run ## Measure start-up
	@$(BIN)/python bench/startup.py

.PHONY: bench-functions
bench-functions: $(VENV)/.test .stack/runtime/.libraries ## Measure the start of each built function
	@$(BUILD-HERE)
	@$(BIN)/python -m bench.functions

OWN := $(addprefix tests/gate/,own/claims.jsonl own/held.jsonl drafts/read.jsonl drafts/unread.jsonl)

.PHONY: bench-gate
bench-gate: $(VENV)/.bench ## Score the gate on our own claims, or on FILES="..."; options in ARGS
	@$(BIN)/python -m bench.gate $(or $(value FILES),$(OWN)) $(value ARGS)

.PHONY: bench-speed
bench-speed: $(VENV)/.bench ## Measure what the gate costs, as ratios in one run
	@$(BIN)/python -m bench.gate_speed

.PHONY: gate-docs
gate-docs: $(VENV)/.test ## Write the table of our own claims in docs/gate.md; ARGS="--check-docs docs/gate.md" checks it
	@$(BIN)/python -m bench.gate $(OWN) --block own --sample 0 --twins 0 $(or $(value ARGS),--write-docs docs/gate.md) >/dev/null

.PHONY: bench-web
bench-web: $(VENV)/.run ## Measure reading the web, as ratios in one run
	@$(BIN)/python -m bench.web

.PHONY: bench-pages
bench-pages: $(VENV)/.test ## Measure what HTML keeps as text and what it costs, on FILES="..." if given
	@$(BIN)/python -m bench.pages $(value FILES)

.PHONY: gate-floors
gate-floors: $(VENV)/.test ## Print the figures that tests/gate/floors.toml pins
	@$(BIN)/python -m bench.gate_floors

SECONDS_TO_FUZZ ?= 300

.PHONY: fuzz
fuzz: $(VENV)/.bench ## Fuzz the gate by coverage for SECONDS_TO_FUZZ (300); finds are kept in .fuzz
	@mkdir -p .fuzz/corpus
	@$(BIN)/python -m bench.fuzz_gate -artifact_prefix=.fuzz/ -timeout=10 \
	  -max_total_time=$(SECONDS_TO_FUZZ) .fuzz/corpus $(value ARGS)

.PHONY: bench-model
bench-model: $(VENV)/.test ## Measure what surrounds a model's call
	@$(BIN)/python -m bench.model

LOCK := $(UV) pip compile --quiet --python $(BIN)/python --python-version 3.13 --universal --generate-hashes \
  --no-header --no-annotate --no-emit-index-url --no-emit-find-links
# What lies in a layer, or in the API's function, is what an extra of the package names, in the versions that were tested.
LOCK-EXTRA := $(LOCK) $(CORE)/pyproject.toml -c requirements/run.txt -c requirements/bedrock.txt

.PHONY: lock
lock: $(VENV)/.python $(UV) ## Write the locks again; newest versions with ARGS=--upgrade
	@for name in uv run test bedrock chat bench stack runtime; do \
	  $(LOCK) $(value ARGS) requirements/$$name.in -o requirements/$$name.txt || exit 1; \
	done
	@$(LOCK-EXTRA) --extra lambda -o layers/core/requirements.txt
	@$(LOCK-EXTRA) --extra research -o layers/research/requirements.txt
	@$(LOCK-EXTRA) --extra bedrock -o layers/bedrock/requirements.txt
	@$(LOCK-EXTRA) --extra api -o functions/api/requirements.txt
	@! grep -nE '://|file:|^-' requirements/*.txt {layers,functions}/*/requirements.txt || { echo "A lock must not say where packages come from." >&2; exit 1; }

.PHONY: clean
clean: ## Remove what make made
	@rm -rf $(VENV) .stack .aws-sam .uv .fuzz .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
