import type { TeamTx } from "@jst/db";
import { UrlRefused } from "@jst/jobs/outbound";
import { refusedSetting, writeSetting } from "@jst/settings";
import type { InternalHandler } from "../../gen/rpc.ts";
import type { Deps } from "../deps.ts";
import { missingFor, settingKeys } from "../settings/keys.ts";
import { claimReceiving, receivingOf } from "../settings/receiving.ts";

/**
 * Sets one key of a team, sealed where it is a secret; refused where a provider would lack what it needs, and where
 * another team receives messages at the address.
 */
export const setSetting: InternalHandler<"SetSetting"> = async (asked, call) => {
  const { deps } = call;
  const { key, value } = asked;
  if (value !== "" && settingKeys[key]?.isTarget === true && settingKeys[key].faultOf(value) === undefined)
    await requireTarget(value, deps);
  const set = await writeSetting({ schema: "comms", keys: settingKeys, ...deps }, asked, call, requireWhole);
  deps.forgetRoute(asked.team_id.toLowerCase());
  return { body: set };
};

async function requireWhole(tx: TeamTx, settings: ReadonlyMap<string, string>): Promise<void> {
  const missing = missingFor(settings);
  if (missing.length > 0)
    throw refusedSetting(
      "value",
      `This setting needs other settings, which are not set or would be removed: ${missing.join(", ")}. Set them first.`,
    );
  const [taken] = await claimReceiving(tx, receivingOf(settings));
  if (taken !== undefined)
    throw refusedSetting("value", `Another team receives messages at ${taken}. Choose another address.`);
}

/** Throws for a URL that nobody here may connect to: each use of it is checked again. */
async function requireTarget(value: string, { guard }: Deps): Promise<void> {
  try {
    await guard.checkNew(value);
  } catch (error) {
    if (error instanceof UrlRefused) throw refusedSetting("value", error.message);
    throw error;
  }
}
