# make play, make test: everything else is for developers. Each sets up what it needs by itself.
VENV ?= .venv
BIN := $(VENV)/bin
PEERS ?= pettingzoo,gymnasium,openspiel
EXTRAS ?= dev,docs,postgres,$(PEERS)
WORKERS ?= 2
STYLED := marbletop/web/static marbletop/drawing/drawing.css
TEMPLATES := marbletop/web/templates
RULEBOOKS ?= $(wildcard ../shared/rulebooks)

# Bytecode is kept, even where the shell says otherwise: without it each of the many processes of the tests compiles every source.
unexport PYTHONDONTWRITEBYTECODE

# The browser tests drive Debian's browsers; pictures are taken with fonts like those of players.
CHROMIUM := fc-list 2>/dev/null | grep -q P052 && test -x /usr/bin/chromium-headless-shell || \
	(apt-get update && apt-get install -y --no-install-recommends chromium-headless-shell fontconfig fonts-noto-core fonts-urw-base35)
BROWSERS := test -x /usr/bin/chromium-headless-shell -a -x /usr/bin/firefox-esr -a -x /usr/bin/WebKitWebDriver -a -x /usr/bin/Xvfb || \
	(apt-get update && apt-get install -y --no-install-recommends chromium-headless-shell fonts-liberation firefox-esr webkit2gtk-driver xvfb)

# Tests of many servers need PostgreSQL and nginx. Who may not install them does without; in CI they must be there.
SERVERS := test -n "$$(ls /usr/lib/postgresql/*/bin/postgres 2>/dev/null)" -a -x /usr/sbin/nginx || test "$$(id -u)" != 0 || \
	(apt-get update && apt-get install -y --no-install-recommends postgresql nginx)

.PHONY: play check test release-check release docs screenshots torture bench figures ray tune strength lint format mutants recordings clean

play: $(VENV)/ready-to-play
	$(BIN)/marbletop serve $(if $(LAN),--lan)

# For people who contribute: two minutes on a quiet machine with two cores, when the games have been compiled before.
check: lint
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadgroup -m "not browser and not slow" $(TESTS)

test: $(VENV)/ready
	@$(BROWSERS)
	@$(SERVERS)
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadgroup $(TESTS)

screenshots: $(VENV)/ready
	@$(CHROMIUM)
	$(BIN)/python -m scripts.moving_picture examples/records/connect_four.json docs/images/connect_four.svg 18
	$(BIN)/python -m tests.web.screenshots $(or $(SHOTS),docs/images --docs)

release-check: $(VENV)/ready
	@test -x /usr/bin/chromium || $(BIN)/playwright install --with-deps chromium
	$(BIN)/python -m tests.release $(PYTHONS)

# Ray, and what runs on it: 250 MB more than the other tests need, so they do without.
ray: $(VENV)/ready
	$(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[ray]'
	$(BIN)/python -m pytest $(TESTS) tests/analysis/test_ray.py
	$(BIN)/python -m benchmarks.cluster $(CLUSTER)
	$(BIN)/python -m scripts.scale_figures

release: $(VENV)/ready
	$(BIN)/python scripts/release.py $(VERSION)

docs: $(VENV)/ready
	$(BIN)/python -m scripts.site

torture: $(VENV)/ready
	$(BIN)/python -m tests.torture $(FAULTS)
	$(BIN)/python -m scripts.scale_figures
	MARBLETOP_SENTENCES=200 $(BIN)/python -m pytest -q tests/test_sentences.py
	MARBLETOP_MODES=all $(BIN)/python -m pytest -q tests/adapters/test_pettingzoo.py

bench: figures
	$(BIN)/python -m benchmarks.server
	$(BIN)/python -m benchmarks.moves
	$(BIN)/python -m benchmarks.load
	$(BIN)/python -m benchmarks.reviews
	$(BIN)/python -m benchmarks.scale
	$(BIN)/python -m benchmarks.training
	$(BIN)/python -m scripts.readme_figures
	$(BIN)/python -m scripts.scale_figures

# The part of bench that README and site show.
figures: $(VENV)/ready
	$(BIN)/python -m benchmarks $(BENCH)
	$(BIN)/python -m scripts.readme_figures

tune: $(VENV)/ready
	$(BIN)/python -m benchmarks.tune $(GAME)

strength: $(VENV)/ready
	$(BIN)/python -m benchmarks.strength $(STRENGTH)
	$(BIN)/python -m scripts.strength_figures
	$(BIN)/python -m benchmarks.calibration
	$(BIN)/python -m benchmarks.anchors $(ANCHORS)
	$(BIN)/python -m benchmarks.luck $(LUCK)
	$(BIN)/python -m benchmarks.turning_points $(POINTS)

lint: $(VENV)/ready
	$(BIN)/ruff check .
	$(BIN)/mypy marbletop
	$(BIN)/oxfmt --check $(STYLED)
	$(BIN)/djlint --check $(TEMPLATES)
	$(BIN)/python -m tests.wording $(RULEBOOKS)

format: $(VENV)/ready
	$(BIN)/oxfmt $(STYLED)
	$(BIN)/djlint --reformat --quiet $(TEMPLATES)

mutants: $(VENV)/ready
	$(BIN)/python -m tests.mutants $(GAME)

recordings: $(VENV)/ready
	$(BIN)/python -m tests.games.renew_recordings $(GAME)
	$(BIN)/python -m tests.adapters.renew_playthroughs

# What playing needs, and then what developers need besides.
$(VENV)/ready-to-play: pyproject.toml constraints.txt
	python3 -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[fast]'
	touch $@

$(VENV)/ready: $(VENV)/ready-to-play
	$(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[fast,$(EXTRAS)]'
	touch $@

clean:
	rm -rf $(VENV) build dist site .pytest_cache .mypy_cache .ruff_cache
