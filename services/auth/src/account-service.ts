import { readSecretKeys, SecretBox } from "@jst/config";
import type { SystemDatabase } from "@jst/db";
import { CursorCodec, readCursorKeys } from "@jst/query";
import { brokersOf, startHourly, startService, type RunningProcess, type ServiceOptions } from "@jst/service";
import type { Logger } from "@jst/telemetry";
import { descriptor, rpcs } from "../gen/account-registry.ts";
import { peers, type Peers } from "../gen/internal.ts";
import type { AccountConfig } from "./account-config.ts";
import { startAuditWriter, type AuditWriter } from "./audit/audit-writer.ts";
import { SignedHeads } from "./audit/signed-heads.ts";
import { countLimiterOpen } from "./check/check-telemetry.ts";
import { Limiter } from "./check/limiter.ts";
import { Counts } from "./counts/counts.ts";
import type { AccountDeps } from "./deps.ts";
import { findFaults } from "./faults/find-faults.ts";
import { startOAuth, type RunningOAuth } from "./oauth/start-oauth.ts";
import { findTeamsAfter } from "./operator/queries.ts";
import { outwardOf } from "./outward.ts";
import { authPages } from "./pages.ts";
import { sweepChallenges } from "./passkeys/challenges.ts";
import { databasesOf, migrations, type Parts } from "./service.ts";
import { fleetProviderOf } from "./sign-in/fleet-provider.ts";
import { startMails } from "./sign-in/mail-worker.ts";
import { texts } from "./texts.ts";

/** Parts of the workload account beside those that each workload has. */
type AccountParts = Parts<AccountDeps, Peers> &
  Required<Pick<ServiceOptions<AccountDeps>, "findFaults" | "relay" | "http" | "teamsAfter">>;

/**
 * Starts the workload account, which owns sign-in, tokens, members, settings, apps and the audit log. A
 * team's log entries are neither changed nor lost unseen. The workload opens addresses that customers name, and has no
 * key that signs callers: while it is down, requests with tokens pass (operation.workloads).
 */
export function startAccount(config: AccountConfig): Promise<RunningProcess> {
  return startService({
    name: "account",
    migrations,
    config,
    descriptor,
    ...accountParts(config),
  });
}

export function accountParts(config: AccountConfig): AccountParts {
  const databases = databasesOf(config, config.lookupDatabasePool);
  const { operator, audit } = databases;
  const cursors = new CursorCodec(readCursorKeys(config.cursorKeys.reveal()));
  const secrets = new SecretBox(readSecretKeys(config.endpointSecretKeys.reveal()));
  const redisUrl = config.redisUrl.reveal();
  const refreshLimiter = new Limiter({ redisUrl, onOpen: countLimiterOpen, keyPrefix: "refresh:" });
  const signedHeads = signedHeadsOf(config);
  let work: Work | undefined;
  return {
    rpcs,
    findFaults,
    ...{ texts, teamsAfter },
    relay: config,
    http: { port: config.httpPort, app: authPages },
    peers: (identity) => peers(config, identity),
    deps: ({ logger, peers: { emr, comms } }) => {
      work = startWork(config, { operator, audit, signedHeads, comms, logger });
      const asking = { ...outwardOf(config, logger), emr, comms, fleetProvider: fleetProviderOf(config) };
      return {
        ...databases,
        cursors,
        secrets,
        refreshLimiter,
        signedHeads,
        ...asking,
        isMailOn: config.signInMail === "on",
        baseUrl: config.baseUrl,
      };
    },
    close: async ({ documents, providers, embeddings }) => {
      await work?.stop();
      for (const one of [documents, providers, embeddings, refreshLimiter]) one.close();
      await Promise.all([operator.close(), audit.close()]);
    },
  };
}

/** Work beside requests. */
interface Work {
  stop(): Promise<void>;
}

/**
 * Starts to write the audit log, to sign its heads, and to ask for mails to members. Removes what is over of sign-in
 * for apps and with passkeys.
 */
function startWork(
  config: AccountConfig,
  parts: {
    operator: SystemDatabase;
    audit: SystemDatabase;
    signedHeads: SignedHeads | undefined;
    comms: AccountDeps["comms"];
    logger: Logger;
  },
): Work {
  const { operator, audit, signedHeads, comms, logger } = parts;
  const mails = startMails({ operator, comms, logger });
  const oauth: RunningOAuth = startOAuth(operator, logger);
  const counts = new Counts(operator, (error) => logger.warn({ error }, "calls of apps were not counted"));
  const { topicPrefix } = config;
  const writer: AuditWriter = startAuditWriter({
    brokers: brokersOf(config),
    topicPrefix,
    database: audit,
    counts,
    logger,
  });
  const unswept = (error: unknown) => logger.warn({ error }, "challenges of passkeys were not removed");
  const sweeping = startHourly(() => sweepChallenges(operator), unswept);
  const failed = (error: unknown) => logger.warn({ error }, "audit heads were not signed");
  const signing = signedHeads && startHourly(() => signedHeads.sign(operator), failed);
  return {
    stop: async () => {
      signing?.stop();
      sweeping.stop();
      await mails.stop();
      await writer.stop();
      oauth.close();
      await counts.close();
    },
  };
}

function signedHeadsOf(config: AccountConfig): SignedHeads | undefined {
  if (config.auditHeadsFile === "") return undefined;
  return new SignedHeads({
    file: config.auditHeadsFile,
    privateJwk: config.serviceSigningKey.reveal(),
    jwks: config.serviceKeys.reveal(),
  });
}

const teamsAfter =
  ({ operator }: AccountDeps) =>
  (after: string) =>
    findTeamsAfter(operator, after);
