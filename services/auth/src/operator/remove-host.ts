import { AppError } from "@jst/errors";
import type { InternalHandler } from "../../gen/rpc.ts";
import { normalizedHost } from "../teams/host-name.ts";
import { deleteHost, findTeam } from "./queries.ts";

/** Removes the mapping of one of the team's hosts; any other host is a 404. */
export const removeHost: InternalHandler<"RemoveHost"> = async (body, { deps }) => {
  const teamId = await findTeam(deps.operator, body.team);
  const [removed] = await deleteHost(deps.operator, teamId, normalizedHost(body.host));
  if (removed === undefined)
    throw new AppError("not_found", "The team does not have this host. Check the name.");
  return { body: { ...removed } };
};
