# Everything a newcomer needs: `make play` and `make test` do all the set-up themselves.
# You need only Python 3.11 or newer. PYTHON=… selects another one, GAME="--rules switzerland" another board, and
# GAME="--terminal" the game in the terminal.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
LOCK := requirements/constraints.txt
IMAGE_LOCK := requirements/image.txt
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint $(LOCK)
INSTALLED := $(VENV)/installed
READY := $(VENV)/ready
COVERED := --cov=ferrovia.engine --cov=ferrovia.rules --cov-branch

unexport PYTHONDONTWRITEBYTECODE # pytest starts in half the time when it finds what it compiled before

.PHONY: play page quick test setup lock programs postgres nginx chromium promtool check client warm unit coverage nightly libraries bench docs clean

play: $(INSTALLED) page
	@trap : INT; $(BIN)/ferrovia play $(GAME) || { code=$$?; test $$code -eq 130 || exit $$code; } # Ctrl-C is no error

# All that a release needs. What keeps one core busy, or waits for a download, runs beside something else that does.
test:
	@$(MAKE) --no-print-directory -j2 setup programs
	@$(MAKE) --no-print-directory page
	$(MAKE) -j2 check client warm
	$(MAKE) unit

# Lint, types and the pure tests: before every commit, and on every pull request.
quick: $(READY)
	$(BIN)/python -m tools.quick

setup: $(READY)

$(INSTALLED): pyproject.toml $(LOCK)
	@echo "Setting up in $(VENV): about a minute, once."
	@$(PYTHON) -m venv $(VENV)
	@$(INSTALL) --upgrade pip
	@$(INSTALL) --editable .[web]
	@touch $(INSTALLED)

# The browser client is built with the installation; again only when its source has changed.
page: $(INSTALLED)
	@$(BIN)/python web/build.py fresh || { echo "Building the page."; $(INSTALL) --editable .[web]; }

$(READY): $(INSTALLED)
	@echo "Setting up the tools for tests, about 2 GB; where torch comes with CUDA, 5 GB."
	@$(INSTALL) --no-compile --group dev
	@touch $(READY)

# Renews the tested versions: the newest that pyproject.toml allows, for every platform and every Python from 3.11 on.
lock: $(INSTALLED)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --all-extras --group dev --no-annotate \
		--no-emit-index-url --no-emit-package pip --custom-compile-command "make lock" pyproject.toml --output-file $(LOCK)
	$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.13 --extra web --extra postgres --extra accounts --no-annotate \
		--generate-hashes --no-header --no-emit-index-url --constraint $(LOCK) pyproject.toml --output-file $(IMAGE_LOCK)

check: $(READY)
	$(BIN)/python -m tools.quick lint spelling types generated

client: $(READY)
	$(BIN)/python web/build.py check
	$(BIN)/python web/build.py test

# The compiled cache is filled once, before tests run side by side.
warm: $(READY)
	$(BIN)/python -m tools.warm

# One after the other: apt does one thing at a time.
programs:
	@$(MAKE) --no-print-directory postgres
	@$(MAKE) --no-print-directory nginx
	@$(MAKE) --no-print-directory chromium
	@$(MAKE) --no-print-directory promtool

