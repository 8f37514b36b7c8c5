import { readSecretKeys, SecretBox } from "@jst/config";
import type { ServiceSigner } from "@jst/caller";
import { SystemDatabase } from "@jst/db";
import { Connections, guardOf } from "@jst/jobs/outbound";
import { Directory, takeMerges } from "@jst/directory";
import { eventTopic, startConsumer, type EventConsumer } from "@jst/events";
import { CursorCodec, readCursorKeys } from "@jst/query";
import { InternalClient } from "@jst/rpc";
import { brokersOf, startService, type RunningProcess } from "@jst/service";
import { internal } from "../gen/internal.ts";
import { descriptor, rpcs } from "../gen/registry.ts";
import type { CommsConfig } from "./config.ts";
import { takeAddresses } from "./gate/take-addresses.ts";
import { takeConsents } from "./consents/take-consents.ts";
import type { Deps } from "./deps.ts";
import { findFaults } from "./faults/find-faults.ts";
import { mailThread } from "./inbound/mime/mails.ts";
import { Contacts } from "./people/contacts.ts";
import { Members } from "./people/members.ts";
import { TeamData } from "./people/team-data.ts";
import { guardedConnect } from "./providers/smtp/connect.ts";
import { storedRequests } from "./messages/stored-requests.ts";
import { takeMails } from "./outgoing/told-mails.ts";
import type { Outgoing } from "./outgoing/queue-outgoing.ts";
import { resources } from "./resources.ts";
import { startActions } from "./rule-actions/action-runner.ts";
import { KnownTeams } from "@jst/pages";
import { modulesOf } from "./settings/team-modules.ts";
import { TeamWays } from "./settings/team-ways.ts";
import { commsApp } from "./http-app.ts";
import { startSender } from "./sending/sender.ts";
import { LiquidThread } from "./templates/liquid-thread.ts";

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
  return startService<Deps>({
    name: "comms",
    migrations: new URL("../migrations/", import.meta.url),
    config,
    rpcs,
    descriptor,
    findFaults,
    changes: { resources, requests: storedRequests(secrets), authGrpc: config.authGrpc, internal },
    deps: ({ database, identity, logger }) => {
      const twilio = { guard, connections, baseUrl: config.baseUrl };
      const ways = new TeamWays({ database, secrets, connect: guardedConnect(guard), twilio });
      const parts = partsOfAllTeams(config, identity);
      const { members, ...others } = othersOf(config, identity);
      const { auth } = parts;
      stopWorkers = startWorkers(config, { ...others, database, ways, secrets, logger, members, auth });
      return {
        cursors,
        database,
        ...others,
        mails: mailThread(),
        directory: directoryOf(config, identity),
        ways,
        forgetWay: (teamId) => ways.forget(teamId),
        guard,
        secrets,
        ...parts,
      };
    },
    close: async ({ contacts, data, directory, auth, lookup, worker }) => {
      await stopWorkers?.();
      connections.close();
      for (const one of [contacts, data, directory, auth]) one.close();
      await Promise.all([lookup.close(), worker.close()]);
    },
    relay: config,
    http: { port: config.httpPort, app: commsApp },
  });
}

/** Parts of the work beside the handlers. */
interface WorkerParts extends Outgoing {
  ways: TeamWays;
  secrets: SecretBox;
  contacts: Contacts;
  data: TeamData;
  members: Members;
  liquid: LiquidThread;
  auth: Deps["auth"];
}

/** Starts what works by itself; answers how that ends. */
function startWorkers(config: CommsConfig, { auth, ...parts }: WorkerParts): () => Promise<void> {
  const working = { ...parts, connectionString: config.workerDatabaseUrl.reveal() };
  const sender = startSender({ ...working, modules: modulesOf(new KnownTeams(auth)) });
  const actions = startActions(working);
  const facts = startFacts(config, parts);
  return async () => {
    await facts.stop();
    await Promise.all([sender.stop(), actions.stop()]);
    parts.ways.close();
    parts.members.close();
  };
}

/** Parts of handlers and workers alike: the services that they ask, and the thread for their texts. */
function othersOf({ crmGrpc, dataGrpc, authGrpc, tls }: CommsConfig, identity: ServiceSigner) {
  return {
    contacts: new Contacts(crmGrpc, identity, tls),
    data: new TeamData(dataGrpc, identity, tls),
    members: new Members(authGrpc, identity, tls),
    liquid: new LiquidThread(),
  };
}

/** Knows members at auth, and tables at data. */
function directoryOf(config: CommsConfig, identity: ServiceSigner): Deps["directory"] {
  const addresses = { member: config.authGrpc, table: config.dataGrpc };
  return new Directory({ addresses, internal, identity, tls: config.tls });
}

/** What the pages and an operator ask of all teams, and auth, which knows the dress of one. */
function partsOfAllTeams(
  { authGrpc: address, tls, lookupDatabaseUrl, workerDatabaseUrl }: CommsConfig,
  identity: ServiceSigner,
): Pick<Deps, "auth" | "lookup" | "worker"> {
  const connect = (connectionString: string, poolSize: number, applicationName: string) =>
    new SystemDatabase({ connectionString, poolSize, applicationName });
  return {
    auth: new InternalClient({ service: "auth", address, ...internal, identity, tls }),
    lookup: connect(lookupDatabaseUrl.reveal(), 2, "comms_lookup"),
    worker: connect(workerDatabaseUrl.reveal(), 1, "comms_operator"),
  };
}

/** Takes what other services have told: mails of theirs, consents and addresses that were given. */
function startFacts(config: CommsConfig, outgoing: Outgoing): EventConsumer {
  return startConsumer({
    brokers: brokersOf(config),
    topics: ["scheduling", "crm", "commerce", "auth"].map((service) =>
      eventTopic(service, config.topicPrefix),
    ),
    groupId: `${config.topicPrefix}comms`,
    logger: outgoing.logger,
    handle: async (teamId, events) => {
      await takeMails(outgoing, teamId, events);
      await takeConsents(outgoing, teamId, events);
      await takeAddresses(outgoing, teamId, events);
      await takeMerges(outgoing.database, teamId, events);
    },
  });
}
