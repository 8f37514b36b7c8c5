import { SystemDatabase } from "@jst/db";
import { contactsAt, Directory, filesAt } from "@jst/directory";
import { CursorCodec, readCursorKeys } from "@jst/query";
import { startService, type RunningProcess } from "@jst/service";
import { peers, type Peers } from "../gen/internal.ts";
import { descriptor, rpcs } from "../gen/registry.ts";
import { accessLog } from "./access/access-log.ts";
import { AccessWriter } from "./access/access-writer.ts";
import type { EmrConfig } from "./config.ts";
import type { Deps } from "./deps.ts";
import { resources } from "./resources.ts";
import { texts } from "./texts.ts";

/** Connections of the record: one appends, one looks whether it may, and one is for who reads it. */
const auditPool = 3;

/** A Bundle comes as one text in JSON: its quotes and new lines need more bytes than the file. */
const messageBytesMax = 128 * 1024 * 1024;

/**
 * emr owns charts and what people consent to have kept of their health, and the record of who looked at it. It promises
 * that nothing of it is answered before the look is on record for good.
 */
export function startEmr(config: EmrConfig): Promise<RunningProcess> {
  const cursors = new CursorCodec(readCursorKeys(config.cursorKeys.reveal()));
  const audit = new SystemDatabase({
    connectionString: config.auditDatabaseUrl.reveal(),
    poolSize: auditPool,
    applicationName: "emr_audit",
  });
  return startService<Deps, Peers>({
    name: "emr",
    migrations: new URL("../migrations/", import.meta.url),
    texts,
    config,
    rpcs,
    descriptor,
    changes: { resources, cursors },
    peers: (identity) => peers(config, identity),
    deps: ({ database, peers: { crm, data } }) => ({
      cursors,
      database,
      audit,
      accesses: new AccessWriter(audit),
      directory: new Directory({ contact: contactsAt(crm), file: filesAt(data) }),
      crm,
    }),
    messageBytesMax,
    accessLog: ({ accesses }) => accessLog(accesses),
    ready: ({ accesses }) => accesses.ready(),
    close: () => audit.close(),
    relay: config,
  });
}
