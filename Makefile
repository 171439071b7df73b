# Everything that is done with Halyard. `make run` and `make test` set up what they need.

SWIFT ?= swift
PREFIX ?= /usr/local
PACKAGES = libcurl4-openssl-dev libncursesw5-dev tmux openssl iproute2
# Without a run path: libraries are never looked for beside the program, where anybody may put them.
STATIC = -c release --static-swift-stdlib --disable-local-rpath -Xlinker -s
SOURCES = Package.swift Sources Tests

.PHONY: deps build release run test lint format bench screenshots install clean

# Installs the Debian packages that are missing, and says which.
deps:
	@missing=$$(for package in $(PACKAGES); do \
	  dpkg-query -W -f='$${Status}\n' $$package 2>/dev/null | grep -q '^install ok' || echo $$package; \
	done); \
	if [ -n "$$missing" ]; then \
	  echo "Installing" $$missing; \
	  if [ "$$(id -u)" = 0 ]; then sudo=; else sudo=sudo; fi; \
	  $$sudo apt-get update -qq && \
	  DEBIAN_FRONTEND=noninteractive $$sudo apt-get install -y -qq --no-install-recommends $$missing; \
	fi

build: deps
	$(SWIFT) build

# One program that needs nothing of Swift on the machine it runs on.
release: deps
	$(SWIFT) build $(STATIC) --product halyard

run: deps
	$(SWIFT) run -q halyard

# In parts, one after another: some tests try so many inputs, others time a network or a terminal, so
# that together they would keep one another waiting.
CORE = FeatureFlags|Optimizely
NETWORK = Networking|Connectivity
PROGRAM = HalyardTests|TerminalTests
# Each part takes a minute or two: one that takes ten waits for what never comes, and is ended.
TEST = timeout --foreground --signal INT 600 $(SWIFT) test --skip-build --disable-xctest

test: deps
	$(SWIFT) build --build-tests
	$(TEST) --filter '$(CORE)'
	$(TEST) --filter '$(NETWORK)' --skip '$(PROGRAM)'
	$(TEST) --filter '$(PROGRAM)'
	$(TEST) --skip '$(CORE)|$(NETWORK)|$(PROGRAM)'

lint:
	$(SWIFT) format lint --strict --recursive --parallel $(SOURCES)

format:
	$(SWIFT) format format --in-place --recursive --parallel $(SOURCES)

# What design decisions cost, measured on the program as it is shipped.
bench: release
	$(SWIFT) build $(STATIC) --product benchmarks
	@$$($(SWIFT) build $(STATIC) --show-bin-path)/benchmarks

# Pictures of the real program on the built-in example.
screenshots: build
	@Tests/screenshots screenshots

install: release
	install -D $$($(SWIFT) build $(STATIC) --show-bin-path)/halyard $(DESTDIR)$(PREFIX)/bin/halyard
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/halyard/themes themes/*.json

clean:
	rm -rf .build
