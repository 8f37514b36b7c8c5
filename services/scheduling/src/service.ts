import { readSecretKeys, SecretBox } from "@jst/config";
import { plannedOnce, SystemDatabase, type RunningWork } from "@jst/db";
import { Directory } from "@jst/directory";
import type { EventConsumer } from "@jst/events";
import { CursorCodec, readCursorKeys } from "@jst/query";
import { InternalClient } from "@jst/rpc";
import { startMerges, startService, type RunningProcess } from "@jst/service";
import { internal } from "../gen/internal.ts";
import { descriptor, rpcs } from "../gen/registry.ts";
import { bookingPages } from "./booking-pages/booking-pages.ts";
import { Contacts } from "./bookings/contacts.ts";
import { NewContacts } from "./bookings/new-contacts.ts";
import { ManagePages } from "./bookings/manage-pages.ts";
import type { Teller } from "./bookings/tell.ts";
import { Hosts } from "./calendar/hosts.ts";
import { Senders } from "./calendar/senders.ts";
import { startBookingClock } from "./clock/clock.ts";
import { startLinker } from "./clock/link-contacts.ts";
import type { SchedulingConfig } from "./config.ts";
import type { Deps } from "./deps.ts";
import { resourcesWith } from "./resources.ts";

/** Work beside the doors of the service, and parts that it shares. */
interface Beside {
  hosts: Hosts;
  clock: RunningWork;
  linker: RunningWork;
  facts: EventConsumer;
}

/** scheduling owns when hosts can be booked: what is offered can be booked, and no slot is sold twice. */
export function startScheduling(config: SchedulingConfig): Promise<RunningProcess> {
  const cursors = new CursorCodec(readCursorKeys(config.cursorKeys.reveal()));
  const { authGrpc: address, tls } = config;
  const keys = readSecretKeys(config.endpointSecretKeys.reveal());
  let beside: Beside | undefined;
  const recall: Hosts["recall"] = (context, ids) => {
    if (beside === undefined) throw new Error("The service has not started.");
    return beside.hosts.recall(context, ids);
  };
  const managePages = new ManagePages(keys, config.baseUrl);
  const teller: Teller = { hosts: { recall }, managePages, secrets: new SecretBox(keys) };
  return startService<Deps>({
    name: "scheduling",
    migrations: new URL("../migrations/", import.meta.url),
    config,
    rpcs,
    descriptor,
    changes: { resources: resourcesWith(teller), authGrpc: address, internal },
    deps: ({ database, identity, logger }) => {
      const connectionString = config.workerDatabaseUrl.reveal();
      const contacts = new Contacts(config.crmGrpc, identity, tls);
      const newContacts = new NewContacts(contacts, database);
      const hosts = new Hosts(address, identity, tls);
      beside = {
        hosts,
        clock: startBookingClock({ connectionString, database, teller, logger }),
        linker: startLinker({ connectionString, database, newContacts, logger }),
        facts: startMerges("scheduling", config, { database, logger }),
      };
      return {
        ...{ cursors, contacts, newContacts, hosts, teller, database },
        senders: new Senders(config.commsGrpc, identity, tls),
        directory: new Directory({ addresses: { member: address }, internal, identity, tls }),
        auth: new InternalClient({ service: "auth", address, ...internal, identity, tls }),
        lookup: lookupOf(config),
      };
    },
    close: async ({ lookup, directory, contacts, hosts, senders, auth }) => {
      await beside?.facts.stop();
      await beside?.clock.stop();
      await beside?.linker.stop();
      for (const client of [directory, contacts, hosts, senders, auth]) client.close();
      await lookup.close();
    },
    relay: config,
    databaseSettings: plannedOnce,
    http: { port: config.httpPort, app: bookingPages },
  });
}

function lookupOf({ lookupDatabaseUrl: url }: SchedulingConfig): SystemDatabase {
  return new SystemDatabase({
    connectionString: url.reveal(),
    poolSize: 2,
    applicationName: "scheduling_lookup",
  });
}
