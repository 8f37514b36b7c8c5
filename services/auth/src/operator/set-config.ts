import { auditStatement } from "@jst/events";
import type { InternalHandler } from "../../gen/rpc.ts";
import { checkSetting } from "../teams/setting-keys.ts";
import { operatorOn } from "./operator-actor.ts";
import { findTeam, updateTimezone, upsertSetting } from "./queries.ts";

/** Sets one key (operation.settings); in force as soon as the announcement arrives, within 5 s at the latest. */
export const setConfig: InternalHandler<"SetConfig"> = async (body, call) => {
  const { deps } = call;
  const setting = checkSetting(body.key, body.value);
  const teamId = await findTeam(deps.operator, body.team);
  await deps.operator.transaction(async (tx) => {
    if (setting.kind === "timezone") await updateTimezone(tx, teamId, setting.value);
    else await upsertSetting(tx, teamId, setting.key, setting.value);
    const set = { action: "set", resource: "config", resourceId: body.key, outcome: "success" } as const;
    tx.defer(auditStatement(operatorOn(teamId, call), set));
  });
  return { body: { key: body.key, value: setting.value } };
};
