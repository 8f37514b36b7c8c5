import { SystemDatabase, type Database } from "@jst/db";
import { Pace } from "@jst/http";
import { InternalClient, InternalRefusal, type InternalClientOptions } from "@jst/rpc";
import type { InternalCalls } from "../../gen/internal.ts";
import { files } from "./file.ts";
import { OpenAddresses, type ModulesOf } from "./open-addresses.ts";

/** How often a minute one address is opened from one place at most. */
const OPENINGS_A_MINUTE = 1_200;

/** Settings of files from the wiring. */
export interface FileWiring {
  database: Database;
  lookupUrl: string;
  /** How auth is reached. */
  auth: InternalClientOptions;
}

/** Builds the dependencies of file handlers, as call.deps, and the function that closes them. */
export function filePartsOf({ database, lookupUrl, auth }: FileWiring) {
  const lookup = new SystemDatabase({
    connectionString: lookupUrl,
    poolSize: 3,
    applicationName: "data_lookup",
  });
  const client = new InternalClient<Pick<InternalCalls, "auth.v1.Identities/FindTeam">>(auth);
  const modulesOf = asking(client);
  return {
    modulesOf,
    addresses: new OpenAddresses({ database, lookup, modulesOf }),
    fileJson: files.store.texts.json,
    openings: new Pace(OPENINGS_A_MINUTE),
    closeFiles: async () => {
      client.close();
      await lookup.close();
    },
  };
}

function asking(client: InternalClient<Pick<InternalCalls, "auth.v1.Identities/FindTeam">>): ModulesOf {
  return async (team_id, hop) => {
    try {
      return (await client.call("auth.v1.Identities/FindTeam", { team_id }, hop)).modules;
    } catch (thrown) {
      if (thrown instanceof InternalRefusal && thrown.code === "not_found") return undefined;
      throw thrown;
    }
  };
}
