import type { Row, Statement } from "@jst/db";
import type { ExtensionRule, ExtensionRuleCreate, VaultEntryCreate, VaultEntry } from "../../gen/rpc.ts";
import { RULE_JSON, VAULT_ENTRY_JSON } from "../extension/shown.ts";

interface Shown<T> extends Row {
  shown: T;
}

/** Statement that returns at most one row, and how replies show that row. */
export type ShownStatement<T> = Statement & { readonly answers?: Shown<T> };

/** Makes the rule, or replaces the one of its name where that is. */
export function upsertRule(
  teamId: string,
  { name, host, path, tool, position, enabled = true }: Omit<ExtensionRuleCreate, "team">,
): ShownStatement<ExtensionRule> {
  return {
    name: "extension.rules.set",
    text: `insert into auth.extension_rules as t (team_id, name, host, path, tool, position, enabled)
      values ($1, $2, $3, $4, $5, coalesce($6::int,
        (select coalesce(max(r.position) + 1, 0) from auth.extension_rules r where r.team_id = $1)), $7)
      on conflict (team_id, name) do update set host = excluded.host, path = excluded.path, tool = excluded.tool,
        position = coalesce($6::int, t.position), enabled = excluded.enabled, updated_at = clock_timestamp()
      returning ${RULE_JSON} as shown`,
    values: [teamId, name, host, path ?? null, tool, position ?? null, enabled],
  };
}

/** Takes the rule of this name away; no row where there is none. */
export function deleteRule(teamId: string, name: string): ShownStatement<ExtensionRule> {
  return {
    name: "extension.rules.remove",
    text: `delete from auth.extension_rules t where t.team_id = $1 and t.name = $2 returning ${RULE_JSON} as shown`,
    values: [teamId, name],
  };
}

/** Stores a secret, or replaces the one of its name; `sealed` is in base64. */
export function upsertVaultEntry(
  teamId: string,
  { name, kind, hint }: Omit<VaultEntryCreate, "team" | "value">,
  sealed: string,
): ShownStatement<VaultEntry> {
  return {
    name: "extension.vault.set",
    text: `insert into auth.vault_entries as t (team_id, name, kind, hint, sealed)
      values ($1, $2, $3, $4, decode($5, 'base64'))
      on conflict (team_id, name) do update set kind = excluded.kind, hint = excluded.hint, sealed = excluded.sealed,
        updated_at = clock_timestamp()
      returning ${VAULT_ENTRY_JSON} as shown`,
    values: [teamId, name, kind, hint ?? null, sealed],
  };
}

/** Takes the secret of this name away; no row where there is none. */
export function deleteVaultEntry(teamId: string, name: string): ShownStatement<VaultEntry> {
  return {
    name: "extension.vault.remove",
    text: `delete from auth.vault_entries t where t.team_id = $1 and t.name = $2
      returning ${VAULT_ENTRY_JSON} as shown`,
    values: [teamId, name],
  };
}
