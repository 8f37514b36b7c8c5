import { CallerSigner } from "@jst/caller";
import { SystemDatabase } from "@jst/db";
import { startService, type RunningProcess, type ServiceOptions, type ServicePeers } from "@jst/service";
import { descriptor, rpcs } from "../gen/registry.ts";
import { addCheck } from "./check/check-server.ts";
import { countLimiterOpen } from "./check/check-telemetry.ts";
import { Limiter } from "./check/limiter.ts";
import { startCheck, type RunningCheck } from "./check/start-check.ts";
import type { AuthConfig } from "./config.ts";
import { Counts } from "./counts/counts.ts";
import type { Deps } from "./deps.ts";

/** Connections for work across teams that is not Check's: a caller that waits there must not delay Check. */
const operatorPool = 4;
/** Connections of the audit log: the writer works on three teams at a time, and three calls of others run beside it. */
const auditPool = 6;

/** Folder of the migrations of the schema that both workloads work on. */
export const migrations = new URL("../migrations/", import.meta.url);

/** Parts of a process that one workload makes. */
export type Parts<Of, Peers extends ServicePeers> = Pick<
  ServiceOptions<Of, Peers>,
  "rpcs" | "peers" | "deps" | "texts"
> &
  Required<Pick<ServiceOptions<Of>, "close">>;

/** Peers of the workload auth, which calls no other service. */
const noPeers = { close: () => undefined };

/**
 * Starts the workload auth, which decides every request and signs every caller. No request passes the gateway without a
 * living token of the team whose data it reaches. A revocation applies within 5 s at the latest. The workload opens no
 * address outside the fleet (operation.workloads).
 */
export function startAuth(config: AuthConfig): Promise<RunningProcess> {
  return startService({ name: "auth", migrations, config, descriptor, ...checkParts(config) });
}

export function checkParts(
  config: AuthConfig,
): Parts<Deps, ServicePeers> & Required<Pick<ServiceOptions<Deps>, "register">> {
  const { audience, baseUrl } = config;
  const listenUrl = config.lookupDatabaseUrl.reveal();
  const redisUrl = config.redisUrl.reveal();
  const lookup = lookupDatabase(config, config.lookupDatabasePool);
  const { operator, audit } = databasesOf(config, operatorPool);
  const limiter = new Limiter({ redisUrl, onOpen: countLimiterOpen });
  const signer = new CallerSigner({ privateJwk: config.callerSigningKey.reveal(), audience });
  let check: RunningCheck | undefined;
  return {
    rpcs,
    // account stores the texts of the schema in NFC.
    texts: undefined,
    peers: () => noPeers,
    deps: ({ logger }) => {
      const counts = new Counts(operator, (error) => logger.warn({ error }, "requests were not counted"));
      check = startCheck({ baseUrl, lookup, listenUrl, redisUrl, counts, signer, logger });
      return { operator, audit, signer, limiter, counts, baseUrl };
    },
    register: (server) => {
      if (check !== undefined) addCheck(server, check);
    },
    close: async ({ counts }) => {
      await check?.close();
      await counts.close();
      limiter.close();
      await Promise.all([lookup.close(), operator.close(), audit.close()]);
    },
  };
}

/** Connections of the roles that reach all teams, for handlers. */
export function databasesOf(
  config: Pick<AuthConfig, "lookupDatabaseUrl" | "auditDatabaseUrl">,
  poolSize: number,
): Pick<Deps, "operator" | "audit"> {
  const connectionString = config.auditDatabaseUrl.reveal();
  return {
    operator: lookupDatabase(config, poolSize),
    audit: new SystemDatabase({ connectionString, poolSize: auditPool, applicationName: "auth_audit" }),
  };
}

function lookupDatabase({ lookupDatabaseUrl }: Pick<AuthConfig, "lookupDatabaseUrl">, poolSize: number) {
  const connectionString = lookupDatabaseUrl.reveal();
  return new SystemDatabase({ connectionString, poolSize, applicationName: "auth_lookup" });
}
