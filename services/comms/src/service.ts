import { readSecretKeys, SecretBox } from "@jst/config";
import { SystemDatabase } from "@jst/db";
import { Connections, guardOf } from "@jst/jobs/outbound";
import { Directory, membersAt, tablesAt, takeMerges } from "@jst/directory";
import type { EventConsumer, MailFactType, ReceivedFact } from "@jst/events";
import { CursorCodec, readCursorKeys } from "@jst/query";
import { startFacts, startService, type RunningProcess } from "@jst/service";
import { peers, type Peers } from "../gen/internal.ts";
import { descriptor, rpcs } from "../gen/registry.ts";
import type { CommsConfig } from "./config.ts";
import { takeAddresses } from "./gate/record-consent.ts";
import { takeConsents } from "./consents/take-consents.ts";
import { takeImported } from "./consents/take-imported.ts";
import type { Deps } from "./deps.ts";
import { startDigests } from "./digests/digest-worker.ts";
import { findFaults } from "./faults/find-faults.ts";
import { mailThread } from "./inbound/mime/mails.ts";
import { fleetMailOf, type FleetMail } from "./providers/fleet-mail.ts";
import { guardedConnect } from "./providers/smtp/connect.ts";
import type { LinksPeer } from "./member-mail/compose.ts";
import { storedRequests } from "./messages/sealed-content.ts";
import { queueMailsFromFacts } from "./outgoing/queue-mails-from-facts.ts";
import type { Outgoing } from "./outgoing/queue-outgoing.ts";
import { startNotices } from "./notifications/notices.ts";
import { resources } from "./resources.ts";
import { startActions } from "./rule-actions/action-runner.ts";
import { KnownTeams } from "@jst/pages";
import { modulesOf } from "./settings/team-settings.ts";
import { TeamProviders } from "./settings/team-providers.ts";
import { commsApp } from "./http-app.ts";
import { startSender } from "./sending/sender.ts";
import { LiquidThread } from "./templates/liquid-thread.ts";
import { texts } from "./texts.ts";

/**
 * comms owns what a team says to people, and what these have agreed to hear. It promises that what it has queued comes
 * to exactly one end, and that nothing goes to whom consent or a suppression keeps it from.
 */
export function startComms(config: CommsConfig): Promise<RunningProcess> {
  const cursors = new CursorCodec(readCursorKeys(config.cursorKeys.reveal()));
  const secrets = new SecretBox(readSecretKeys(config.endpointSecretKeys.reveal()));
  const guard = guardOf(config);
  const connections = new Connections();
  let stopWorkers: (() => Promise<void>) | undefined;
  return startService<Deps, Peers>({
    name: "comms",
    migrations: new URL("../migrations/", import.meta.url),
    texts,
    config,
    rpcs,
    descriptor,
    findFaults,
    changes: { resources, cursors, requests: storedRequests(secrets) },
    peers: (identity) => peers(config, identity),
    deps: ({ database, logger, peers: { account, auth, crm, data } }) => {
      const twilio = { guard, connections, baseUrl: config.baseUrl };
      const routing = new TeamProviders({ database, secrets, connect: guardedConnect(guard), twilio });
      const fleetMail = fleetMailOf(config);
      const shared = { database, auth, crm, data, routing, fleetMail, secrets, liquid: new LiquidThread() };
      stopWorkers = startWorkers(config, { ...shared, account, logger });
      return {
        ...shared,
        ...connectionsOfAllTeams(config),
        cursors,
        mails: mailThread(),
        directory: new Directory({ member: membersAt(auth), table: tablesAt(data) }),
        forgetRoute: (teamId) => routing.forget(teamId),
        guard,
      };
    },
    close: async ({ lookup, worker }) => {
      await stopWorkers?.();
      connections.close();
      await Promise.all([lookup.close(), worker.close()]);
    },
    relay: config,
    http: { port: config.httpPort, app: commsApp },
  });
}

/** Parts of the work beside the handlers. */
interface WorkerParts extends Outgoing, Pick<Deps, "auth" | "crm" | "data" | "liquid" | "secrets"> {
  routing: TeamProviders;
  fleetMail: FleetMail | undefined;
  account: LinksPeer;
}

/** Starts the work beside the handlers; returns how it ends. */
function startWorkers(config: CommsConfig, parts: WorkerParts): () => Promise<void> {
  const teams = new KnownTeams(parts.auth);
  const connectionString = config.workerDatabaseUrl.reveal();
  const working = { ...parts, connectionString, teams, baseUrl: config.baseUrl };
  const sender = startSender({ ...working, modules: modulesOf(teams) });
  const actions = startActions(working);
  const digests = startDigests(working);
  const facts = startFactConsumer(config, parts);
  const notices = startNotices(config, parts);
  return async () => {
    await Promise.all([facts.stop(), notices.stop()]);
    await Promise.all([sender.stop(), actions.stop(), digests.stop()]);
    parts.routing.close();
    parts.fleetMail?.close();
  };
}

/** Opens the connections for pages and operators, which belong to no team. */
function connectionsOfAllTeams(config: CommsConfig): Pick<Deps, "lookup" | "worker"> {
  const connect = (connectionString: string, poolSize: number, applicationName: string) =>
    new SystemDatabase({ connectionString, poolSize, applicationName });
  return {
    lookup: connect(config.lookupDatabaseUrl.reveal(), 2, "comms_lookup"),
    worker: connect(config.workerDatabaseUrl.reveal(), 1, "comms_operator"),
  };
}

/** Starts to handle facts of other services; the mails of one batch come first. */
function startFactConsumer(config: CommsConfig, outgoing: Outgoing): EventConsumer {
  const queueMails = (teamId: string, facts: readonly ReceivedFact<MailFactType>[]) =>
    queueMailsFromFacts(outgoing, teamId, facts);
  return startFacts("comms", config, outgoing.logger, {
    "booking.changed": queueMails,
    "invoice.sent": queueMails,
    "member.added": queueMails,
    "quote.sent": queueMails,
    "consent.given": (teamId, consents) => takeConsents(outgoing, teamId, consents),
    "consent.imported": (teamId, consents) => takeImported(outgoing, teamId, consents),
    "address.given": (teamId, addresses) => takeAddresses(outgoing, teamId, addresses),
    "contact.merged": (teamId, merges) => takeMerges(outgoing.database, teamId, merges),
  });
}
