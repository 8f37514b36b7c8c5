import type { InternalHandler } from "../../gen/rpc.ts";
import { findHosts as select } from "./queries.ts";

/** Finds names and emails of the team's members; ids of other teams find nothing. */
export const findHosts: InternalHandler<"FindHosts"> = async ({ team_id, ids }, { deps }) => ({
  body: { hosts: await select(deps.operator, team_id, ids) },
});