# The server is tested on a PostgreSQL that the tests start and stop themselves; only its programs must be there.
# Where they cannot be installed the other tests run all the same, and those that need it say so.
APT := DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0
postgres:
	@ls /usr/lib/postgresql/*/bin/initdb > /dev/null 2>&1 || command -v initdb > /dev/null || { \
		echo "Installing PostgreSQL for the tests, about a minute, once."; \
		if [ "$$(id -u)" = 0 ]; then root=; else root="sudo -n"; fi; \
		said=$$($$root sh -c '$(APT) update; $(APT) install -y --no-install-recommends postgresql' 2>&1) || { \
			echo "$$said" | tail -n 5; \
			echo "PostgreSQL could not be installed; the tests that need it will fail."; } >&2; }

# Several servers are tested behind a real reverse proxy.
nginx:
	@PATH="$$PATH:/usr/sbin" command -v nginx > /dev/null || { \
		echo "Installing nginx for the tests, a few seconds, once."; \
		if [ "$$(id -u)" = 0 ]; then root=; else root="sudo -n"; fi; \
		said=$$($$root sh -c '$(APT) update; $(APT) install -y --no-install-recommends nginx-light' 2>&1) || { \
			echo "$$said" | tail -n 5; \
			echo "nginx could not be installed; the tests that need it will fail."; } >&2; }

# The page is tested in Debian's Chromium without its windows, which takes less of a core than the whole browser.
chromium:
	@command -v chromium-headless-shell > /dev/null || { \
		echo "Installing Chromium for the tests, about a minute, once."; \
		if [ "$$(id -u)" = 0 ]; then root=; else root="sudo -n"; fi; \
		said=$$($$root sh -c '$(APT) update; $(APT) install -y --no-install-recommends chromium-headless-shell' 2>&1) || \
			command -v chromium > /dev/null || { \
			echo "$$said" | tail -n 5; \
			echo "Chromium could not be installed; the tests that need it will fail."; } >&2; }

# The alert rules are tested by Prometheus' own tool. It is taken out of Debian's package, which is not installed: that
# would start a service and bring 96 MB.
PROMTOOL := .programs/promtool
promtool: $(PROMTOOL)
$(PROMTOOL):
	@command -v promtool > /dev/null || { \
		echo "Fetching promtool for the tests, 19 MB, once."; \
		if [ "$$(id -u)" = 0 ]; then root=; else root="sudo -n"; fi; \
		folder=$$(mktemp -d); \
		said=$$( ( cd $$folder && { $(APT) download prometheus || { $$root $(APT) update; $(APT) download prometheus; }; } && \
			dpkg-deb --fsys-tarfile prometheus_*.deb | tar -x ./usr/bin/promtool ) 2>&1 && \
			mkdir -p $(@D) && mv $$folder/usr/bin/promtool $@ ) || { \
			echo "$$said" | tail -n 5; \
			echo "promtool could not be fetched; the tests that need it are skipped."; } >&2; \
		rm -rf $$folder; }

# One process more than the two cores that are assumed: half of the time they wait for servers and browsers.
unit: $(READY) programs page
	$(BIN)/python -m pytest -n 3 --dist loadgroup -m "not slow"

# The kernels run as plain Python here, so that coverage can see them; whole games and large searches take too long so.
coverage: $(READY)
	FERROVIA_INTERPRETED=1 $(BIN)/python -m pytest -n 2 -m "not slow" $(COVERED) \
		--cov-report=term-missing:skip-covered --cov-fail-under=95 tests/rules tests/engine \
		--ignore tests/engine/test_rule_12_others_bugs.py --ignore tests/engine/test_trail.py

# Every Python test: the long sweeps and sieges too, with many more examples, and the share of the engine that the tests reach.
nightly: export HYPOTHESIS_PROFILE ?= nightly
nightly: $(READY) programs page warm
	$(BIN)/python -m pytest -n 3 --dist loadgroup
	$(MAKE) coverage

# The pages on learning libraries, with the newest of them in an environment of their own: about 5 GB.
libraries:
	$(PYTHON) -m venv .venv-libraries
	.venv-libraries/bin/python -m pip install --quiet --upgrade pip
	FERROVIA_WITHOUT_PAGE=1 .venv-libraries/bin/python -m pip install --quiet --editable .[envs,train,openspiel] --group test --requirement requirements/libraries.txt
	.venv-libraries/bin/python -c "import jax, ray.rllib, sb3_contrib, torch, torchrl, tree" # nothing is skipped
	.venv-libraries/bin/python -m pytest -p no:cacheprovider tests/envs tests/batch/test_batched_core.py

bench: $(READY)
	$(BIN)/ferrovia bench
	$(BIN)/python benchmarks/worst_trails.py
	$(BIN)/python benchmarks/arena.py
	$(BIN)/python benchmarks/envs.py
	$(BIN)/python benchmarks/net.py
	$(BIN)/python benchmarks/answers.py
	$(BIN)/python benchmarks/server.py
	$(BIN)/python benchmarks/client.py

# The reference pages, from the code, and the documentation site in build/site. A warning is an error.
docs: $(READY)
	$(BIN)/python -m tools.docs_generate
	$(BIN)/python -m tools.site

clean:
	rm -rf $(VENV) dist build web/node_modules src/ferrovia/server/static .coverage* .mypy_cache .pytest_cache .ruff_cache .hypothesis
