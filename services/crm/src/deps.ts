import type { Database } from "@jst/db";
import type { Directory } from "@jst/directory";
import type { ImportWork } from "@jst/importing";
import type { CursorCodec } from "@jst/query";
import type { Peers } from "../gen/internal.ts";
import type { Things } from "./comments/things.ts";

/** Dependencies of the handlers, as call.deps. */
export interface Deps {
  cursors: CursorCodec;
  /** For the questions of other services, which belong to no token. */
  database: Database;
  /** Knows the members of the team. */
  directory: Directory<"member" | "file">;
  /** Knows the addresses of members. */
  auth: Peers["auth"];
  /** Knows the files of the team. */
  data: Pick<Peers["data"], "describeFiles" | "findImportUpload">;
  /** Knows the things of every service as their callers may read them. */
  things: Things;
  /** Work on imports beside the handlers. */
  imports: ImportWork<Deps>;
}
