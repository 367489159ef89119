# Every target works on a fresh clone and installs and builds what it needs. `make help` lists them.
.DEFAULT_GOAL := help
SHELL := /bin/bash
.PHONY: help packages sqlite install build compiled native package cli run cluster-agent check format lint types boundaries unused docs unit test integration e2e chaos test-kafka test-distributed test-deploy bench bench-check bench-record reports fuzz sbom clean generate

# Running needs half the packages of development, so only those are installed unless a development target is requested.
SCOPE := $(if $(filter-out run build package cli,$(MAKECMDGOALS)),development,running)
COMPILED := services/signalbox/dist/.compiled
SOURCES := $(shell find packages/*/src services/*/src deploy/build -type f -not -path 'services/web/*')
WEB := services/control-plane/dist/web/index.html
WEB_SOURCES := $(shell find services/web packages/contracts/src packages/api-client/src -type f -not -path '*/node_modules/*' -not -path '*/test/*')
MOCHA := npx --no-install mocha --config .mocharc.json --reporter test/support/reporter.cjs

help: ## Show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1|\2/' | column -t -s '|'

packages: # Install the dependencies when a manifest changed
	@node deploy/build/install.mjs $(SCOPE)

sqlite: packages
	@$(ONE_AT_A_TIME) node deploy/build/sqlite.mjs

install: sqlite ## Install everything for development

# Services started at the same time build at the same time: serialize the builds where flock is available.
ONE_AT_A_TIME := $(shell command -v flock >/dev/null && echo flock node_modules/.build.lock)

# The native module compiles on one core while the sources compile on another.
build: packages ## Compile changed sources
	@$(ONE_AT_A_TIME) $(MAKE) --silent $(if $(findstring jobserver,$(MAKEFLAGS)),,--jobs=2) compiled

compiled: native $(COMPILED) $(WEB)

native:
	@node deploy/build/sqlite.mjs

$(COMPILED): $(SOURCES)
	@node deploy/build/compile.mjs

# The files sent to browsers; building them reads the compiled contracts.
$(WEB): $(WEB_SOURCES) | $(COMPILED)
	@node deploy/build/web.mjs
	@touch $(WEB)

package: build ## Build one npm package with the server and the command line, in dist
	@node deploy/build/package.mjs

run: build ## Install, build and start everything on port 8000
	@exec node services/signalbox/dist/main.js

check: format lint types boundaries unused docs unit ## Run all checks that need no running system

format: packages ## Check formatting
	npx --no-install prettier --check . --log-level warn

lint: packages ## Lint with type information
	npx --no-install eslint .

types: packages ## Check the types of sources and tests
	npx --no-install tsc -p tsconfig.check.json
	npx --no-install tsc -p services/web

boundaries: packages ## Check import boundaries between folders
	npx --no-install depcruise --config .dependency-cruiser.cjs --output-type err packages services

unused: packages ## Find unused files, exports and dependencies
	npx --no-install knip --no-progress

docs: install ## Check that documents name existing paths, targets and variables, and that generated files are current
	node --import tsx --conditions=@signalbox/source test/docs/check-docs.ts
	node --import tsx --conditions=@signalbox/source test/docs/check-lists.ts
	node --import tsx --conditions=@signalbox/source test/docs/check-layers.ts
	node --import tsx --conditions=@signalbox/source deploy/generate-env-example.ts --check
	node --import tsx --conditions=@signalbox/source deploy/generate-file-schemas.ts --check
	node --import tsx --conditions=@signalbox/source deploy/generate-cluster-schema.ts --check
	node --import tsx --conditions=@signalbox/source deploy/generate-cli-reference.ts --check

generate: install ## Regenerate generated files: deploy/env.example, docs/*-file.schema.json, docs/command-line.md, clickhouse/cluster-schema.sql
	node --import tsx --conditions=@signalbox/source deploy/generate-env-example.ts
	node --import tsx --conditions=@signalbox/source deploy/generate-file-schemas.ts
	node --import tsx --conditions=@signalbox/source deploy/generate-cluster-schema.ts
	node --import tsx --conditions=@signalbox/source deploy/generate-cli-reference.ts

cli: build ## Build the command line as one package for other machines: services/cli/dist/artifact/signalbox-cli.tgz
	@node deploy/build/pack-cli.mjs

