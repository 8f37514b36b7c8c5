import type { InternalHandler } from "../../gen/rpc.ts";
import { findMembers as select } from "./queries.ts";

/** Finds which of the ids are members of the team; members of other teams stay out. */
export const findMembers: InternalHandler<"FindMembers"> = async ({ team_id, ids }, { deps }) => ({
  body: { members: await select(deps.operator, team_id, ids) },
});
