import type { Database, SystemDatabase } from "@jst/db";
import type { Directory } from "@jst/directory";
import type { TeamPeer } from "@jst/pages";
import type { CursorCodec } from "@jst/query";
import type { Contacts, NewContacts } from "./bookings/contacts.ts";
import type { Notifier } from "./bookings/notify.ts";
import type { Senders } from "./calendar/senders.ts";
import type { Hosts } from "./calendar/hosts.ts";

/** Dependencies of the handlers, as call.deps. */
export interface Deps {
  cursors: CursorCodec;
  /** Knows the members of the team. */
  directory: Directory<"member">;
  /** Finds the contact of who books. */
  contacts: Contacts;
  /** Makes contacts after the commit. */
  newContacts: NewContacts;
  /** Finds who hosts. */
  hosts: Hosts;
  /** Finds who a team's mail comes from. */
  senders: Senders;
  notifier: Notifier;
  /** For pages, whose visitors have no token. */
  database: Database;
  /** Connection of scheduling_lookup, which tells whose booking an address is of. */
  lookup: SystemDatabase;
  /** Knows the team of a page. */
  auth: TeamPeer;
}