cluster-agent: install ## Build the cluster agent as one file and as one program, in services/cluster-agent/dist/artifact
	node --import tsx --conditions=@signalbox/source deploy/build-cluster-agent.ts --executable

unit: install ## Run unit and route tests of packages and services
	$(MOCHA) 'packages/*/test/**/*.test.ts' 'services/*/test/**/*.test.ts'

test: unit e2e test-distributed chaos integration test-kafka test-deploy ## Run every test

integration: install ## Test the services together in one process
	$(MOCHA) 'test/{integration,conformance,fuzz,incidents}/**/*.test.ts'

e2e: build ## A built installation, real SDKs, a real browser, attacks
	$(MOCHA) --timeout 240000 'test/{e2e,security}/**/*.test.ts'

chaos: build ## Test kill -9 under load: nothing lost, nothing duplicated (a few minutes)
	$(MOCHA) --timeout 900000 'test/chaos/**/*.test.ts'

test-kafka: install ## Test against a real Apache Kafka, fetched by Maven (needs Java 17 and Maven)
	@if command -v java >/dev/null && command -v mvn >/dev/null; then \
	  $(MOCHA) --timeout 240000 'test/kafka/**/*.test.ts'; \
	elif [ "$${CI:-}" = true ]; then echo "The tests against Apache Kafka need Java and Maven" >&2; exit 1; \
	else echo "Left out: the tests against Apache Kafka. Install Java 17 and Maven, then run make test-kafka"; fi

test-distributed: build ## Test the roles as separate processes on Kafka, ClickHouse's interface and Redis (needs Java 17, Maven, redis-server)
	@if command -v java >/dev/null && command -v mvn >/dev/null && command -v redis-server >/dev/null; then \
	  $(MOCHA) --timeout 480000 'test/distributed/**/*.test.ts'; \
	elif [ "$${CI:-}" = true ]; then echo "The tests of separate processes need Java, Maven and redis-server" >&2; exit 1; \
	else echo "Left out: the tests of separate processes. Install Java 17, Maven and redis-server, then run make test-distributed"; fi

test-deploy: install ## Test deploy/ against the code (the chart needs Go with sprig and yaml.v3, the rules promtool, the proxies nginx)
	@if command -v go >/dev/null && command -v promtool >/dev/null && command -v nginx >/dev/null && command -v openssl >/dev/null && [ -d /usr/share/gocode/src/github.com/Masterminds/sprig ]; then \
	  $(MOCHA) --timeout 240000 'test/deploy/**/*.test.ts'; \
	elif [ "$${CI:-}" = true ]; then echo "The tests of deploy/ need Go, its packages of sprig and yaml.v3, promtool, nginx and openssl" >&2; exit 1; \
	else $(MOCHA) 'test/deploy/compose.test.ts' && echo "Left out: the tests of the chart, proxies and rules. Install golang-go, golang-github-masterminds-sprig-dev, golang-gopkg-yaml.v3-dev, prometheus, nginx and openssl, then run make test-deploy"; fi

sbom: install ## Write an SBOM of a running installation as CycloneDX: sbom.cdx.json
	@node --import tsx --conditions=@signalbox/source deploy/write-sbom.ts

reports: install ## Investigate an incident of every kind, and regenerate docs/reports.md (a few minutes)
	node --import tsx --conditions=@signalbox/source test/incidents/reports/write-reports.ts

fuzz: install ## Fuzz with garbage and damaged requests, ten minutes per parser (FUZZ_SECONDS, FUZZ_ONLY)
	node --expose-gc --import tsx --conditions=@signalbox/source test/fuzz/main.ts

bench: build ## Run all benchmarks, each as a ratio within one run (90 minutes; ROUNDS=1 30 minutes)
	node --import tsx --conditions=@signalbox/source test/bench/main.ts

bench-check: build ## Compare the short benchmarks with the recorded results, in about two minutes
	node --import tsx --conditions=@signalbox/source test/bench/check.ts

bench-record: build ## Record the short benchmarks again, on an idle machine
	node --import tsx --conditions=@signalbox/source test/bench/check.ts --record

clean: ## Remove build output
	rm -rf packages/*/dist services/*/dist
