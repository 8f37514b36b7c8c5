import { AppError, notFound } from "@jst/errors";
import { recordAudit } from "@jst/events";
import type { Handler } from "../../gen/rpc.ts";
import { requireStepUp } from "../passkeys/step-up-guard.ts";
import { STEP_UP } from "../teams/trust-keys.ts";
import { isTrustKey, settingNotice } from "../teams/trust-notices.ts";
import { isOperatorKey, ownSetting } from "../teams/own-settings.ts";
import { checkSetting, refusedValue, type CheckedSetting } from "../teams/setting-keys.ts";
import { lockSettings, storedSettings, storeSetting, type StoredRow } from "./queries.ts";

/**
 * Sets one key over the value that was read (If-Match), with an entry that holds the value before and after; in force
 * within five seconds (operation.own-settings). A setting of trust may need a passkey (passkeys.trust).
 */
export const updateSetting: Handler<"UpdateSetting"> = async ({ path, body }, call) => {
  const { key } = path;
  if (isOperatorKey(key))
    throw new AppError(
      "insufficient_scope",
      "Only your administrator can change this setting. Ask your administrator to run jst config set.",
    );
  if (isTrustKey(key)) await requireStepUp(call, { isAlways: key === STEP_UP });
  return call.write(async (tx) => {
    await lockSettings(tx);
    const [stored] = await tx.query<StoredRow>(storedSettings(tx.context.teamId));
    const before = stored === undefined ? undefined : ownSetting(key, stored);
    if (stored === undefined || before === undefined) throw notFound();
    requireUnchanged(before.version, call.ifMatch);
    const checked = checkedOf(key, body.value, typeof before.default);
    await storeSetting(tx, checked);
    const [after] = await tx.query<StoredRow>(storedSettings(tx.context.teamId));
    const shown = ownSetting(key, after ?? stored);
    if (shown === undefined) throw notFound();
    const headers = { etag: `"${shown.version}"` };
    if (shown.version === before.version) return { body: { ...shown }, headers, isUnchanged: true };
    const reason = `${JSON.stringify(before.value)} became ${JSON.stringify(shown.value)}`;
    recordAudit(tx, { action: "set", resource: "config", resourceId: key, outcome: "success", reason });
    if (isTrustKey(key)) tx.defer(settingNotice(tx.context, key));
    return { body: { ...shown }, headers };
  });
};

/** Throws 412 where somebody has set it since it was read. */
function requireUnchanged(current: number, ifMatch: number | undefined): void {
  if (ifMatch === undefined || ifMatch === current) return;
  throw new AppError(
    "version_conflict",
    "This setting was changed after you read it. Read it again, then repeat your change.",
    {
      extension: { current_version: current },
    },
  );
}

/** Returns the value as it is stored. A switch takes true and false alone, not the words that a shell sends. */
function checkedOf(
  key: string,
  value: unknown,
  type: string,
): Extract<CheckedSetting, { kind: "setting" | "timezone" }> {
  if (type === "boolean" && typeof value !== "boolean") throw refusedValue("Must be true or false.");
  const checked = checkSetting(key, value);
  if (checked.kind === "setting" || checked.kind === "timezone") return checked;
  throw refusedValue(
    "Only your administrator can change this setting. Ask your administrator to run jst config set.",
  );
}
