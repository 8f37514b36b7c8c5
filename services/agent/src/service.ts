import { CallerVerifier, ServiceSigner } from "@jst/caller";
import { httpDoor } from "@jst/http";
import { CursorCodec, readCursorKeys } from "@jst/query";
import { startProcess, type RunningProcess } from "@jst/service";
import { createLogger } from "@jst/telemetry";
import { readFileSync } from "node:fs";
import { peers as peersAt } from "../gen/internal.ts";
import { changesetServices } from "../gen/services.ts";
import { steps, tools } from "../gen/tools.ts";
import { agentApp } from "./app.ts";
import { isAway } from "./asking/ask-services.ts";
import { exportRecorder } from "./changesets/record-export.ts";
import { ChangesetSources } from "./changesets/sources.ts";
import { KnowledgeSources } from "./context/knowledge-sources.ts";
import { Meanings } from "./context/meanings.ts";
import { Searcher } from "./context/searcher.ts";
import { addressesOf, type AgentConfig } from "./config.ts";
import { localRpcs } from "./own-tools.ts";
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
  const upstreams = upstreamsOf(config);
  const peers = peersAt(config, signerOf(config));
  const changesets = new ChangesetSources(changesetServices, peers, {
    onMissing: (service, error) => logger.warn({ service, error }, "changesets are missing"),
  });
  const searcher = new Searcher(new KnowledgeSources(peers), new Meanings(peers.account, logger));
  const faults = new FaultSources(peers, {
    onMissing: (service, error) =>
      logger[isAway(error) ? "warn" : "error"]({ service, error }, "faults are missing"),
  });
  const auth = new AuthDoor(peers.auth);
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
    account: peers.account,
    record: auth,
    counter: auth,
    cursors,
    confirmations: new Confirmations(cursors),
    searcher,
    faults,
    recordExport: exportRecorder(peers.auth),
    local: localRpcs({ upstreams, baseUrl: config.baseUrl, changesets, cursors, searcher }),
  });
  return startProcess({
    config,
    logger,
    doors: [{ name: "http", door: httpDoor(app, config.tls), port: config.httpPort }],
    ready: () => upstreams.ready(),
    close: () => {
      upstreams.close();
      peers.close();
      return Promise.resolve();
    },
  });
}

function upstreamsOf(config: AgentConfig): Upstreams {
  const descriptor = readFileSync(new URL("../gen/tools.binpb", import.meta.url));
  const called = [...tools, ...Object.values(steps)];
  return new Upstreams(called, descriptor, addressesOf(config), config.tls);
}

function signerOf({ serviceSigningKey, audience }: AgentConfig): ServiceSigner {
  return new ServiceSigner({ privateJwk: serviceSigningKey.reveal(), audience });
}
