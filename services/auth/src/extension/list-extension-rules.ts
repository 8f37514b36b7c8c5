import { fieldsOf, resourcePage, sortText, type ResourceList } from "@jst/query";
import type { Handler, ListExtensionRulesQuery } from "../../gen/rpc.ts";
import { RULE_JSON } from "./shown.ts";

const fields = fieldsOf(
  { name: "position", kind: "number", sql: "t.position", notNull: true },
  { name: "name", kind: "text", sql: "t.name", sort: sortText("t.name"), notNull: true },
  { name: "updated_at", kind: "datetime", sql: "t.updated_at", notNull: true },
  { name: "id", kind: "uuid", sql: "t.id", notNull: true, sort: false },
);

const ruleList = (teamId: string): ResourceList<ListExtensionRulesQuery> => ({
  plural: "rules",
  route: "auth.v1.Extension/ListExtensionRules",
  from: "auth.extension_rules t",
  item: RULE_JSON,
  fields,
  texts: ["t.name"],
  order: "position:asc",
  where: (params) => [`t.team_id = ${params.add(teamId, "uuid")}`],
});

/** Answers the rules of the team in their order, those that are off too (extension.rules). */
export const listExtensionRules: Handler<"ListExtensionRules"> = async ({ query }, call) => ({
  body: await resourcePage(ruleList(call.caller.team_id), query, call),
});
