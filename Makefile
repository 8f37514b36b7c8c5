# Everything a developer does. Longer work is in scripts; `./jst help` lists the operator's commands.
.DEFAULT_GOAL := help
.PHONY: help up down reset status logs env test drills faults verify test-containers chart-check cluster-test images bench gen service fmt

RUN := sh dev/bootstrap.sh

help: ## Print this list
	@sed -n 's/^\([a-z-]*\):.* ## /\1\t/p' $(MAKEFILE_LIST) | expand -t 16

up: ## Start everything; ready when a request through the gateway is answered (JST_PORT=8080)
	@./jst up

down: ## Stop everything, leaving nothing running; the data stays
	@./jst down

reset: ## Stop everything and drop the data
	@./jst reset

status: ## Say of every component: healthy, or why not
	@./jst status

logs: ## Follow the logs; of one component: SVC=crm
	@./jst logs $(SVC)

env: ## Print BASE_URL and TOKEN of the demo team for a shell
	@./jst env

# CHANGED=1 takes what has changed since BASE: a revision; origin/main or the commit before by default.
SELECT = $(if $(CHANGED),--changed=$(BASE)) $(ONLY)

test: ## Run all checks and all tests on real components; some: ONLY=services/crm, CHANGED=1 BASE=main
	@$(RUN) dev/src/test/main.ts $(SELECT)

drills: ## Run what proves rotation, restore, faults, secured stores, generated clients; before a release, and with CHANGED=1 before a merge
	@$(RUN) dev/src/test/main.ts --drills $(SELECT)

faults: ## Kill, freeze and starve every process under load, for an hour (SEED, EPISODES, MINUTES, KINDS=kill,empty)
	@$(RUN) e2e/faults/main.ts

verify: ## Run the static checks: format, lint, types, generated documents, protos
	@$(RUN) dev/src/verify/main.ts

chart-check: ## Check the charts: lint, rendering, schemas, refusals, the gateway's configuration (part of verify)
	@$(RUN) dev/src/charts/check-main.ts

test-containers: ## Run the suites on stores in containers (takes a Docker engine, or root and docker.io): ONLY=services/crm
	@$(RUN) dev/src/test/main.ts --containers $(ONLY)

cluster-test: ## Install, use, upgrade and remove fleets on a node of packages (as root, Go; else a real API server alone): ONLY=policies
	@ONLY=$(ONLY) $(RUN) drills/cluster/node/main.ts

images: ## Build every image from packages alone; a Docker engine is started when none answers (as root)
	@$(RUN) dev/src/images/main.ts

bench: ## Measure the fleet beside a floor and a peer (ROUNDS, SECONDS, SCENARIOS); CHECK=1: say which ratios are met; RECORD=1: keep them
	@$(RUN) bench/src/main.ts $(if $(CHECK),--check)

gen: ## Generate everything that follows from protos/, documents included; other commands make the code when needed
	@$(RUN) libs/contract/src/main.ts
	@$(RUN) dev/src/charts/generate-main.ts

service: ## Make an empty service, which is in the fleet, the charts and the tests at once: NAME=invoices
	@$(RUN) dev/src/new-service/main.ts $(NAME)
	@UPDATE_SCHEMA=1 $(RUN) dev/src/test/main.ts libs/testing/src/schemas.test.ts

fmt: ## Format every file
	@$(RUN) node_modules/oxfmt/bin/oxfmt .
