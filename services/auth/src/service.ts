import { CallerSigner, type ServiceSigner } from "@jst/caller";
import { readSecretKeys, SecretBox } from "@jst/config";
import { SystemDatabase } from "@jst/db";
import { CursorCodec, readCursorKeys } from "@jst/query";
import { InternalClient } from "@jst/rpc";
import { brokersOf, startHourly, startService, type RunningProcess } from "@jst/service";
import type { Logger } from "@jst/telemetry";
import { internal, type InternalCalls } from "../gen/internal.ts";
import { descriptor, rpcs } from "../gen/registry.ts";
import { startAuditWriter, type AuditWriter, type AuditWriterOptions } from "./audit/audit-writer.ts";
import { SignedHeads } from "./audit/signed-heads.ts";
import { addCheck } from "./check/check-server.ts";
import { countLimiterOpen } from "./check/check-telemetry.ts";
import { Limiter } from "./check/limiter.ts";
import { startCheck, type RunningCheck } from "./check/start-check.ts";
import type { AuthConfig } from "./config.ts";
import { Counts } from "./counts/counts.ts";
import type { Deps } from "./deps.ts";
import { findFaults } from "./faults/find-faults.ts";
import { startOAuth, type RunningOAuth } from "./oauth/start-oauth.ts";
import { outwardOf } from "./outward.ts";
import { authPages } from "./pages.ts";
import { fleetProviderOf } from "./sign-in/fleet-provider.ts";

/** Connections for the operator's work and refreshes, apart from Check's: who waits there must not keep it waiting. */
const operatorPool = 4;
/** Connections of the audit log's writer, which has three teams under way at most, and for calls of three others. */
const auditPool = 6;

/**
 * auth owns teams, members, tokens, module settings, hosts and the audit log. It promises that no request passes the
 * gateway without a living token of the team whose data it reaches, that a revocation holds within 5 s at the latest,
 * and that what the log has of a team is neither changed nor lost unseen.
 */
export function startAuth(config: AuthConfig): Promise<RunningProcess> {
  const lookupUrl = config.lookupDatabaseUrl.reveal();
  const poolOf = (poolSize: number) =>
    new SystemDatabase({ connectionString: lookupUrl, poolSize, applicationName: "auth_lookup" });
  const [lookup, operator] = [poolOf(config.lookupDatabasePool), poolOf(operatorPool)];
  const audit = auditDatabase(config);
  const redisUrl = config.redisUrl.reveal();
  const limiters = limitersOf(redisUrl);
  const { audience, baseUrl } = config;
  const signer = new CallerSigner({ privateJwk: config.callerSigningKey.reveal(), audience });
  const cursors = new CursorCodec(readCursorKeys(config.cursorKeys.reveal()));
  const secrets = new SecretBox(readSecretKeys(config.endpointSecretKeys.reveal()));
  let check: RunningCheck | undefined;
  let writer: AuditWriter | undefined;
  let oauth: RunningOAuth | undefined;
  let signing: { stop(): void } | undefined;
  const signedHeads = signedHeadsOf(config);
  return startService<Deps>({
    name: "auth",
    migrations: new URL("../migrations/", import.meta.url),
    config,
    rpcs,
    descriptor,
    findFaults,
    deps: ({ logger, identity }) => {
      oauth = startOAuth(operator, logger);
      const counts = new Counts(operator, (error) => logger.warn({ error }, "requests were not counted"));
      check = startCheck({ baseUrl, lookup, listenUrl: lookupUrl, redisUrl, counts, signer, logger });
      writer = startWriter(config, { database: audit, counts, logger });
      signing = signedHeads && startSigning(signedHeads, operator, logger);
      const counting = { ...limiters, counts };
      const asking = { ...outwardOf(config, logger), ...peersOf(config, identity) };
      return { operator, audit, signer, cursors, secrets, ...counting, ...asking, baseUrl, signedHeads };
    },
    register: (server) => {
      if (check !== undefined) addCheck(server, check);
    },
    relay: config,
    http: { port: config.httpPort, app: authPages },
    close: async ({ counts, emr, documents, providers, embeddings }) => {
      signing?.stop();
      await check?.close();
      await writer?.stop();
      oauth?.close();
      await counts.close();
      for (const one of [emr, documents, providers, embeddings, ...Object.values(limiters)]) one.close();
      await Promise.all([lookup.close(), operator.close(), audit.close()]);
    },
  });
}

/** Count refreshes of sign-ins, and requests of tokens. */
function limitersOf(redisUrl: string): { refreshLimiter: Limiter; limiter: Limiter } {
  const counting = { redisUrl, onOpen: countLimiterOpen };
  return {
    refreshLimiter: new Limiter({ ...counting, keyPrefix: "refresh:" }),
    limiter: new Limiter(counting),
  };
}

function startWriter(
  config: AuthConfig,
  parts: Pick<AuditWriterOptions, "database" | "counts" | "logger">,
): AuditWriter {
  return startAuditWriter({ brokers: brokersOf(config), topicPrefix: config.topicPrefix, ...parts });
}

function startSigning(heads: SignedHeads, operator: SystemDatabase, logger: Logger): { stop(): void } {
  const failed = (error: unknown) => logger.warn({ error }, "audit heads were not signed");
  return startHourly(() => heads.sign(operator), failed);
}

/** Who keeps the record of looks at health data, and who vouches for members of teams without a provider. */
function peersOf(config: AuthConfig, identity: ServiceSigner): Pick<Deps, "emr" | "fleetProvider"> {
  const { emrGrpc: address, tls } = config;
  const emr = new InternalClient<InternalCalls>({ service: "emr", address, ...internal, identity, tls });
  return { emr, fleetProvider: fleetProviderOf(config) };
}

function auditDatabase({ auditDatabaseUrl }: AuthConfig): SystemDatabase {
  const connectionString = auditDatabaseUrl.reveal();
  return new SystemDatabase({ connectionString, poolSize: auditPool, applicationName: "auth_audit" });
}

function signedHeadsOf(config: AuthConfig): SignedHeads | undefined {
  if (config.auditHeadsFile === "") return undefined;
  return new SignedHeads({
    file: config.auditHeadsFile,
    privateJwk: config.serviceSigningKey.reveal(),
    jwks: config.serviceKeys.reveal(),
  });
}
