import { CallerVerifier, ServiceSigner } from "@jst/caller";
import { httpDoor } from "@jst/http";
import { CursorCodec, readCursorKeys } from "@jst/query";
import { startProcess, type RunningProcess } from "@jst/service";
import { createLogger, type Logger } from "@jst/telemetry";
import { readFileSync } from "node:fs";
import { changesetServices } from "../gen/services.ts";
import { tools } from "../gen/tools.ts";
import { agentApp } from "./app.ts";
import { isAway } from "./asking/ask-services.ts";
import { listChangesetsTool } from "./changesets/list-changesets.ts";
import { ChangesetSources } from "./changesets/sources.ts";
import { KnowledgeSources } from "./context/knowledge-sources.ts";
import { Meanings } from "./context/meanings.ts";
import { searchContextTool } from "./context/search-context.ts";
import { Searcher } from "./context/searcher.ts";
import { addressesOf, type AgentConfig } from "./config.ts";
import { mcpServers } from "./mcp/servers.ts";
import { readDocuments } from "./discovery/document.ts";
import { FaultSources } from "./status/fault-sources.ts";
import { AuthDoor } from "./tools/auth-door.ts";
import { Catalogue } from "./tools/catalogue.ts";
import { Confirmations } from "./tools/confirmations.ts";
import { Upstreams } from "./tools/upstreams.ts";

/**
 * The agent service owns the doors of agents and the platform's descriptions of itself, all generated from the
 * contract. It keeps no data: a tool's call becomes the rpc of the service that does.
 */
export function startAgent(config: AgentConfig, servers = mcpServers): Promise<RunningProcess> {
  const logger = createLogger("agent", config.logLevel);
  const verifier = new CallerVerifier({ jwks: config.callerKeys.reveal(), audience: config.audience });
  const descriptor = readFileSync(new URL("../gen/tools.binpb", import.meta.url));
  const upstreams = new Upstreams(tools, descriptor, addressesOf(config), config.tls);
  const changesets = changesetSources(config, logger);
  const knowledge = new KnowledgeSources(addressesOf(config), signerOf(config), config.tls);
  const meanings = new Meanings(config.authGrpc, signerOf(config), { logger, tls: config.tls });
  const searcher = new Searcher(knowledge, meanings);
  const faults = faultSources(config, logger);
  const auth = new AuthDoor(config.authGrpc, signerOf(config), config.tls);
  const cursors = new CursorCodec(readCursorKeys(config.cursorKeys.reveal()));
  const app = agentApp({
    baseUrl: config.baseUrl,
    logger,
    verifyCaller: (token) => verifier.verify(token),
    servers,
    documents: readDocuments(),
    catalogue: new Catalogue(tools),
    upstreams,
    changesets,
    record: auth,
    counter: auth,
    cursors,
    confirmations: new Confirmations(cursors),
    searcher,
    faults,
    local: {
      ListChangesets: listChangesetsTool({ changesets, cursors }),
      SearchContext: searchContextTool(searcher),
    },
  });
  return startProcess({
    config,
    logger,
    doors: [{ name: "http", door: httpDoor(app, config.tls), port: config.httpPort }],
    ready: () => upstreams.ready(),
    close: () => {
      upstreams.close();
      changesets.close();
      knowledge.close();
      meanings.close();
      faults.close();
      auth.close();
      return Promise.resolve();
    },
  });
}

/** The services whose writes can be proposed, asked in this one's name. */
function changesetSources(config: AgentConfig, logger: Logger): ChangesetSources {
  const all = addressesOf(config);
  const addresses = changesetServices.map((service) => [service, all[service]] as const);
  return new ChangesetSources(Object.fromEntries(addresses), {
    identity: signerOf(config),
    tls: config.tls,
    onMissing: (service, error) => logger.warn({ service, error }, "changesets are missing"),
  });
}

/** The services that know what does not work for a team, asked in this one's name. */
function faultSources(config: AgentConfig, logger: Logger): FaultSources {
  return new FaultSources(
    { ...addressesOf(config), auth: config.authGrpc },
    {
      identity: signerOf(config),
      tls: config.tls,
      onMissing: (service, error) =>
        logger[isAway(error) ? "warn" : "error"]({ service, error }, "faults are missing"),
    },
  );
}

function signerOf({ serviceSigningKey, audience }: AgentConfig): ServiceSigner {
  return new ServiceSigner({ privateJwk: serviceSigningKey.reveal(), audience });
}
