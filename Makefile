# The tasks of a developer of Halyard; `make help` lists them.

SWIFT ?= swift
PREFIX ?= /usr/local
PACKAGES = libcurl4-openssl-dev libmicrohttpd-dev libncursesw5-dev libpcre2-dev libyaml-dev zlib1g-dev \
  tmux openssl iproute2 python3
# No RUNPATH: other users may write to the program's folder, whose libraries must not be loaded.
# Linked without exported symbols and with packed relocations, and with each body of code once: a program that
# is smaller is also mapped into less memory.
STATIC = -c release --static-swift-stdlib --disable-local-rpath -Xswiftc -use-ld=lld \
  -Xlinker --icf=all -Xlinker --no-export-dynamic -Xlinker -z -Xlinker pack-relative-relocs -Xlinker -s
SOURCES = Package.swift Sources Tests Tools
# The commit that `halyard version` prints; empty outside of a repository. Package.swift reads it.
export HALYARD_COMMIT := $(shell test -e .git && \
  git describe --always --exclude='*' --abbrev=40 --dirty 2> /dev/null)

.PHONY: help deps build release run check test sanitize lint graph format bench screenshots install \
  deb uninstall clean

deps: ## Install missing Debian packages
	@missing=$$(for package in $(PACKAGES); do \
	  dpkg-query -W -f='$${Status}\n' $$package 2>/dev/null | grep -q '^install ok' || echo $$package; \
	done); \
	if [ -n "$$missing" ]; then \
	  echo "Installing" $$missing; \
	  if [ "$$(id -u)" = 0 ]; then sudo=; else sudo=sudo; fi; \
	  $$sudo apt-get update -qq && \
	  DEBIAN_FRONTEND=noninteractive $$sudo apt-get install -y -qq --no-install-recommends $$missing; \
	fi

help: ## List the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1\t\2/p' $(MAKEFILE_LIST) | sort | expand -t 14

build: deps ## Build the program for debugging
	$(SWIFT) build --product halyard

# Package.swift optimises the commands for size if it finds this variable.
release install deb bench: export HALYARD_OPTIMISE_SIZE = 1

release: deps ## Build the static release binary, which needs no Swift runtime
	$(SWIFT) build $(STATIC) --product halyard

run: deps ## Open the dashboard with the built-in example
	$(SWIFT) run -q halyard

# The groups of tests run one after another: some groups use all cores, others measure time or use a
# terminal, and they would slow each other down.
CORE = FeatureFlags|Optimizely
NETWORK = Networking|Connectivity
SERVER = HTTPServerTests|ServingTests|OFREPTests
PROGRAM = HalyardTests|TerminalTests
# The filter of the suites and tests with some tags; an empty one would match every test.
tagged = $(or $(shell Tools/tagged $(1)),$(error Tools/tagged $(1) found no tests))
# The suites and tests with the tag `timed`, which compare measured times: they run one after another.
TIMED = $(call tagged,timed)
# A few tests at a time: with hundreds at once, tests with time limits wait for the processors. A group
# takes a minute or two, and prints its failures only. The timeout ends a deadlock. After a failed group the others
# run, too: the summary lists all failures, and fails.
WIDTH = --experimental-maximum-parallelization-width 4
group = Tools/test-group $(1) timeout --foreground --signal INT 600 $(SWIFT) test --skip-build \
  --disable-xctest --quiet $(WIDTH) $(2) || true

check: lint test ## Run lint and all tests: what a change has to pass

# The shells, the formatters of manual pages and the server of teams with which the program is tested.
check test: PACKAGES += bash-completion curl etcd-server fish groff man-db mandoc zsh

# The slow tests include the examples of docs/end-to-end-tests.md.
ifeq ($(HALYARD_TESTS),full)
check test: PACKAGES += chromium chromium-driver python3-pytest
endif

