import type { InternalHandler } from "../../gen/rpc.ts";
import { findMembers as select } from "./queries.ts";

/** Tells apart the members of a team from ids of nobody; another team's member is nobody here. */
export const findMembers: InternalHandler<"FindMembers"> = async ({ team_id, ids }, { deps }) => ({
  body: { members: await select(deps.operator, team_id, ids) },
});
