import { CallerSigner } from "@jst/caller";
import { SystemDatabase } from "@jst/db";
import { startService, type Running } from "@jst/service";
import { readFileSync } from "node:fs";
import { rpcs } from "../gen/registry.ts";
import { addCheck } from "./check/check-server.ts";
import { startCheck, type RunningCheck } from "./check/start-check.ts";
import type { AuthConfig } from "./config.ts";
import type { Deps } from "./deps.ts";

/**
 * auth owns teams, members, tokens, module settings and hosts. It promises that no request passes the gateway
 * without a living token of the team whose data it reaches, and that a revocation holds within 5 s at the latest.
 */
export function startAuth(config: AuthConfig): Promise<Running> {
  const operator = new SystemDatabase({
    connectionString: config.lookupDatabaseUrl.reveal(),
    poolSize: config.lookupDatabasePool,
    applicationName: "auth_lookup",
  });
  const signer = new CallerSigner({
    privateJwk: config.callerSigningKey.reveal(),
    audience: config.audience,
  });
  let check: RunningCheck | undefined;
  return startService<Deps>({
    name: "auth",
    config,
    rpcs,
    descriptor: readFileSync(new URL("../gen/descriptor.binpb", import.meta.url)),
    deps: ({ logger }) => {
      check = startCheck({
        baseUrl: config.baseUrl,
        lookup: operator,
        listenUrl: config.lookupDatabaseUrl.reveal(),
        redisUrl: config.redisUrl.reveal(),
        signer,
        logger,
      });
      return { operator, signer, baseUrl: config.baseUrl };
    },
    register: (server) => {
      if (check !== undefined) addCheck(server, check);
    },
    close: async () => {
      await check?.close();
      await operator.close();
    },
  });
}