# HALYARD_RECORD=1 rewrites the expected screens; see CONTRIBUTING.md.
test: deps ## Build and run all tests
	$(SWIFT) build --build-tests
	@Tools/test-group --clear
	@$(call group,core,--filter '$(CORE)' --skip '$(SERVER)|$(TIMED)')
	@$(call group,network,--filter '$(NETWORK)' --skip '$(PROGRAM)|$(SERVER)|$(TIMED)')
	@$(call group,server,--filter '$(SERVER)' --skip '$(TIMED)')
	@$(call group,program,--filter '$(PROGRAM)' --skip '$(TIMED)')
	@$(call group,other,--skip '$(CORE)|$(NETWORK)|$(SERVER)|$(PROGRAM)|$(TIMED)')
	@$(call group,timed,--no-parallel --filter '$(TIMED)')
	$(SWIFT) build $(OPTIMISED) --build-tests
	@$(call group,optimised,$(OPTIMISED) --filter '$(CONCURRENT)|$(RELEASED)' --skip '$(TIMED)')
	@$(call group,optimised-timed,$(OPTIMISED) --no-parallel --filter '$(RELEASED_TIMED)')
	@Tools/test-group --summary

# Optimised builds release values at other moments and inline across modules: the tests that depend on
# it also run in a release build, and so do those with concurrent evaluations, loads and changes of overrides.
OPTIMISED = -c release -Xswiftc -enable-testing --scratch-path .build/release-tests
RELEASED = $(call tagged,optimised)|FeatureFlagsAPITests|ServingTests
RELEASED_TIMED = $(call tagged,timed optimised)
CONCURRENT = $(call tagged,concurrent)
SANITIZE = --sanitize thread --scratch-path .build/thread-sanitizer

sanitize: deps ## Run the concurrency tests under the thread sanitizer
	$(SWIFT) build $(SANITIZE) --build-tests
	@Tools/test-group --clear
	@$(call group,sanitized,$(SANITIZE) --filter '$(CONCURRENT)' --skip '$(SERVER)')
	@$(call group,sanitized-server,$(SANITIZE) --filter '$(CONCURRENT)' --skip '^(?!$(SERVER))')
	@Tools/test-group --summary

SCRIPTS = $(shell grep -lsE '^\#!.*sh$$' .ci/* Tools/* docs/* docs/*/*)

check lint: PACKAGES += shellcheck
lint: deps ## Check the format, the style, the import graph, the sizes of the code and the scripts
	$(SWIFT) format lint --strict --recursive --parallel $(SOURCES)
	@Tools/import-graph > /dev/null
	@Tools/code-sizes
	@Tools/tagged timed > /dev/null
	shellcheck $(SCRIPTS)

graph: deps ## Print the import graph of targets and folders
	@Tools/import-graph

format: ## Format the code in place
	$(SWIFT) format format --in-place --recursive --parallel $(SOURCES)

# HALYARD_ENGINES is the path of a Python whose engines of flagd and Unleash are measured, too.
bench: PACKAGES += jq less wrk nginx-light
bench: release ## Measure the release binary against the budgets
	$(SWIFT) build $(STATIC) --product benchmarks
	@$$($(SWIFT) build $(STATIC) --show-bin-path)/benchmarks --json .build/benchmarks.json

screenshots: build ## Render the pictures of the documentation
	@Tools/screenshots screenshots

install uninstall: export PREFIX := $(PREFIX)
install uninstall: export DESTDIR := $(DESTDIR)

install: release ## Install the program, themes, manual and completions below PREFIX (/usr/local, which needs root)
	@Tools/installation install "$$($(SWIFT) build $(STATIC) --show-bin-path)/halyard"

deb: PACKAGES += dpkg-dev
deb: release ## Build a Debian package in .build/deb
	@SWIFT='$(SWIFT)' Tools/debian-package "$$($(SWIFT) build $(STATIC) --show-bin-path)/halyard" .build/deb

uninstall: ## Remove what was installed below PREFIX (/usr/local)
	@Tools/installation uninstall

clean: ## Remove all build products
	rm -rf .build
