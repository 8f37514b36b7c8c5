import { Directory } from "@jst/directory";
import { CursorCodec, readCursorKeys } from "@jst/query";
import { InternalClient } from "@jst/rpc";
import { startService, type Running } from "@jst/service";
import { internal } from "../gen/internal.ts";
import { descriptor, rpcs } from "../gen/registry.ts";
import { resources } from "./resources.ts";
import type { CrmConfig } from "./config.ts";
import type { Deps } from "./deps.ts";

/**
 * crm owns the contacts of every team. It promises that a contact, its change record and its event are stored
 * together or not at all, and that no team sees or touches another's.
 */
export function startCrm(config: CrmConfig): Promise<Running> {
  const cursors = new CursorCodec(readCursorKeys(config.cursorKeys.reveal()));
  return startService<Deps>({
    name: "crm",
    migrations: new URL("../migrations/", import.meta.url),
    config,
    rpcs,
    descriptor,
    changes: { resources, authGrpc: config.authGrpc, internal },
    deps: ({ database, identity }) => ({
      cursors,
      database,
      directory: new Directory({
        addresses: { member: config.authGrpc, file: config.dataGrpc },
        internal,
        identity,
        tls: config.tls,
      }),
      auth: new InternalClient({
        service: "auth",
        address: config.authGrpc,
        ...internal,
        identity,
        tls: config.tls,
      }),
    }),
    relay: config,
    close: ({ directory, auth }) => {
      directory.close();
      auth.close();
      return Promise.resolve();
    },
  });
}
