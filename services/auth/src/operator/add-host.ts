import { AppError, validationFailed } from "@jst/errors";
import type { InternalHandler } from "../../gen/rpc.ts";
import { isEveryones, isHostName, normalizedHost } from "../teams/host-name.ts";
import { findTeam, insertHost } from "./queries.ts";

/** Maps a host to the team; a host of another team is 409 name_taken and stays that team's. */
export const addHost: InternalHandler<"AddHost"> = async (body, { deps }) => {
  const host = normalizedHost(body.host);
  if (!isHostName(host)) {
    throw validationFailed([
      { field: "host", code: "invalid_format", message: "Must be a host name such as acme.example.com." },
    ]);
  }
  if (isEveryones(host, deps.baseUrl)) throw everyones(host);
  const teamId = await findTeam(deps.operator, body.team);
  const owner = await insertHost(deps.operator, teamId, host);
  if (owner !== teamId)
    throw new AppError("name_taken", "This host belongs to another team. Choose another host.");
  return { body: { host, team_id: teamId } };
};

function everyones(host: string): AppError {
  const message = `${host} is the host that all teams share. Choose a host that only this team uses.`;
  return validationFailed([{ field: "host", code: "invalid_value", message }]);
}
