import type { InternalHandler } from "../../gen/rpc.ts";
import { findMembersByRole as select } from "./queries.ts";

/** Answers the members of a team who have one of the roles, suspended ones marked. */
export const findMembersByRole: InternalHandler<"FindMembersByRole"> = async (
  { team_id, roles },
  { deps },
) => ({
  body: { members: await select(deps.operator, team_id, roles) },
});
