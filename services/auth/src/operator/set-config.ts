import { platformContext } from "@jst/rpc";
import { auditStatement } from "@jst/events";
import { UrlRefused } from "@jst/jobs/outbound";
import { ownerOf } from "@jst/settings";
import type { InternalHandler } from "../../gen/rpc.ts";
import type { AccountDeps } from "../deps.ts";
import type { Operator } from "../operator.ts";
import { isTrustKey, settingNotice } from "../teams/trust-notices.ts";
import { checkSetting, refusedValue, type CheckedSetting } from "../teams/setting-keys.ts";
import { findTeam, updateTimezone, upsertSetting } from "./queries.ts";

/** Sets one key (operation.settings); in force as soon as the announcement arrives, within 5 s at the latest. */
export const setConfig: InternalHandler<"SetConfig"> = async (body, call) => {
  const { deps } = call;
  const setting = checkSetting(body.key, body.value);
  if (setting.kind === "target") await requireTarget(setting.value, deps);
  const teamId = await findTeam(deps.operator, body.team);
  await deps.operator.transaction(async (tx) => {
    const isChanged = await store(tx, teamId, setting, deps);
    const context = platformContext(teamId, call);
    const set = { action: "set", resource: "config", resourceId: body.key, outcome: "success" } as const;
    tx.defer(auditStatement(context, set));
    if (isChanged && isTrustKey(body.key)) tx.defer(settingNotice(context, body.key));
  });
  return { body: { key: body.key, value: setting.kind === "secret" ? null : setting.value } };
};

/** Stores the setting; answers whether its value changed. */
async function store(
  tx: Operator,
  teamId: string,
  setting: CheckedSetting,
  { secrets }: Pick<AccountDeps, "secrets">,
): Promise<boolean> {
  if (setting.kind === "timezone") {
    await updateTimezone(tx, teamId, setting.value);
    return true;
  }
  const { key, value } = setting;
  if (setting.kind !== "secret") return upsertSetting(tx, teamId, key, { value });
  return upsertSetting(tx, teamId, key, {
    value: null,
    sealed: secrets.seal(setting.value, ownerOf(teamId, key)),
  });
}

/** Throws for a URL that nobody here may connect to: each use of it is checked again. */
async function requireTarget(value: string, { guard }: Pick<AccountDeps, "guard">): Promise<void> {
  try {
    await guard.checkNew(value);
  } catch (error) {
    if (error instanceof UrlRefused) throw refusedValue(error.message);
    throw error;
  }
}
