import type { TeamTx } from "@jst/db";
import { refusedSetting, writeSetting } from "@jst/settings";
import type { InternalHandler } from "../../gen/rpc.ts";
import { missingFor, settingKeys } from "../settings/keys.ts";

const CLOCK = "commerce.clock";

/** Sets one key of a team or clears it; a clock only while the team tests, and never backwards (commerce.settings). */
export const setSetting: InternalHandler<"SetSetting"> = async (asked, call) => {
  const place = { schema: "commerce", keys: settingKeys, ...call.deps };
  const check = asked.key === CLOCK ? requireForward : requireWhole;
  return { body: await writeSetting(place, asked, call, check) };
};

/** Throws where the provider would lack what it needs. */
function requireWhole(_: TeamTx, settings: ReadonlyMap<string, string>): Promise<void> {
  const missing = missingFor(settings);
  return missing.length === 0
    ? Promise.resolve()
    : Promise.reject(
        refusedSetting(
          "value",
          `This setting needs other settings, which are not set or would be removed: ${missing.join(", ")}. Set them first.`,
        ),
      );
}

/** Throws for a clock of a team that does not test, and for one that would go back from where it stands. */
async function requireForward(tx: TeamTx, settings: ReadonlyMap<string, string>): Promise<void> {
  const next = settings.get(CLOCK) ?? null;
  if (settings.get("commerce.test") !== "true") {
    if (next === null) return;
    throw refusedSetting("value", "Only a test team can set the clock. Set commerce.test to true first.");
  }
  const [standing] = await tx.query<{ at: string }>({
    name: "commerce.clock.standing",
    text: `select c.value as at from commerce.settings c
where c.team_id = $1 and c.key = '${CLOCK}' and c.value::timestamptz > coalesce($2::timestamptz, clock_timestamp())`,
    values: [tx.context.teamId, next],
  });
  if (standing !== undefined)
    throw refusedSetting("value", `The clock is at ${standing.at} and cannot go back. Send a later time.`);
}
