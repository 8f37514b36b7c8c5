import type { Database, SystemDatabase } from "@jst/db";
import type { Directory } from "@jst/directory";
import type { CursorCodec } from "@jst/query";
import type { AccessWriter } from "./access/access-writer.ts";
import type { Peers } from "../gen/internal.ts";

/** Dependencies of the handlers, as call.deps. */
export interface Deps {
  cursors: CursorCodec;
  /** For the operator, who has no token. */
  database: Database;
  /** Knows the contacts and files that requests name. */
  directory: Directory<"contact" | "file">;
  /** Makes the contacts of examples. */
  crm: Pick<Peers["crm"], "bookedContact">;
  /** Connection of emr_audit: the record of who looked at what. */
  audit: SystemDatabase;
  /** Puts every call on record. */
  accesses: AccessWriter;
}
