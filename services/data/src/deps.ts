import type { Database } from "@jst/db";
import type { Pace } from "@jst/http";
import type { Directory } from "@jst/directory";
import type { ImportWork } from "@jst/importing";
import type { ReferenceDeps } from "./engine/links/references.ts";
import type { ListDeps } from "./engine/lists/row-page.ts";
import type { ModulesOf, OpenAddresses } from "./files/open-addresses.ts";
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
