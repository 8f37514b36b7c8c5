import { notFound } from "@jst/errors";
import type { Handler } from "../../gen/rpc.ts";
import { findApp } from "./queries.ts";
import { ownerOf, requireAppId } from "./visible.ts";

/** Answers one connected app; another member's is absent to who does not see those of the team. */
export const getConnectedApp: Handler<"GetConnectedApp"> = async ({ path }, { caller, deps }) => {
  const owner = ownerOf(caller, "read");
  const app = await findApp(deps.operator, { teamId: caller.team_id, id: requireAppId(path.app_id), owner });
  if (app === undefined) throw notFound();
  return { body: app.body, headers: { "cache-control": "no-store" } };
};
