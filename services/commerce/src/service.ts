import { readSecretKeys, SecretBox } from "@jst/config";
import { CursorCodec, readCursorKeys } from "@jst/query";
import { startService, type Running } from "@jst/service";
import { internal } from "../gen/internal.ts";
import { descriptor, rpcs } from "../gen/registry.ts";
import type { CommerceConfig } from "./config.ts";
import type { Deps } from "./deps.ts";
import { Payers } from "./payers/payers.ts";
import { resources } from "./resources.ts";

/** commerce owns invoices: their totals are exact, their numbers have no gap, and what is finalized stays. */
export function startCommerce(config: CommerceConfig): Promise<Running> {
  const cursors = new CursorCodec(readCursorKeys(config.cursorKeys.reveal()));
  const secrets = new SecretBox(readSecretKeys(config.endpointSecretKeys.reveal()));
  return startService<Deps>({
    name: "commerce",
    migrations: new URL("../migrations/", import.meta.url),
    config,
    rpcs,
    descriptor,
    changes: { resources, authGrpc: config.authGrpc, internal },
    deps: ({ database, identity }) => ({
      cursors,
      payers: new Payers(config.crmGrpc, identity, config.tls),
      database,
      secrets,
    }),
    close: ({ payers }) => {
      payers.close();
      return Promise.resolve();
    },
    relay: config,
  });
}
