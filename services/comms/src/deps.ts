import type { CursorCodec } from "@jst/query";
import type { Contacts } from "./people/contacts.ts";

/** What the wiring of the service gives to its handlers, as call.deps. */
export interface Deps {
  cursors: CursorCodec;
  /** Knows where the team's contacts are reached. */
  contacts: Contacts;
}
