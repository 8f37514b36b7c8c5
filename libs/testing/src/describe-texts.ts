import assert from "node:assert/strict";
import { test } from "node:test";
import { EXACT_EVERYWHERE, textColumnsOf, textTables, type Row, type Texts, type TextTable } from "@jst/db";
import type { SchemaName } from "@jst/fleet";
import { composedTexts } from "@jst/values";
import type pg from "pg";
import { withClient } from "./server.ts";
import type { TestDatabase } from "./test-database.ts";
import { testNormalizer } from "./test-normalizer.ts";

/** A letter that NFC composes. */
const DECOMPOSED = "e\u0301";

/** Team with a row in every table of a service. */
export interface FilledTeam {
  database: TestDatabase;
  texts: Texts;
  teamId: () => string;
}

/** Shows that every text of a service is stored in NFC or listed with a reason (conventions.normalization). */
export function describeTexts(service: SchemaName, { database, texts, teamId }: FilledTeam): void {
  const { walk } = testNormalizer(service, database, texts);
  const asSuperuser = <T>(work: (client: pg.Client) => Promise<T>) => withClient(database.superuserUrl, work);

  void test("every column with texts is stored in NFC, or listed as exact with a reason", () =>
    asSuperuser(async (client) => {
      assert.deepEqual(await unwalked(client, service, texts), []);
    }));

  void test("texts that were stored in decomposed letters become NFC, and nothing else of their rows changes", () =>
    asSuperuser(async (client) => {
      const tables = await tablesOf(client, service, texts);
      const seeded = await decompose(client, service, tables, teamId());
      if (tables.length > 0) assert.notEqual(seeded.length, 0);
      const states = await statesOf(client, service, tables, teamId());
      const records = await changesOf(client, service, teamId());
      assert.equal((await walk(teamId())) > 0, seeded.length > 0);
      for (const { table, rows } of states) {
        const names = new Set(table.columns.map(({ name }) => name));
        const exact = [...new Set(rows.flatMap(Object.keys))].filter(
          (name) => !names.has(name) && name !== "search",
        );
        const now = await rowsOf(client, service, table, teamId());
        assert.deepEqual(now, composedTexts(rows, { exact }), table.name);
      }
      assert.equal(await changesOf(client, service, teamId()), records);
      assert.equal(await walk(teamId()), 0);
    }));
}

async function tablesOf(client: pg.Client, service: SchemaName, texts: Texts): Promise<TextTable[]> {
  const { text, values } = textColumnsOf(service);
  const { rows } = await client.query<Row>({ text, values: [...values] });
  return textTables(service, texts, rows);
}

/** Names of what the declaration does not cover, or names in vain. */
async function unwalked(client: pg.Client, service: SchemaName, texts: Texts): Promise<string[]> {
  const { rows: columns } = await client.query<{ table: string; column: string; reason: string | null }>({
    text: `select c.relname as table, a.attname as column, case
        when not exists (select from pg_attribute t where t.attrelid = c.oid and t.attname = 'team_id') then 'belongs to no team'
        when not has_column_privilege($1::text, c.oid, a.attnum, 'update') then 'is not the role''s to update'
        when format_type(a.atttypid, null) like 'json%' and format_type(a.atttypid, null) <> 'jsonb' then 'has no equality'
      end as reason
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      join pg_type t on t.oid = a.atttypid left join pg_type e on e.oid = t.typelem
      where c.relnamespace = $1::text::regnamespace and c.relkind in ('r', 'p')
        and not exists (select from pg_inherits h where h.inhrelid = c.oid)
        and (coalesce(e.typname, t.typname) in ('text', 'varchar', 'bpchar', 'citext', 'json', 'jsonb'))`,
    values: [service],
  });
  const known = new Set(columns.flatMap(({ table, column }) => [table, `${table}.${column}`]));
  const walked = new Set(
    (await tablesOf(client, service, texts)).flatMap(({ name, columns: own }) =>
      own.map((one) => `${name}.${one.name}`),
    ),
  );
  const listed = { ...EXACT_EVERYWHERE, ...texts.exact };
  const isListed = (table: string, column: string) =>
    Object.hasOwn(listed, table) || Object.hasOwn(listed, `${table}.${column}`);
  const declared = [texts.exact, texts.only, texts.nfc, texts.stored].flatMap((one) =>
    Object.keys(one ?? {}),
  );
  return [
    ...columns
      .filter(({ table, column }) => !isListed(table, column) && !walked.has(`${table}.${column}`))
      .map(({ table, column }) => `${table}.${column} is neither walked nor listed`),
    ...columns
      .filter(({ table, column, reason }) => reason !== null && walked.has(`${table}.${column}`))
      .map(({ table, column, reason }) => `${table}.${column} ${reason ?? ""}`),
    ...declared.filter((name) => !known.has(name)).map((name) => `${name} is no column with texts`),
  ];
}

