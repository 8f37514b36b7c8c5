import type { CursorCodec } from "@jst/query";
import type { Payers } from "./payers/payers.ts";

/** What the wiring of the service gives to its handlers, as call.deps. */
export interface Deps {
  cursors: CursorCodec;
  /** Knows the contacts that pay. */
  payers: Pick<Payers, "find" | "close">;
}
