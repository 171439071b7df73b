# The tasks of a developer of Halyard; `make help` lists them.

SWIFT ?= swift
PREFIX ?= /usr/local
PACKAGES = libcurl4-openssl-dev libmicrohttpd-dev libncursesw5-dev tmux openssl iproute2 python3-minimal
# No RUNPATH: other users may write to the program's folder, whose libraries must not be loaded.
STATIC = -c release --static-swift-stdlib --disable-local-rpath -Xlinker -s
SOURCES = Package.swift Sources Tests

.PHONY: help deps build release run check test sanitize lint graph format bench screenshots install clean

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

build: deps ## Build everything for debugging
	$(SWIFT) build

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
# A group takes a minute or two. The timeout ends a deadlock.
TEST = timeout --foreground --signal INT 600 $(SWIFT) test --skip-build --disable-xctest

check: lint test ## Run lint and all tests: what a change has to pass

# HALYARD_RECORD=1 rewrites the expected screens; see CONTRIBUTING.md.
test: deps ## Build and run all tests
	$(SWIFT) build --build-tests
	$(TEST) --filter '$(CORE)' --skip '$(SERVER)'
	$(TEST) --filter '$(NETWORK)' --skip '$(PROGRAM)|$(SERVER)'
	$(TEST) --filter '$(SERVER)'
	$(TEST) --filter '$(PROGRAM)'
	$(TEST) --skip '$(CORE)|$(NETWORK)|$(SERVER)|$(PROGRAM)'

# The tests with concurrent evaluations, loads and changes of overrides.
CONCURRENT = EvaluationTests|ContextTests|FlagStoreTests|ThreadTests|OverrideWriterTests|FlagSession|HTTPServerTests|HostileTests|TokenTests|BulkTests|FollowingTests
SANITIZE = --sanitize thread --scratch-path .build/thread-sanitizer

sanitize: deps ## Run the concurrency tests under the thread sanitizer
	$(SWIFT) build $(SANITIZE) --build-tests
	$(TEST) $(SANITIZE) --filter '$(CONCURRENT)'

lint: deps ## Check the format, the style and the import graph of the code
	$(SWIFT) format lint --strict --recursive --parallel $(SOURCES)
	@Tests/import-graph > /dev/null

graph: deps ## Print the import graph of targets and folders
	@Tests/import-graph

format: ## Format the code in place
	$(SWIFT) format format --in-place --recursive --parallel $(SOURCES)

bench: PACKAGES += wrk nginx-light
bench: release ## Measure the release binary against the budgets
	$(SWIFT) build $(STATIC) --product benchmarks
	@$$($(SWIFT) build $(STATIC) --show-bin-path)/benchmarks
	@Tests/serve-benchmark $$($(SWIFT) build $(STATIC) --show-bin-path)/halyard

screenshots: build ## Render the pictures of the README
	@Tests/screenshots screenshots

install: release ## Install the program and its themes below PREFIX (/usr/local)
	install -D $$($(SWIFT) build $(STATIC) --show-bin-path)/halyard $(DESTDIR)$(PREFIX)/bin/halyard
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/halyard/themes themes/*.json

clean: ## Remove all build products
	rm -rf .build
