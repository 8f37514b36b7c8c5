import { fieldsOf, resourcePage, sortText, type ResourceList } from "@jst/query";
import type { Handler, ListTokensQuery } from "../../gen/rpc.ts";
import { TOKEN_JSON } from "./token-json.ts";

const fields = fieldsOf(
  { name: "created_at", kind: "datetime", sql: "t.created_at", notNull: true },
  { name: "name", kind: "text", sql: sortText("t.name"), notNull: true },
  { name: "type", kind: "text", sql: "t.type", notNull: true },
  { name: "last_used_at", kind: "datetime", sql: "t.last_used_at" },
  { name: "expires_at", kind: "datetime", sql: "t.expires_at" },
  { name: "id", kind: "uuid", sql: "t.id", notNull: true },
);

const tokenList = (teamId: string): ResourceList<ListTokensQuery> => ({
  plural: "tokens",
  route: "auth.v1.Tokens/ListTokens",
  from: "auth.tokens t",
  item: TOKEN_JSON,
  fields,
  texts: ["t.name"],
  updatedAt: "greatest(t.created_at, t.revoked_at)",
  where: (params) => [`t.team_id = ${params.add(teamId, "uuid")}`],
  filters: {
    type: (text, params) => `t.type = ${params.add(text, "text")}`,
    member_id: (text, params) => `t.member_id = ${params.add(text, "uuid")}`,
    sponsor_id: (text, params) => `t.sponsor_id = ${params.add(text, "uuid")}`,
  },
});

/** Answers the team's tokens, newest first; there is nothing of their values to show but both ends. */
export const listTokens: Handler<"ListTokens"> = async ({ query }, call) => ({
  body: await resourcePage(tokenList(call.caller.team_id), query, call),
  headers: { "cache-control": "no-store" },
});