/** Writes a decomposed letter to each column that takes one, as a process of an earlier release did. */
async function decompose(
  client: pg.Client,
  service: SchemaName,
  tables: readonly TextTable[],
  teamId: string,
): Promise<string[]> {
  const seeded: string[] = [];
  await client.query("begin");
  for (const [name, value] of Object.entries({
    team_id: teamId,
    normalizing: "on",
    actor_type: "system",
    actor_id: "",
  }))
    await client.query("select set_config($1, $2, true)", [`app.${name}`, value]);
  for (const { name: table, columns, only = "true" } of tables)
    for (const { name } of columns) {
      await client.query("savepoint one");
      try {
        const text = `update ${service}.${table} t set "${name}" = ${seedOf(await typeOf(client, service, table, name), name)}
          where team_id = $1 and "${name}" is not null and ${only}`;
        const { rowCount } = await client.query({ text, values: [teamId] });
        if (rowCount !== 0) seeded.push(`${table}.${name}`);
      } catch {
        // A column of names of the platform takes no other.
        await client.query("rollback to savepoint one");
      }
    }
  await client.query("commit");
  return seeded;
}

function seedOf(type: string, name: string): string {
  if (type === "text[]") return `"${name}" || '${DECOMPOSED}'::text`;
  if (type !== "jsonb") return `"${name}" || '${DECOMPOSED}'`;
  return `case jsonb_typeof("${name}")
    when 'object' then "${name}" || '{"${DECOMPOSED}": ["${DECOMPOSED}"]}'
    when 'array' then "${name}" || '["${DECOMPOSED}"]' else "${name}" end`;
}

async function typeOf(client: pg.Client, service: string, table: string, column: string): Promise<string> {
  const { rows } = await client.query<{ type: string }>({
    text: `select format_type(atttypid, null) as type from pg_attribute
      where attrelid = $1::regclass and attname = $2`,
    values: [`${service}.${table}`, column],
  });
  return rows[0]?.type ?? "";
}

async function statesOf(client: pg.Client, service: string, tables: readonly TextTable[], teamId: string) {
  const states: { table: TextTable; rows: Row[] }[] = [];
  for (const table of tables) states.push({ table, rows: await rowsOf(client, service, table, teamId) });
  return states;
}

async function rowsOf(client: pg.Client, service: string, table: TextTable, teamId: string): Promise<Row[]> {
  const { rows } = await client.query<{ row: Row }>({
    // Leaves out schema_version: a change of columns moves it, so that processes forget the old columns.
    text: `select to_jsonb(t) - 'schema_version' as row from ${service}.${table.name} t where team_id = $1
      order by normalize(to_jsonb(t)::text, NFC)`,
    values: [teamId],
  });
  return rows.map(({ row }) => row);
}

async function changesOf(client: pg.Client, service: string, teamId: string): Promise<number> {
  const { rows } = await client.query<{ n: number }>({
    text: `select count(*)::int as n from ${service}.changes where team_id = $1`,
    values: [teamId],
  });
  return rows[0]?.n ?? 0;
}
