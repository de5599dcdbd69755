# Everything one does with this repository; `make help` lists it.
# A fresh machine needs Rust and Node; `scripts/need.sh` sees to the rest.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:

TARGET := $(abspath $(or $(CARGO_TARGET_DIR),target))
# For the program: make demo ARGS='--boards 20 --speed 30'
ARGS ?=
# For each target of make long.
MINUTES ?= 10

.PHONY: help
help: ## this list
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

## Running ##########################################################################################

.PHONY: demo
demo: web ## a playing hall in one process; its page's address is printed (ARGS='--help' for more)
	cargo run --release -- demo $(ARGS)

.PHONY: web
web: web/dist/index.html ## the arbiter's page, which the binary carries

PAGE := $(shell find web words -type f -not -path '*/node_modules/*' -not -path 'web/dist/*' \
	-not -path 'web/e2e/*' -not -path 'web/test-results/*' -not -path 'web/shots/*' \
	-not -path 'web/src/openapi.ts') $(wildcard openapi.json)

web/dist/index.html: web/node_modules/.package-lock.json $(PAGE)
	cd web && npm run build

# npm writes this file when it is done.
web/node_modules/.package-lock.json: web/package.json web/package-lock.json
	scripts/need.sh cargo cc node
	cd web && npm ci --no-audit --no-fund
	touch $@

.PHONY: packages
packages: web ## Debian packages for this machine and for a 64-bit Raspberry Pi: target/debian
	scripts/packages.sh

.PHONY: hardware
hardware: $(TARGET)/venv/ready ## wiring tables, schematics, lists of parts, configurations, from the sources in hardware/
	$(TARGET)/venv/bin/python hardware/generator

## Checking #########################################################################################

.PHONY: test
test: test-rust test-web ## everything that must hold; installs what it needs or says what is missing

.PHONY: test-rust
test-rust: export PYTHON := $(TARGET)/venv/bin/python
test-rust: web $(TARGET)/venv/ready
	scripts/need.sh nats-server ip
	cargo test --workspace --no-fail-fast
	cargo test --no-default-features --no-fail-fast

.PHONY: test-web
test-web: web
	scripts/need.sh chromium
	cargo build
	cd web && npm test
	cd web && TOUCHMOVE=$(TARGET)/debug/touchmove CHROMIUM=$$(../scripts/chromium.sh) npm run e2e

# What the tests ask of Python: another program to read what ours writes.
$(TARGET)/venv/ready: tests/requirements.txt
	scripts/need.sh cargo cc python
	python3 -m venv --clear $(@D)
	$(@D)/bin/pip install --quiet --disable-pip-version-check --requirement $<
	touch $@

.PHONY: quick
quick: ## the core's tests and the shared cases, in less than a minute
	cargo test --package touchmove-core
	cargo test --test architecture --test cases

.PHONY: lint
lint: lint-rust lint-web lint-scripts lint-units lint-hardware ## formatting, clippy, documentation, TypeScript, Biome, scripts, units

CLIPPY := cargo clippy --all-targets
# A workspace of its own, for it is compiled in its own way.
FUZZ := --manifest-path fuzz/Cargo.toml

.PHONY: lint-rust
lint-rust:
	scripts/need.sh cargo cc
	cargo fmt --all --check
	cargo fmt $(FUZZ) --check
	cargo fmt --manifest-path benches/mate/Cargo.toml --check
	$(CLIPPY) --workspace -- -D warnings
	$(CLIPPY) --no-default-features -- -D warnings
	$(CLIPPY) $(FUZZ) --target-dir $(TARGET) -- -D warnings
	RUSTDOCFLAGS='-D warnings' cargo doc --workspace --no-deps --document-private-items

.PHONY: lint-web
lint-web: web/node_modules/.package-lock.json
	cd web && npm run lint

.PHONY: lint-scripts
lint-scripts:
	scripts/need.sh shellcheck
	shellcheck scripts/*.sh .ci/run tests/power/init tests/kernel/machine/init

.PHONY: arm64
arm64: web ## the shared traces, replayed by a program for the Pi under QEMU: the same bytes
	cargo build --release
	scripts/arm64.sh $(TARGET)/release/touchmove

.PHONY: test-power
test-power: web ## power cuts: a machine in QEMU is killed 20 times while a board plays
	cargo build --release
	scripts/power.sh $(TARGET)/release/touchmove

.PHONY: test-kernel
test-kernel: web ## boards of simulated chips behind a real kernel's GPIO, I2C and SPI; here and on arm64, in QEMU
	cargo build --release
	scripts/kernel.sh amd64 $(TARGET)/release/touchmove
	CARGO_TARGET_DIR=$(TARGET)/arm64 scripts/cross.sh
	scripts/kernel.sh arm64 $(TARGET)/arm64/aarch64-unknown-linux-gnu/release/touchmove

.PHONY: lint-units
lint-units:
	scripts/need.sh systemd-analyze
	scripts/lint-units.sh systemd/*.service

.PHONY: lint-hardware
lint-hardware: $(TARGET)/venv/ready
	$(TARGET)/venv/bin/ruff format --no-cache --check hardware
	$(TARGET)/venv/bin/ruff check --no-cache --quiet hardware

## Measuring ########################################################################################

.PHONY: bench
bench: ## what a ply, a record and a frame cost, beside shakmaty; the figures go into docs/figures.md
	scripts/need.sh cargo cc valgrind
	cargo bench --bench ply | scripts/figures.sh 'A ply'
	cargo bench --bench record | scripts/figures.sh 'A record'
	cargo bench --bench scan | scripts/figures.sh 'A frame'

.PHONY: bench-mate
bench-mate: ## how soon it is known whether a side can still mate, beside chasolver; likewise
	cargo run --release --manifest-path benches/mate/Cargo.toml -- ../shared \
		| scripts/figures.sh 'Can this side still mate?'

.PHONY: measure
measure: web ## how well real games are followed, on every kind of board; likewise
	cargo build --release
	scripts/measure.sh $(TARGET)/release/touchmove | scripts/figures.sh 'Following hands'
	scripts/measure_scan.py $(TARGET)/release/touchmove | scripts/figures.sh 'Reading a board'
	scripts/measure_board.py $(TARGET)/release/touchmove | scripts/figures.sh 'A board'
	scripts/need.sh nats-server
	$(TARGET)/release/touchmove simulate hall --boards 1000 --seconds 30 | scripts/figures.sh 'A hall'

.PHONY: long
long: ## every question of the tests that ask few, arm64, power cuts, fuzzing (MINUTES=10 a target)
	LONG=1 PROPTEST_CASES=2048 cargo test --workspace
	PROPTEST_CASES=10000 cargo test -p touchmove-core --test orders
	$(MAKE) arm64 test-power
	scripts/fuzz.sh $(MINUTES)
