import { createHash } from "node:crypto";
import { instant, one, type TeamTx } from "@jst/db";
import { settingOf, teamNow } from "../settings/team-settings.ts";
import type { StoredDocument } from "./document.ts";

/** SQL of the sums and the tax of the document `t` as the API shows them; its lines are in this column. */
export const sumsJson = (
  lines: "line_items" | "items",
): string => `commerce.lines_with_rates(t.${lines}) as ${lines},
  t.subtotal,
  t.discount_total,
  t.tax_total,
  t.total,
  coalesce(t.tax_behavior, 'exclusive') as tax_behavior,
  coalesce(t.tax_rounding, 'per_line') as tax_rounding,
  t.total - t.tax_total as total_excluding_tax,
  commerce.tax_breakdown(t.${lines}, t.tax_behavior) as tax_breakdown`;

/** SQL of the members that every document ends with. */
export const WRITTEN_JSON = `${instant("t.created_at")} as created_at,
  ${instant("t.updated_at")} as updated_at,
  json_build_object('type', t.created_by_type, 'id', nullif(t.created_by_id, '')) as created_by,
  t.version`;

/** Table of documents, and SQL of the columns that a write returns; `parameters` are those of that SQL, from $3. */
export interface DocumentTable {
  name: "invoices" | "quotes" | "checkouts" | "subscriptions";
  returning: string;
  parameters?: readonly unknown[];
}

/** Columns of a row by name. An object is stored as JSON. */
export type Columns = Readonly<Record<string, unknown>>;

/**
 * Changes columns of a locked document and returns it as the API shows it. `stamp` is a column that gets the time of
 * the database.
 */
export async function changeRow<Stored extends object = StoredDocument>(
  tx: TeamTx,
  { name, returning, parameters = [] }: DocumentTable,
  id: string,
  { change, stamp }: { change: Columns; stamp?: string },
): Promise<Stored> {
  const columns = Object.keys(change).sort();
  const sets = columns.map((column, at) => `"${column}" = $${at + 3 + parameters.length}`);
  if (stamp !== undefined) sets.push(`"${stamp}" = clock_timestamp()`);
  const rows = await tx.query<Stored & Record<string, unknown>>({
    name: `commerce.${name}.change ${digestOf(sets)}`,
    text: `update commerce.${name} t
set ${sets.join(", ")}, updated_at = clock_timestamp(), version = t.version + 1
where t.team_id = $1 and t.id = $2
returning ${returning}`,
    values: [tx.context.teamId, id, ...parameters, ...columns.map((column) => valueOf(change[column]))],
  });
  return one(rows);
}

const valueOf = (value: unknown): unknown =>
  typeof value === "object" && value !== null ? JSON.stringify(value) : value;

/** PostgreSQL tells names of statements apart by 63 bytes, so that the columns themselves do not fit. */
const digestOf = (sets: readonly string[]): string =>
  createHash("sha256").update(sets.join()).digest("base64url").slice(0, 16);

/**
 * Stores a new document, made by the actor of the transaction, and returns it as the API shows it. `sql` gives the
 * value of a column by its parameter; `$1` is the team.
 */
export async function insertRow<Stored extends object = StoredDocument>(
  tx: TeamTx,
  { name, returning }: DocumentTable,
  columns: Columns,
  sql: Readonly<Record<string, (parameter: string) => string>> = {},
): Promise<Stored> {
  const { teamId, actorType, actorId } = tx.context;
  const values: Columns = { ...columns, created_by_type: actorType, created_by_id: actorId };
  // A row has the same columns whatever order they come in, so the statement is one.
  const names = Object.keys(values).sort();
  const places = names.map((column, at) => sql[column]?.(`$${at + 2}`) ?? `$${at + 2}`);
  const rows = await tx.query<Stored & Record<string, unknown>>({
    name: `commerce.${name}.insert`,
    text: `insert into commerce.${name} as t (team_id, ${names.map((column) => `"${column}"`).join(", ")})
values ($1, ${places.join(", ")}) returning ${returning}`,
    values: [teamId, ...names.map((column) => valueOf(values[column]))],
  });
  return one(rows);
}

/** Documents that have numbers, each of its own counter, and the prefix of the number if the team has set none. */
const prefixes = { invoice: "INV-", quote: "QUO-" } as const;
/** Kind of a document with a number. */
export type Kind = keyof typeof prefixes;

/**
 * Builds the SQL that finalizing begins with: it takes the next number of the team, and returns it with the time and
 * the team's now. The row of the counter stays locked until the transaction ends. Numbers are therefore in the order of
 * these times, and the next transaction uses a rolled-back number. A preview takes none. `$1` is the team.
 */
export const takeNumber = (kind: Kind, isPreview: boolean): string =>
  isPreview
    ? `select null::bigint as last, clock_timestamp() as at, ${teamNow()} as now`
    : `insert into commerce.counters as c (team_id, kind, last) values ($1, '${kind}', 1)
  on conflict (team_id, kind) do update set last = c.last + 1
  returning c.last, clock_timestamp() as at, ${teamNow()} as now`;

/** SQL of the number that was taken, as `n`: at least six digits (commerce.numbers). */
export function numberOf(kind: Kind): string {
  const prefix = settingOf(`commerce.${kind}_prefix`, `'${prefixes[kind]}'`);
  return `${prefix} || lpad(n.last::text, greatest(6, length(n.last::text)), '0')`;
}

/** SQL of the seller now. */
export const SELLER = `${settingOf("commerce.seller")}::jsonb`;
