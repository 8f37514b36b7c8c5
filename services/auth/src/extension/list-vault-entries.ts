import { fieldsOf, resourcePage, sortText, type ResourceList } from "@jst/query";
import type { Handler, ListVaultEntriesQuery } from "../../gen/rpc.ts";
import { VAULT_ENTRY_JSON } from "./shown.ts";

const fields = fieldsOf(
  { name: "name", kind: "text", sql: "t.name", sort: sortText("t.name"), notNull: true },
  { name: "kind", kind: "text", sql: "t.kind", notNull: true },
  { name: "updated_at", kind: "datetime", sql: "t.updated_at", notNull: true },
  { name: "id", kind: "uuid", sql: "t.id", notNull: true, sort: false },
);

const vaultList = (teamId: string): ResourceList<ListVaultEntriesQuery> => ({
  plural: "entries",
  route: "auth.v1.Extension/ListVaultEntries",
  from: "auth.vault_entries t",
  item: VAULT_ENTRY_JSON,
  fields,
  texts: ["t.name"],
  order: "name:asc",
  where: (params) => [`t.team_id = ${params.add(teamId, "uuid")}`],
});

/** Answers the team's secrets by name and hint; the role that asks cannot read a value at all (extension.vault). */
export const listVaultEntries: Handler<"ListVaultEntries"> = async ({ query }, call) => ({
  body: await resourcePage(vaultList(call.caller.team_id), query, call),
  headers: { "cache-control": "no-store" },
});
