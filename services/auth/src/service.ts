import { CallerSigner } from "@jst/caller";
import { readSecretKeys, SecretBox } from "@jst/config";
import { SystemDatabase } from "@jst/db";
import { CursorCodec, readCursorKeys } from "@jst/query";
import { brokersOf, startHourly, startService, type RunningProcess } from "@jst/service";
import type { Logger } from "@jst/telemetry";
import { peers, type Peers } from "../gen/internal.ts";
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
import { findTeamsAfter } from "./operator/queries.ts";
import { outwardOf } from "./outward.ts";
import { authPages } from "./pages.ts";
import { fleetProviderOf } from "./sign-in/fleet-provider.ts";
import { texts } from "./texts.ts";

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
  const lookupParts = { connectionString: lookupUrl, applicationName: "auth_lookup" };
  const poolOf = (poolSize: number) => new SystemDatabase({ ...lookupParts, poolSize });
  const [lookup, operator] = [poolOf(config.lookupDatabasePool), poolOf(operatorPool)];
  const redisUrl = config.redisUrl.reveal();
  const limiters = limitersOf(redisUrl);
  const { audience, baseUrl } = config;
  const signer = new CallerSigner({ privateJwk: config.callerSigningKey.reveal(), audience });
  const cursors = new CursorCodec(readCursorKeys(config.cursorKeys.reveal()));
  const secrets = new SecretBox(readSecretKeys(config.endpointSecretKeys.reveal()));
  let check: RunningCheck | undefined;
  let writer: AuditWriter | undefined;
  let oauth: RunningOAuth | undefined;
  const [audit, signedHeads] = [auditDatabase(config), signedHeadsOf(config)];
  let signing: { stop(): void } | undefined;
  return startService<Deps, Peers>({
    name: "auth",
    migrations: new URL("../migrations/", import.meta.url),
    ...{ texts, teamsAfter },
    config,
    ...{ rpcs, descriptor, findFaults },
    peers: (identity) => peers(config, identity),
    deps: ({ logger, peers: { emr } }) => {
      oauth = startOAuth(operator, logger);
      const counts = new Counts(operator, (error) => logger.warn({ error }, "requests were not counted"));
      check = startCheck({ baseUrl, lookup, listenUrl: lookupUrl, redisUrl, counts, signer, logger });
      writer = startWriter(config, { database: audit, counts, logger });
      signing = signedHeads && startSigning(signedHeads, operator, logger);
      const asking = { ...outwardOf(config, logger), emr, fleetProvider: fleetProviderOf(config) };
      const own = { operator, audit, signer, cursors, secrets, counts, baseUrl, signedHeads };
      return { ...own, ...limiters, ...asking };
    },
    register: (server) => {
      if (check !== undefined) addCheck(server, check);
    },
    relay: config,
    http: { port: config.httpPort, app: authPages },
    close: async ({ counts, documents, providers, embeddings }) => {
      signing?.stop();
      await check?.close();
      await writer?.stop();
      oauth?.close();
      await counts.close();
      for (const one of [documents, providers, embeddings, ...Object.values(limiters)]) one.close();
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

const teamsAfter =
  ({ operator }: Deps) =>
  (after: string) =>
    findTeamsAfter(operator, after);
