import { notFound } from "@jst/errors";
import type { Handler } from "../../gen/rpc.ts";
import { contentVersion } from "../teams/content-version.ts";
import { teamConfig } from "./team-config.ts";
import { findTeamConfig } from "./queries.ts";

/** Answers what a team's applications may know of it (operation.config); its ETag changes with any of it. */
export const getConfig: Handler<"GetConfig"> = async (_input, call) => {
  const stored = await findTeamConfig(call, call.caller.team_id);
  if (stored === undefined) throw notFound();
  const body = JSON.stringify(teamConfig(stored));
  const version = contentVersion(body);
  const headers = { etag: `"${version}"` };
  return call.isKnown(version) ? { status: 304, headers, body: "" } : { headers, body };
};
