import type { SecretBox } from "@jst/config";
import type { Database, TeamTx } from "@jst/db";
import { validationFailed } from "@jst/errors";
import { recordAudit } from "@jst/events";
import { platformContext, type Hop } from "@jst/rpc";
import type { SettingKey, SettingKeys } from "./keys.ts";
import { findSettings, opened, ownerOf } from "./stored.ts";

/** Request of an operator; an empty value clears the key. */
export interface SettingAsked {
  team_id: string;
  key: string;
  value: string;
}

/** Where a service keeps the settings of teams. */
export interface SettingsPlace<K extends SettingKey> {
  schema: string;
  keys: SettingKeys<K>;
  database: Pick<Database, "write">;
  secrets: SecretBox;
}

/** Looks at all settings of the team as they would be; throws what refusedSetting makes. */
type Check<K extends SettingKey> = (
  tx: TeamTx,
  settings: ReadonlyMap<string, string>,
  declared: K,
) => Promise<void>;

/**
 * Sets one key of a team or clears it, with its entry in the audit log, and answers it: null for a secret and for what
 * was cleared. 422 for a key that is not declared and a value that it does not take.
 */
export async function writeSetting<K extends SettingKey>(
  { schema, keys, database, secrets }: SettingsPlace<K>,
  { team_id, key, value }: SettingAsked,
  call: { hop: Hop; requestId: string },
  check: Check<K>,
): Promise<{ key: string; value: string | null }> {
  const teamId = team_id.toLowerCase();
  const declared = requireGood(keys, key, value);
  const isCleared = value === "";
  await database.write(platformContext(teamId, call), async (tx) => {
    await hold(tx, schema);
    const settings = opened(await tx.query(findSettings(schema, teamId)), teamId, secrets);
    const kept = isCleared ? value : (declared.storedFor?.(value) ?? value);
    if (isCleared) settings.delete(key);
    else settings.set(key, kept);
    await check(tx, settings, declared);
    if (isCleared) await clear(tx, schema, key);
    else await store(tx, schema, key, declared.isSecret === true ? sealedFor(kept) : { value: kept });
    recordAudit(tx, { action: "set", resource: "config", resourceId: key, outcome: "success" });
  });
  return { key, value: isCleared || declared.isSecret === true ? null : value };

  function sealedFor(text: string): { sealed: string } {
    return { sealed: secrets.seal(text, ownerOf(teamId, key)).toString("base64") };
  }
}

/** Builds the refusal of a setting, for an operator. */
export function refusedSetting(field: "key" | "value", message: string): Error {
  return validationFailed([{ field, code: "invalid_value", message }]);
}

function requireGood<K extends SettingKey>(keys: SettingKeys<K>, key: string, value: string): K {
  const declared = Object.hasOwn(keys, key) ? keys[key] : undefined;
  if (declared === undefined)
    throw refusedSetting("key", "A setting with this name does not exist. Check the name.");
  const fault = value === "" ? undefined : declared.faultOf(value);
  if (fault !== undefined) throw refusedSetting("value", fault);
  return declared;
}

/** One after the other: what a setting needs is asked of all of a team's settings. */
async function hold(tx: TeamTx, schema: string): Promise<void> {
  const text = "select pg_advisory_xact_lock(hashtextextended($1 || ' settings ' || $2, 0))";
  await tx.query({ name: "settings.hold", text, values: [schema, tx.context.teamId] });
}

async function clear(tx: TeamTx, schema: string, key: string): Promise<void> {
  const text = `delete from ${schema}.settings where team_id = $1 and key = $2`;
  await tx.query({ name: `${schema}.settings.clear`, text, values: [tx.context.teamId, key] });
}

async function store(
  tx: TeamTx,
  schema: string,
  key: string,
  { value = null, sealed = null }: { value?: string | null; sealed?: string | null },
): Promise<void> {
  await tx.query({
    name: `${schema}.settings.set`,
    text: `insert into ${schema}.settings (team_id, key, value, sealed) values ($1, $2, $3, decode($4, 'base64'))
      on conflict (team_id, key) do update
      set value = excluded.value, sealed = excluded.sealed, updated_at = clock_timestamp()`,
    values: [tx.context.teamId, key, value, sealed],
  });
}
