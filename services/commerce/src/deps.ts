import type { SecretBox } from "@jst/config";
import type { Database } from "@jst/db";
import type { CursorCodec } from "@jst/query";
import type { Payers } from "./payers/payers.ts";

/** What the wiring of the service gives to its handlers, as call.deps. */
export interface Deps {
  cursors: CursorCodec;
  /** Knows the contacts that pay. */
  payers: Pick<Payers, "find" | "close">;
  /** For what is done in no token's name. */
  database: Database;
  /** Seals what settings keep secret. */
  secrets: SecretBox;
}
