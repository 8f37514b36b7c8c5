import type { InternalHandler } from "../../gen/rpc.ts";
import { verifiedPart } from "../audit/verified-part.ts";
import { findTeam } from "./queries.ts";

/** Verifies one part of a team's chain; jst asks for one part after the other. */
export const verifyAudit: InternalHandler<"VerifyAudit"> = async ({ team, after }, { deps }) => {
  const teamId = await findTeam(deps.operator, team);
  return { body: { ...(await verifiedPart(deps, teamId, after)) } };
};
