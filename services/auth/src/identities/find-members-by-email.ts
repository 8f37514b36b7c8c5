import type { InternalHandler } from "../../gen/rpc.ts";
import { findMembersByEmail as select } from "./queries.ts";

/** Finds members of the team by email, in any letter case; members of other teams stay out. */
export const findMembersByEmail: InternalHandler<"FindMembersByEmail"> = async (body, { deps }) => ({
  body: { members: await select(deps.operator, body.team_id, body.emails) },
});
