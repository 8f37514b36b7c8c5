import { CallerVerifier } from "@jst/caller";
import { startOperations, type Running } from "@jst/service";
import { createLogger } from "@jst/telemetry";
import type { Server } from "node:http";
import { agentApp } from "./app.ts";
import type { AgentConfig } from "./config.ts";

/**
 * The agent service owns the platform's descriptions of itself: the index and the OpenAPI document, both
 * generated from the contract. It keeps no data.
 */
export async function startAgent(config: AgentConfig): Promise<Running> {
  const logger = createLogger("agent", config.logLevel);
  const verifier = new CallerVerifier({ jwks: config.callerKeys.reveal(), audience: config.audience });
  const app = agentApp({ baseUrl: config.baseUrl, logger, verifyCaller: (token) => verifier.verify(token) });
  let isDraining = false;
  const operations = await startOperations({ host: config.host, port: config.opsPort, logger }, () =>
    isDraining ? Promise.reject(new Error("the process is draining")) : Promise.resolve(),
  );
  const door = await new Promise<Server>((resolve, reject) => {
    const server = app.listen(config.httpPort, config.host, (error) =>
      error ? reject(error) : resolve(server),
    );
  });
  logger.info({ http_port: config.httpPort, ops_port: config.opsPort }, "started");
  return {
    logger,
    stop: async () => {
      isDraining = true;
      await new Promise((resolve) => door.close(resolve));
      operations.close();
      operations.closeAllConnections();
    },
  };
}
