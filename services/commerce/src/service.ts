import { readSecretKeys, SecretBox } from "@jst/config";
import { CursorCodec, readCursorKeys } from "@jst/query";
import { InternalClient } from "@jst/rpc";
import { startService, type Running } from "@jst/service";
import { internal } from "../gen/internal.ts";
import { descriptor, rpcs } from "../gen/registry.ts";
import type { CommerceConfig } from "./config.ts";
import type { Deps } from "./deps.ts";
import { documentPages } from "./document-pages/document-pages.ts";
import { HostedPages, openPages } from "./documents/hosted.ts";
import { Payers } from "./payers/payers.ts";
import { resources } from "./resources.ts";

/** commerce owns invoices: their totals are exact, their numbers have no gap, and what is finalized stays. */
export function startCommerce(config: CommerceConfig): Promise<Running> {
  const cursors = new CursorCodec(readCursorKeys(config.cursorKeys.reveal()));
  const keys = readSecretKeys(config.endpointSecretKeys.reveal());
  const secrets = new SecretBox(keys);
  const pages = openPages(new HostedPages(keys, config.baseUrl));
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
      pages,
      auth: new InternalClient({
        service: "auth",
        address: config.authGrpc,
        ...internal,
        identity,
        tls: config.tls,
      }),
    }),
    close: ({ payers, auth }) => {
      payers.close();
      auth.close();
      return Promise.resolve();
    },
    relay: config,
    http: { port: config.httpPort, app: documentPages },
  });
}
