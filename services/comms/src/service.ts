import { CursorCodec, readCursorKeys } from "@jst/query";
import { startService, type Running } from "@jst/service";
import { internal } from "../gen/internal.ts";
import { descriptor, rpcs } from "../gen/registry.ts";
import type { CommsConfig } from "./config.ts";
import type { Deps } from "./deps.ts";
import { Contacts } from "./people/contacts.ts";
import { resources } from "./resources.ts";

/** comms owns what a team says to people, and what these have agreed to hear. */
export function startComms(config: CommsConfig): Promise<Running> {
  const cursors = new CursorCodec(readCursorKeys(config.cursorKeys.reveal()));
  return startService<Deps>({
    name: "comms",
    migrations: new URL("../migrations/", import.meta.url),
    config,
    rpcs,
    descriptor,
    changes: { resources, authGrpc: config.authGrpc, internal },
    deps: ({ identity }) => ({ cursors, contacts: new Contacts(config.crmGrpc, identity, config.tls) }),
    close: ({ contacts }) => {
      contacts.close();
      return Promise.resolve();
    },
    relay: config,
  });
}
