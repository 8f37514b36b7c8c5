import { readSecretKeys, SecretBox } from "@jst/config";
import { plannedOnce, SystemDatabase, type RunningWork } from "@jst/db";
import { Directory, membersAt, takeMerges } from "@jst/directory";
import type { EventConsumer } from "@jst/events";
import { CursorCodec, readCursorKeys } from "@jst/query";
import { startFacts, startService, type RunningProcess } from "@jst/service";
import { peers, type Peers } from "../gen/internal.ts";
import { descriptor, rpcs } from "../gen/registry.ts";
import { bookingPages } from "./booking-pages/booking-pages.ts";
import { Contacts, NewContacts } from "./bookings/contacts.ts";
import { ManagePages } from "./bookings/manage-pages.ts";
import type { Notifier } from "./bookings/notify.ts";
import { Hosts } from "./calendar/hosts.ts";
import { Senders } from "./calendar/senders.ts";
import { startBookingClock } from "./clock/clock.ts";
import { startLinker } from "./clock/link-contacts.ts";
import type { SchedulingConfig } from "./config.ts";
import type { Deps } from "./deps.ts";
import { resourcesWith } from "./resources.ts";
import { texts } from "./texts.ts";

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
  const keys = readSecretKeys(config.endpointSecretKeys.reveal());
  let beside: Beside | undefined;
  const recall: Hosts["recall"] = (context, ids) => {
    if (beside === undefined) throw new Error("The service has not started.");
    return beside.hosts.recall(context, ids);
  };
  const managePages = new ManagePages(keys, config.baseUrl);
  const notifier: Notifier = { hosts: { recall }, managePages, secrets: new SecretBox(keys) };
  return startService<Deps, Peers>({
    name: "scheduling",
    migrations: new URL("../migrations/", import.meta.url),
    texts,
    config,
    rpcs,
    descriptor,
    changes: { resources: resourcesWith(notifier), cursors },
    peers: (identity) => peers(config, identity),
    deps: ({ database, logger, peers: { auth, comms, crm } }) => {
      const connectionString = config.workerDatabaseUrl.reveal();
      const contacts = new Contacts(crm);
      const newContacts = new NewContacts(contacts, database);
      const hosts = new Hosts(auth);
      beside = {
        hosts,
        clock: startBookingClock({ connectionString, database, notifier, logger }),
        linker: startLinker({ connectionString, database, newContacts, logger }),
        facts: startFacts("scheduling", config, logger, {
          "contact.merged": (teamId, merges) => takeMerges(database, teamId, merges),
        }),
      };
      return {
        ...{ cursors, contacts, newContacts, hosts, notifier, database },
        senders: new Senders(comms),
        directory: new Directory({ member: membersAt(auth) }),
        auth,
        lookup: lookupOf(config),
      };
    },
    close: async ({ lookup }) => {
      for (const work of [beside?.facts, beside?.clock, beside?.linker]) await work?.stop();
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
