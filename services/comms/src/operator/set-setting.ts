import type { TeamTx } from "@jst/db";
import { validationFailed } from "@jst/errors";
import { auditStatement } from "@jst/events";
import { UrlRefused } from "@jst/jobs/outbound";
import type { InternalHandler } from "../../gen/rpc.ts";
import type { Deps } from "../deps.ts";
import { missingFor, settingKeys, type SettingKey } from "../settings/keys.ts";
import { claimReceiving, receivingOf } from "../settings/receiving.ts";
import { operatorContext } from "./operator-context.ts";
import { findSettings, opened, ownerOf } from "../settings/stored.ts";

/**
 * Sets one key of a team, sealed where it is a secret; refused where a provider would lack what it needs, and where
 * another team receives messages at the address.
 */
export const setSetting: InternalHandler<"SetSetting"> = async ({ team_id, key, value }, call) => {
  const teamId = team_id.toLowerCase();
  const declared = requireGood(key, value);
  if (declared.isTarget === true && value !== "") await requireTarget(value, call.deps);
  await call.deps.database.write(operatorContext(teamId, call), async (tx) => {
    await hold(tx);
    const settings = opened(await tx.query(findSettings(teamId)), teamId, call.deps.secrets);
    if (value === "") settings.delete(key);
    else settings.set(key, value);
    const missing = missingFor(settings);
    if (missing.length > 0) throw refused("value", `Set first, or keep: ${missing.join(", ")}.`);
    const [taken] = await claimReceiving(tx, receivingOf(settings));
    if (taken !== undefined) throw refused("value", `Another team receives messages at ${taken}.`);
    await store(tx, key, { value, isSecret: declared.isSecret === true }, call.deps);
    const { requestId, traceparent } = call.hop;
    const actor = {
      teamId,
      actorType: "system",
      actorId: null,
      tokenId: null,
      requestId,
      traceparent,
    } as const;
    tx.defer(
      auditStatement(actor, { action: "set", resource: "config", resourceId: key, outcome: "success" }),
    );
  });
  call.deps.forgetWay(teamId);
  return { body: { key, value: value === "" || declared.isSecret === true ? null : value } };
};

function requireGood(key: string, value: string): SettingKey {
  const declared = Object.hasOwn(settingKeys, key) ? settingKeys[key] : undefined;
  if (declared === undefined) throw refused("key", "There is no setting of this name.");
  const fault = value === "" ? undefined : declared.faultOf(value);
  if (fault !== undefined) throw refused("value", fault);
  return declared;
}

/** Throws for a URL that nobody here may connect to: each use of it is checked again. */
async function requireTarget(value: string, { guard }: Deps): Promise<void> {
  try {
    await guard.checkNew(value);
  } catch (error) {
    if (error instanceof UrlRefused) throw refused("value", error.message);
    throw error;
  }
}

/** One after the other: what a provider needs is asked of all of a team's settings. */
async function hold(tx: TeamTx): Promise<void> {
  const text = "select pg_advisory_xact_lock(hashtextextended('comms settings ' || $1, 0))";
  await tx.query({ name: "comms.settings.hold", text, values: [tx.context.teamId] });
}

async function store(
  tx: TeamTx,
  key: string,
  { value, isSecret }: { value: string; isSecret: boolean },
  { secrets }: Pick<Deps, "secrets">,
): Promise<void> {
  const { teamId } = tx.context;
  if (value === "") {
    const text = "delete from comms.settings where team_id = $1 and key = $2";
    await tx.query({ name: "comms.settings.clear", text, values: [teamId, key] });
    return;
  }
  const sealed = isSecret ? secrets.seal(value, ownerOf(teamId, key)).toString("base64") : null;
  await tx.query({
    name: "comms.settings.set",
    text: `insert into comms.settings (team_id, key, value, sealed) values ($1, $2, $3, decode($4, 'base64'))
      on conflict (team_id, key) do update
      set value = excluded.value, sealed = excluded.sealed, updated_at = clock_timestamp()`,
    values: [teamId, key, isSecret ? null : value, sealed],
  });
}

function refused(field: string, message: string): Error {
  return validationFailed([{ field, code: "invalid_value", message }]);
}
