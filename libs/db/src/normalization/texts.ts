import type { Database } from "../database.ts";
import type { Row, Statement, TeamContext } from "../types.ts";

/** Declaration of a service's texts: each column is stored in NFC unless it is listed (conventions.normalization). */
export interface Texts {
  /** Tables, and columns as `table.column`, whose texts stay as they were sent, with the reason. */
  exact: Readonly<Record<string, string>>;
  /** Condition on rows `t`, by table: other rows stay as they are. */
  only?: Readonly<Record<string, string>>;
  /** SQL of a value in NFC of row `t`, by `table.column`, for a column that has texts of both kinds. */
  nfc?: Readonly<Record<string, string>>;
  /** Finds further tables of a team, for texts that the catalog of the schema does not list. */
  further?: (context: TeamContext, database: Database) => Promise<TextTable[]>;
  /** Statement after rows of the table were stored, by table: the keys of the rows are its second parameter. */
  stored?: Readonly<Record<string, string>>;
}

/** Table with texts. Names and SQL are the service's own, never input. */
export interface TextTable {
  /** Name in reports. */
  name: string;
  /** SQL of its rows, such as `only crm.contacts`. */
  rows: string;
  /** Columns of its key after the team, with their types. */
  key: readonly { name: string; type: string }[];
  columns: readonly TextColumn[];
  /** Condition on rows `t`. */
  only?: string;
  /** See Texts. */
  stored?: string;
  /** SQL of the names of what a row `t` has in another spelling; its columns by default. */
  left?: string;
}

export interface TextColumn {
  name: string;
  /** SQL of its value in NFC, of row `t`. */
  nfc: string;
}

/** Tables that every service has, and whose texts stay. */
export const EXACT_EVERYWHERE: Readonly<Record<string, string>> = {
  changes: "undo records are what was stored",
  changeset_comments: "comments are composed by the door",
  changesets: "proposals are what was proposed; their requests are composed by the door",
  changeset_versions: "former versions of proposals are what was proposed",
  changeset_left: "records that an undo has left are named by ids and columns",
  changeset_votes: "votes have ids alone",
  idempotency_keys: "replies are repeated as they were sent",
  migrations: "the book of migrations",
  outbox: "events are what was published",
  relay_position: "how far the relay has come",
  unnormalized: "names of tables and keys as they are",
  rule_counts: "names of hands and units",
  search_embeddings: "names of addresses",
  search_entries: "names of kinds",
  search_unembedded: "names of kinds",
  search_vectors: "names of kinds and digests",
  search_walks: "names of kinds",
  search_words: "folded words",
};

interface CatalogRow extends Row {
  table: string;
  column: string;
  type: string;
  key: { name: string; type: string }[] | null;
}

/** Types of columns with texts; a value of type json stays, as it has no equality. */
const TEXT_TYPES = "('text', 'character varying', 'text[]', 'jsonb')";

/** Selects every column with texts of the schema's tables that inherit from no other. */
export const textColumnsOf = (schema: string): Statement => ({
  text: `select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type,
      (select jsonb_agg(jsonb_build_object('name', k.attname, 'type', format_type(k.atttypid, null)) order by p.place)
       from pg_index i
       cross join lateral unnest(i.indkey::int2[]) with ordinality p(attnum, place)
       join pg_attribute k on k.attrelid = c.oid and k.attnum = p.attnum
       where i.indrelid = c.oid and i.indisprimary and k.attname <> 'team_id') as key
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'p')
      and format_type(a.atttypid, null) in ${TEXT_TYPES}
      and not exists (select from pg_inherits h where h.inhrelid = c.oid)
    order by c.relname, a.attnum`,
  values: [schema],
});

/** Returns the tables of a schema whose texts are stored in NFC. */
export function textTables(schema: string, { exact, only, nfc, stored }: Texts, found: Row[]): TextTable[] {
  const isExact = (name: string) => Object.hasOwn(exact, name) || Object.hasOwn(EXACT_EVERYWHERE, name);
  const walked = (found as CatalogRow[]).filter(
    ({ table, column }) => !isExact(table) && !isExact(`${table}.${column}`),
  );
  return [...Map.groupBy(walked, ({ table }) => table)].map(([table, columns]) => ({
    name: table,
    rows: `only ${schema}.${table}`,
    // A table with one row of a team has the team as its key.
    key: columns[0]?.key ?? [{ name: "team_id", type: "uuid" }],
    columns: columns.map(({ column }) => ({
      name: column,
      nfc: nfc?.[`${table}.${column}`] ?? `platform.nfc(t."${column}")`,
    })),
    ...(only?.[table] !== undefined && { only: only[table] }),
    ...(stored?.[table] !== undefined && { stored: stored[table] }),
  }));
}
