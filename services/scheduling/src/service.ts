import { readSecretKeys } from "@jst/config";
import { plannedOnce, SystemDatabase, type RunningWork } from "@jst/db";
import { Directory } from "@jst/directory";
import { CursorCodec, readCursorKeys } from "@jst/query";
import { InternalClient } from "@jst/rpc";
import { startService, type Running } from "@jst/service";
import { internal } from "../gen/internal.ts";
import { descriptor, rpcs } from "../gen/registry.ts";
import { bookingPages } from "./booking-pages/booking-pages.ts";
import { Contacts } from "./bookings/contacts.ts";
import { ManagePages } from "./bookings/manage-pages.ts";
import type { Teller } from "./bookings/tell.ts";
import { Hosts } from "./calendar/hosts.ts";
import { startClock } from "./clock/clock.ts";
import type { SchedulingConfig } from "./config.ts";
import type { Deps } from "./deps.ts";
import { resourcesWith } from "./resources.ts";

/** scheduling owns when hosts can be booked: what is offered can be booked, and no slot is sold twice. */
export function startScheduling(config: SchedulingConfig): Promise<Running> {
  const cursors = new CursorCodec(readCursorKeys(config.cursorKeys.reveal()));
  const { authGrpc: member, tls } = config;
  let hosts: Hosts | undefined;
  let clock: RunningWork | undefined;
  const teller: Teller = {
    findHost: async (context, id) => hosts?.find(context, id),
    managePages: new ManagePages(readSecretKeys(config.endpointSecretKeys.reveal()), config.baseUrl),
  };
  return startService<Deps>({
    name: "scheduling",
    migrations: new URL("../migrations/", import.meta.url),
    config,
    rpcs,
    descriptor,
    changes: { resources: resourcesWith(teller), authGrpc: config.authGrpc, internal },
    deps: ({ database, identity, logger }) => {
      clock = startClock({ connectionString: config.workerDatabaseUrl.reveal(), database, teller, logger });
      hosts = new Hosts(member, identity, tls);
      return {
        cursors,
        directory: new Directory({ addresses: { member }, internal, identity, tls }),
        contacts: new Contacts(config.crmGrpc, identity, tls),
        teller,
        database,
        auth: new InternalClient({ service: "auth", address: member, ...internal, identity, tls }),
        lookup: new SystemDatabase({
          connectionString: config.lookupDatabaseUrl.reveal(),
          poolSize: 2,
          applicationName: "scheduling_lookup",
        }),
      };
    },
    close: async ({ directory, contacts, auth, lookup }) => {
      await clock?.stop();
      directory.close();
      contacts.close();
      hosts?.close();
      auth.close();
      await lookup.close();
    },
    relay: config,
    databaseSettings: plannedOnce,
    http: { port: config.httpPort, app: bookingPages },
  });
}
