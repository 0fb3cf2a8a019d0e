# make test: everything CI runs. make bench: speed, as ratios. make format: tidy the code.
.PHONY: test check bench bench-viewer format clean
PYTHON = .venv/bin/python

.venv/.made-for-tests: pyproject.toml scripts/make-environment
	scripts/make-environment "$(CURDIR)/.venv" "$(CURDIR)[dev]"
	cksum < pyproject.toml > .venv/.made-for
	touch $@

# pywb is GPL and brings a package that breaks ours, so it lives in an environment of its own.
.venv-pywb/.made: scripts/make-environment
	scripts/make-environment "$(CURDIR)/.venv-pywb" "pywb>=2.9,<3" "setuptools<81"
	touch $@

check: .venv/.made-for-tests
	$(PYTHON) -m ruff check src tests benchmarks
	$(PYTHON) -m ruff format --check src tests benchmarks
	$(PYTHON) -m mypy

# The viewer is tested in a real browser; without one, and without the right to install it, those tests are left out.
test: check .venv-pywb/.made
	command -v chromium > /dev/null || { apt-get update -q; apt-get install -y -q chromium; } || true
	$(PYTHON) -m pytest -n 2 --dist loadfile

bench: .venv/.made-for-tests
	command -v wget > /dev/null || apt-get install -y -q wget
	$(PYTHON) benchmarks/run.py

# A collection of a million captures is generated first: ten minutes, 4 GB.
bench-viewer: .venv/.made-for-tests
	$(PYTHON) benchmarks/viewer.py

format: .venv/.made-for-tests
	$(PYTHON) -m ruff check --fix src tests benchmarks
	$(PYTHON) -m ruff format src tests benchmarks

clean:
	rm -rf .venv .venv-pywb .mypy_cache .ruff_cache .hypothesis
