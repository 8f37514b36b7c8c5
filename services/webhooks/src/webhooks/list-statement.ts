import type { Statement } from "@jst/db";
import { AppError } from "@jst/errors";
import {
  compileFilter,
  containsAny,
  fieldsOf,
  listStatement,
  Params,
  parseLimit,
  parseSort,
  parseTimestamp,
  sortText,
  type CursorCodec,
  type CursorScope,
} from "@jst/query";
import type { ListWebhooksQuery } from "../../gen/rpc.ts";
import { WEBHOOK_JSON } from "./webhook-json.ts";

/** What a caller may name in `filter` and, where it has an order, in `sort`; SQL over the row `e`. */
const fields = fieldsOf(
  { name: "id", kind: "uuid", sql: "e.id", notNull: true },
  { name: "created_at", kind: "datetime", sql: "e.created_at", notNull: true },
  { name: "updated_at", kind: "datetime", sql: "e.updated_at", notNull: true },
  { name: "version", kind: "number", sql: "e.version", notNull: true },
  { name: "url", kind: "text", sql: "e.url", sort: sortText("e.url"), notNull: true },
  { name: "description", kind: "text", sql: "e.description", sort: sortText("e.description") },
  { name: "enabled", kind: "boolean", sql: "e.enabled", notNull: true },
  { name: "events", kind: "multi", sql: "e.events" },
);

/** One page of endpoints as a statement, and what its cursor is bound to. */
export interface WebhookPage {
  statement: Statement;
  scope: CursorScope;
}

/** Compiles the query of a list; throws a 400 for a bad filter, sort, time or cursor. */
export function webhookPage(
  query: ListWebhooksQuery,
  { teamId, timezone, cursors }: { teamId: string; timezone: string; cursors: CursorCodec },
): WebhookPage {
  const { q, updated_since: since, filter } = query;
  const sort = parseSort(query.sort, fields, "created_at:desc");
  const scope = {
    teamId,
    route: "webhooks.v1.Webhooks/ListWebhooks",
    sort: sort.text,
    filter: JSON.stringify([q, since, filter]),
  };
  const after =
    query.cursor === undefined ? undefined : cursors.decode(scope, query.cursor, sort.keys.length);
  const params = new Params();
  const where = [`e.team_id = ${params.add(teamId, "uuid")}`, "e.deleted_at is null"];
  if (q !== undefined) where.push(containsAny(["e.url", "e.description"], q, params));
  if (since !== undefined) where.push(`e.updated_at >= ${params.add(instantOf(since), "timestamptz")}`);
  if (filter !== undefined) where.push(compileFilter(filter, fields, params, { timezone }));
  const page = { from: "webhooks.endpoints e", where, item: WEBHOOK_JSON, sort, after };
  return { statement: listStatement({ ...page, limit: parseLimit(query.limit) }, params), scope };
}

function instantOf(text: string): string {
  const instant = parseTimestamp(text);
  if (instant !== undefined) return instant;
  throw new AppError("invalid_parameter", "updated_since is an RFC 3339 time such as 2026-01-31T12:00:00Z.", {
    errors: [{ field: "updated_since", code: "invalid_format", message: "Must be an RFC 3339 time." }],
  });
}
