import type { InternalHandler } from "../../gen/rpc.ts";
import { findTeam, upsertMember } from "./queries.ts";

/** Adds the member, or changes the role of the one with this address; run again it changes nothing. */
export const addMember: InternalHandler<"AddMember"> = async (body, { deps }) => {
  const teamId = await findTeam(deps.operator, body.team);
  const [member] = await upsertMember(deps.operator, teamId, body.email, body.role);
  return { body: { ...member } };
};
