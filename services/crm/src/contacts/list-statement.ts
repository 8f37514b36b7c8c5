import type { Statement } from "@jst/db";
import {
  compileFilter,
  escapeLike,
  listStatement,
  Params,
  parseLimit,
  parseSort,
  readUpdatedSince,
  type CursorCodec,
  type CursorScope,
} from "@jst/query";
import type { ListContactsQuery } from "../../gen/rpc.ts";
import { CONTACT_JSON } from "./contact-json.ts";
import { CONTACT_FIELDS } from "./list-fields.ts";

const ROUTE = "crm.v1.Contacts/ListContacts";

/** Whose list is read, and what the words of a filter mean to them. */
export interface ListContext {
  teamId: string;
  /** IANA zone of the team. */
  timezone: string;
  cursors: CursorCodec;
}

/** One page of contacts as a statement, and what its cursor is bound to. */
export interface ContactPage {
  statement: Statement;
  scope: CursorScope;
}

/** Compiles the query of a list; throws a 400 for a bad filter, sort, time or cursor. */
export function contactPage(query: ListContactsQuery, context: ListContext): ContactPage {
  const sort = parseSort(query.sort, CONTACT_FIELDS, "created_at:desc");
  const scope = { teamId: context.teamId, route: ROUTE, sort: sort.text, filter: filterText(query) };
  const after =
    query.cursor === undefined ? undefined : context.cursors.decode(scope, query.cursor, sort.keys.length);
  const params = new Params();
  const where = conditions(query, context, params);
  const statement = listStatement(
    {
      from: "crm.contacts c",
      where,
      item: CONTACT_JSON,
      sort,
      limit: parseLimit(query.limit),
      after,
      count: query.count === "exact",
    },
    params,
  );
  return { statement, scope };
}

/** What else decides which contacts are listed, in a fixed order: a cursor continues this list and no other. */
function filterText(query: ListContactsQuery): string {
  const { q, email, phone, external_id, tag, owner_id, lifecycle_stage, archived, updated_since, filter } =
    query;
  return JSON.stringify([
    q,
    email,
    phone,
    external_id,
    tag,
    owner_id,
    lifecycle_stage,
    archived,
    updated_since,
    filter,
  ]);
}

const ARCHIVED = { false: "c.archived_at is null", true: "c.archived_at is not null", all: "true" } as const;

function conditions(query: ListContactsQuery, context: ListContext, params: Params): string[] {
  const where = [`c.team_id = ${params.add(context.teamId, "uuid")}`, ARCHIVED[query.archived ?? "false"]];
  const add = (value: string | undefined, condition: (value: string) => string) => {
    if (value !== undefined) where.push(condition(value));
  };
  add(query.q, (text) => `c.search operator(platform.~~~) ${params.add(`%${escapeLike(text)}%`, "text")}`);
  add(query.email, (text) => `c.email_key = lower(${params.add(text.trim(), "text")})`);
  // In a query a bare `+` is a blank.
  add(query.phone, (text) => `c.phone = ${params.add(text.replace(" ", "+"), "text")}`);
  add(query.external_id, (text) => `c.external_id = ${params.add(text, "text")}`);
  add(query.tag, (text) => `c.tags operator(platform.&&&) ${params.add([text], "text[]")}`);
  add(query.owner_id, (text) => `c.owner_id = ${params.add(text, "uuid")}`);
  add(query.lifecycle_stage, (text) => `c.lifecycle_stage = ${params.add(text, "text")}`);
  add(query.updated_since, (text) => `c.updated_at >= ${params.add(readUpdatedSince(text), "timestamptz")}`);
  add(query.filter, (text) => compileFilter(text, CONTACT_FIELDS, params, { timezone: context.timezone }));
  return where;
}
