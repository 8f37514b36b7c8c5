import type { InternalHandler } from "../../gen/rpc.ts";
import { knownFiles } from "../files/known-files.ts";

/** Tells apart the live files of a team from ids of nothing; another team's file is nothing here. */
export const findFiles: InternalHandler<"FindFiles"> = async ({ team_id: teamId, ids }, { deps, hop }) => ({
  body: { ids: await knownFiles(deps.database)(teamId, ids, hop) },
});
