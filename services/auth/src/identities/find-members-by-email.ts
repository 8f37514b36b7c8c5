import type { InternalHandler } from "../../gen/rpc.ts";
import { findMembersByEmail as select } from "./queries.ts";

/** Finds the members of a team by their addresses, whatever the case; another team's member is nobody here. */
export const findMembersByEmail: InternalHandler<"FindMembersByEmail"> = async (body, { deps }) => ({
  body: { members: await select(deps.operator, body.team_id, body.emails) },
});
