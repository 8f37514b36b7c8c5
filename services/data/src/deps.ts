import type { Database } from "@jst/db";
import type { Directory } from "@jst/directory";
import type { CursorCodec } from "@jst/query";
import type { ProvisionedTeams } from "./provisioning/provisioned-teams.ts";
import type { IndexWishes } from "./storage/index-wishes.ts";
import type { SchemaCache } from "./tables/schema-cache.ts";

/** What the wiring of the service gives to its handlers, as call.deps. */
export interface Deps {
  cursors: CursorCodec;
  /** For work that belongs to no token: provisioning. Handlers of rpcs use call.read and call.write. */
  database: Database;
  /** Knows what cells may name outside this service. */
  directory: Pick<Directory, "requireKnown" | "faultsOf" | "close">;
  schemas: SchemaCache;
  teams: ProvisionedTeams;
  wishes: IndexWishes;
  /** Milliseconds that the statements of a list may look through texts. */
  lookingMs: number;
}
