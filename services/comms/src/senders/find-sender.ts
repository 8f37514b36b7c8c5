import type { InternalHandler } from "../../gen/rpc.ts";

/** Answers the sender of the team's e-mail; null where the team has named none and its mail is captured. */
export const findSender: InternalHandler<"FindSender"> = async ({ team_id }, call) => {
  const teamId = team_id.toLowerCase();
  const { from } = await call.deps.routing.routeOf(teamId, "email");
  return { body: { sender: from?.endsWith(`@${teamId}.invalid`) === true ? null : from } };
};
