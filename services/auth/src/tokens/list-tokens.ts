import {
  containsAny,
  fieldsOf,
  listStatement,
  pageJson,
  Params,
  parseLimit,
  parseSort,
  readUpdatedSince,
  sortText,
  type ListRow,
} from "@jst/query";
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

/** Answers the team's tokens, newest first; there is nothing of their values to show but both ends. */
export const listTokens: Handler<"ListTokens"> = async ({ query }, call) => {
  const { caller, deps } = call;
  const { sort: sortBy, limit, cursor, ...filter } = query;
  const sort = parseSort(sortBy, fields, "created_at:desc");
  const scope = {
    teamId: caller.team_id,
    route: "auth.v1.Tokens/ListTokens",
    sort: sort.text,
    filter: JSON.stringify(filter),
  };
  const params = new Params();
  const statement = listStatement(
    {
      from: "auth.tokens t",
      where: [`t.team_id = ${params.add(caller.team_id, "uuid")}`, ...conditions(filter, params)],
      item: TOKEN_JSON,
      sort,
      limit: parseLimit(limit),
      after: cursor === undefined ? undefined : deps.cursors.decode(scope, cursor, sort.keys.length),
    },
    params,
  );
  const [page] = await call.read<ListRow>(statement, "custom");
  if (page === undefined) throw new Error("A list statement answers one row.");
  return {
    body: pageJson("tokens", page, { codec: deps.cursors, scope }),
    headers: { "cache-control": "no-store" },
  };
};

function conditions({ type, member_id, q, updated_since }: ListTokensQuery, params: Params): string[] {
  const found: string[] = [];
  if (type !== undefined) found.push(`t.type = ${params.add(type, "text")}`);
  if (member_id !== undefined) found.push(`t.member_id = ${params.add(member_id, "uuid")}`);
  if (q !== undefined) found.push(containsAny(["t.name"], q, params));
  if (updated_since !== undefined) {
    const since = params.add(readUpdatedSince(updated_since), "timestamptz");
    found.push(`greatest(t.created_at, t.revoked_at) >= ${since}`);
  }
  return found;
}
