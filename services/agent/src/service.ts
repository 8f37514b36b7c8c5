import { CallerVerifier, ServiceSigner } from "@jst/caller";
import { CursorCodec, readCursorKeys } from "@jst/query";
import { serverTls, watchExpiry } from "@jst/rpc";
import { startOperations, type Running } from "@jst/service";
import { createLogger } from "@jst/telemetry";
import { readFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { changesetServices } from "../gen/services.ts";
import { tools } from "../gen/tools.ts";
import { agentApp } from "./app.ts";
import { listChangesetsTool } from "./changesets/list-changesets.ts";
import { ChangesetSources } from "./changesets/sources.ts";
import { addressesOf, type AgentConfig } from "./config.ts";
import { mcpServers } from "./mcp/servers.ts";
import { readDocuments } from "./discovery/document.ts";
import { AuthDoor } from "./tools/auth-door.ts";
import { Catalogue } from "./tools/catalogue.ts";
import { Confirmations } from "./tools/confirmations.ts";
import { Upstreams } from "./tools/upstreams.ts";

/**
 * Beyond every head that the gateway lets pass (limits.head), for Node answers a larger one without a problem document.
 */
const HEAD_MAX_BYTES = 131_072;

/**
 * The agent service owns the doors of agents and the platform's descriptions of itself, all generated from the
 * contract. It keeps no data: a tool's call becomes the rpc of the service that does.
 */
export async function startAgent(config: AgentConfig, servers = mcpServers): Promise<Running> {
  const logger = createLogger("agent", config.logLevel);
  const verifier = new CallerVerifier({ jwks: config.callerKeys.reveal(), audience: config.audience });
  const descriptor = readFileSync(new URL("../gen/tools.binpb", import.meta.url));
  const upstreams = new Upstreams(tools, descriptor, addressesOf(config), config.tls);
  const changesets = changesetSources(config);
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
    local: { ListChangesets: listChangesetsTool({ changesets, cursors }) },
    allowedOrigins: config.allowedOrigins.split(" ").filter((origin) => origin !== ""),
  });
  let isDraining = false;
  const operations = await startOperations({ host: config.host, port: config.opsPort, logger }, () =>
    isDraining ? Promise.reject(new Error("the process is draining")) : upstreams.ready(),
  );
  const door = await listen(app, config);
  logger.info({ http_port: config.httpPort, ops_port: config.opsPort }, "started");
  return {
    logger,
    stop: async () => {
      isDraining = true;
      await new Promise((resolve) => door.close(resolve));
      upstreams.close();
      changesets.close();
      auth.close();
      operations.close();
      operations.closeAllConnections();
    },
  };
}

/** Opens the express door; with TLS for the gateway alone where services speak it. */
function listen(app: RequestListener, { tls, httpPort, host }: AgentConfig): Promise<Server> {
  if (tls !== undefined) watchExpiry(tls);
  const limits = { maxHeaderSize: HEAD_MAX_BYTES };
  const server =
    tls === undefined ? createServer(limits, app) : createTlsServer({ ...limits, ...serverTls(tls) }, app);
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(httpPort, host, () => {
      server.off("error", reject);
      resolve(server);
    });
  });
}

/** The services whose writes can be proposed, asked in this one's name. */
function changesetSources(config: AgentConfig): ChangesetSources {
  const all = addressesOf(config);
  const addresses = changesetServices.map((service) => [service, all[service]] as const);
  return new ChangesetSources(Object.fromEntries(addresses), signerOf(config), config.tls);
}

function signerOf({ serviceSigningKey, audience }: AgentConfig): ServiceSigner {
  return new ServiceSigner({ privateJwk: serviceSigningKey.reveal(), audience });
}
