import { SystemDatabase, type Database } from "@jst/db";
import { Pace } from "@jst/http";
import { InternalRefusal } from "@jst/rpc";
import type { Peers } from "../../gen/internal.ts";
import { files } from "./file.ts";
import { OpenAddresses, type ModulesOf } from "./open-addresses.ts";

/** How often a minute one address is opened from one place at most. */
const OPENINGS_A_MINUTE = 1_200;

/** Settings of files from the wiring. */
export interface FileWiring {
  database: Database;
  lookupUrl: string;
  auth: Pick<Peers["auth"], "findTeam">;
}

/** Builds the dependencies of file handlers, as call.deps, and the function that closes them. */
export function filePartsOf({ database, lookupUrl, auth }: FileWiring) {
  const lookup = new SystemDatabase({
    connectionString: lookupUrl,
    poolSize: 3,
    applicationName: "data_lookup",
  });
  const modulesOf = asking(auth);
  return {
    modulesOf,
    addresses: new OpenAddresses({ database, lookup, modulesOf }),
    fileJson: files.store.texts.json,
    openings: new Pace(OPENINGS_A_MINUTE),
    closeFiles: () => lookup.close(),
  };
}

function asking({ findTeam }: FileWiring["auth"]): ModulesOf {
  return async (team_id, hop) => {
    try {
      return (await findTeam({ team_id }, hop)).modules;
    } catch (thrown) {
      if (thrown instanceof InternalRefusal && thrown.code === "not_found") return undefined;
      throw thrown;
    }
  };
}
