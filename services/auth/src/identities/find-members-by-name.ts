import type { InternalHandler } from "../../gen/rpc.ts";
import { findMembersByName as select } from "./queries.ts";

/** Finds active members of the team by full name, in any letter case; members of other teams stay out. */
export const findMembersByName: InternalHandler<"FindMembersByName"> = async (body, { deps }) => ({
  body: { members: await select(deps.operator, body.team_id, body.names) },
});
