import type { InternalHandler } from "../../gen/rpc.ts";
import { checkSetting } from "../teams/setting-keys.ts";
import { findTeam, updateTimezone, upsertSetting } from "./queries.ts";

/** Sets one key of contract 22; in force as soon as the announcement arrives, within 5 s at the latest. */
export const setConfig: InternalHandler<"SetConfig"> = async (body, { deps }) => {
  const setting = checkSetting(body.key, body.value);
  const teamId = await findTeam(deps.operator, body.team);
  if (setting.kind === "timezone") await updateTimezone(deps.operator, teamId, setting.value);
  else await upsertSetting(deps.operator, teamId, setting.key, setting.value);
  return { body: { key: body.key, value: setting.value } };
};
