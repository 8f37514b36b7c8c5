import type { InternalHandler } from "../../gen/rpc.ts";

/** Makes the team's system tables; again, it changes nothing. */
export const provision: InternalHandler<"Provision"> = async (body, call) => {
  await call.deps.teams.provision(body.team_id.toLowerCase(), call.requestId);
  return { body: { team_id: body.team_id.toLowerCase() } };
};
