import type { InternalHandler } from "../../gen/rpc.ts";
import { findHosts as select } from "./queries.ts";

/** Names the members of the team; another team's member is nobody here. */
export const findHosts: InternalHandler<"FindHosts"> = async ({ team_id, ids }, { deps }) => ({
  body: { hosts: await select(deps.operator, team_id, ids) },
});
