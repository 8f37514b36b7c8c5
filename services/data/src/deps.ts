import type { Database } from "@jst/db";
import type { Pace } from "@jst/http";
import { contactsAt, Directory, membersAt } from "@jst/directory";
import type { ImportWork } from "@jst/importing";
import type { ReferenceDeps } from "./engine/links/references.ts";
import type { ListDeps } from "./engine/lists/row-page.ts";
import type { ModulesOf, OpenAddresses } from "./files/open-addresses.ts";
import { knownFiles } from "./files/known-files.ts";
import type { FileStore } from "./files/store/file-store.ts";
import type { ProvisionedTeams } from "./provisioning/provisioned-teams.ts";

/** Dependencies of the handlers, as call.deps; the table engine needs most of them. */
export interface Deps extends ListDeps, ReferenceDeps {
  /** For work that belongs to no token: provisioning. Handlers of rpcs use call.read and call.write. */
  database: Database;
  directory: Pick<Directory, "requireKnown" | "faultsOf">;
  teams: ProvisionedTeams;
  /** The bytes of files. */
  store: FileStore;
  addresses: OpenAddresses;
  modulesOf: ModulesOf;
  /** How often an address is opened from one place. */
  openings: Pace;
  /** The work on imports beside the handlers. */
  imports: ImportWork<Deps>;
  /** Ends what files hold open besides the store. */
  closeFiles: () => Promise<void>;
}

/** Services that know members and contacts. */
interface NamingPeers {
  auth: Parameters<typeof membersAt>[0];
  crm: Parameters<typeof contactsAt>[0];
}

/** Makes the directory of members, contacts and files that cells name. */
export const directoryOf = (database: Database, { auth, crm }: NamingPeers): Directory =>
  new Directory({ member: membersAt(auth), contact: contactsAt(crm), file: knownFiles(database) });
