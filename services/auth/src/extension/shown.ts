import { instant } from "@jst/db";

/** A rule as replies show it, over alias t. */
export const RULE_JSON = `json_build_object('id', t.id, 'name', t.name, 'enabled', t.enabled,
    'match', json_build_object('host', t.host, 'path', t.path), 'tool', t.tool, 'position', t.position)`;

/** A secret as replies show it, over alias t: never its value, sealed or not. */
export const VAULT_ENTRY_JSON = `json_build_object('id', t.id, 'name', t.name, 'kind', t.kind, 'hint', t.hint,
    'updated_at', ${instant("t.updated_at")}, 'last_used_at', ${instant("t.last_used_at")})`;
