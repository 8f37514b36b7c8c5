import { notFound } from "@jst/errors";
import { recordAudit } from "@jst/events";
import type { Handler } from "../../gen/rpc.ts";
import { revokeFamily } from "../tokens/revoke.ts";
import { findApp } from "./queries.ts";
import { ownerOf, requireAppId } from "./visible.ts";

/** Ends a grant with all its tokens; every process of auth forgets them within milliseconds (oauth.disconnect). */
export const disconnectApp: Handler<"DisconnectApp"> = async ({ path }, call) => {
  const id = requireAppId(path.app_id);
  const owner = ownerOf(call.caller, "admin");
  return call.write(async (tx) => {
    const { teamId } = tx.context;
    const found = await findApp(tx, { teamId, id, owner });
    if (found === undefined) throw notFound();
    if (!found.is_ended) {
      await revokeFamily(tx, teamId, id, "disconnected");
      const entry = { action: "oauth.disconnect", resource: "connected_apps", resourceId: id } as const;
      recordAudit(tx, { ...entry, outcome: "success" });
    }
    const app = await findApp(tx, { teamId, id, owner });
    if (app === undefined) throw notFound();
    return { body: app.body };
  });
};
