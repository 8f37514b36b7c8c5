import type { Database, SystemDatabase } from "@jst/db";
import type { Directory } from "@jst/directory";
import type { TeamCalls } from "@jst/pages";
import type { CursorCodec } from "@jst/query";
import type { InternalClient } from "@jst/rpc";
import type { Contacts } from "./bookings/contacts.ts";
import type { Teller } from "./bookings/tell.ts";

/** What the wiring of the service gives to its handlers, as call.deps. */
export interface Deps {
  cursors: CursorCodec;
  /** Knows the members of the team. */
  directory: Directory<"member">;
  /** Finds or makes who books. */
  contacts: Pick<Contacts, "find" | "close">;
  teller: Teller;
  /** For pages, whose visitors have no token. */
  database: Database;
  /** Connection of scheduling_lookup, which tells whose booking an address is of. */
  lookup: SystemDatabase;
  /** Knows the team of a page. */
  auth: InternalClient<TeamCalls>;
}
