import type { Database } from "@jst/db";
import type { CursorCodec } from "@jst/query";
import type { AccessWriter } from "./access/access-writer.ts";

/** What the wiring of the service gives to its handlers, as call.deps. */
export interface Deps {
  cursors: CursorCodec;
  /** For the operator, who has no token. */
  database: Database;
  /** Puts every call on record. */
  accesses: AccessWriter;
}
