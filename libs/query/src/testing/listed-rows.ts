import { after, before } from "node:test";
import { Client } from "pg";
import { CursorCodec, type CursorScope } from "../cursor.ts";
import { fieldsOf, sortText } from "../field.ts";
import { type ListRow, listStatement, type PageSize } from "../list.ts";
import { readPage } from "../page.ts";
import { Params } from "../params.ts";
import { parseSort } from "../sort.ts";

/** Fields of the table that the tests of lists share. */
export const fields = fieldsOf(
  { name: "id", kind: "uuid", sql: "r.id", notNull: true },
  { name: "at", kind: "datetime", sql: "r.at", notNull: true },
  { name: "name", kind: "text", sql: "r.name", sort: sortText("r.name") },
  { name: "size", kind: "number", sql: "r.size" },
  { name: "open", kind: "boolean", sql: "r.open" },
  { name: "due", kind: "date", sql: "r.due" },
  { name: "tags", kind: "multi", sql: "r.tags" },
);
export const codec = new CursorCodec({ current: "k1", keys: new Map([["k1", Buffer.alloc(32, 7)]]) });
export const scope: CursorScope = { teamId: "t", route: "r", sort: "", filter: "" };

export let client: Client;
export const idOf = (n: number) => `0198c7a0-0000-7000-8000-${String(n).padStart(12, "0")}`;

/** Connects and creates the table for the tests of one file. Call it at the top of the file. */
export function testListedRows(): void {
  before(async () => {
    client = new Client({ connectionString: process.env["TEST_POSTGRES_URL"] });
    await client.connect();
    await client.query("set timezone to 'UTC'");
    await client.query(
      "create temp table r (n integer, id uuid, at timestamptz, name text, size float8, open boolean, due date, tags text[])",
    );
  });
  after(() => client.end());
}

/** Rows of the table; what is not given is null, but for id and at. */
export async function insert(...rows: Record<string, unknown>[]): Promise<void> {
  for (const row of rows) {
    await client.query(
      "insert into r (n, id, at, name, size, open, due, tags) select n, id, coalesce(at, '2026-01-01'), name, size, open, due, tags from jsonb_populate_record(null::r, $1)",
      [{ id: idOf(Number(row["n"])), ...row }],
    );
  }
}

/** Options of a page besides its order and size. */
export interface PageOptions {
  after?: readonly (string | null)[] | undefined;
  where?: string;
  isIndexed?: boolean;
  isIndexedNow?: string;
  item?: string;
  madeOf?: string | undefined;
  /** Parameters of `where`. */
  values?: readonly unknown[];
  /** Happens before each statement of the page. */
  beforeEach?: () => Promise<unknown>;
}

/** One page, and how many statements it took. */
export async function page(sort: string, limit: number, options: PageOptions = {}) {
  let statements = 0;
  const row = await readPage({ limit }, (size) => {
    statements += 1;
    return ask(sort, size, options);
  });
  return { row, statements, items: numbersOf(row.items) };
}

/** The items of a page, which are numbers. */
export const numbersOf = (items: Buffer) => JSON.parse(`[${items.toString()}]`) as number[];

/** Runs the statement of a page and returns its answer. */
export async function ask(sort: string, size: PageSize, options: PageOptions = {}): Promise<ListRow[]> {
  const { after, where = "true", isIndexed = false, isIndexedNow, item = "r.n", madeOf } = options;
  await options.beforeEach?.();
  const params = new Params();
  for (const value of options.values ?? []) params.add(value);
  const statement = listStatement(
    {
      from: "r",
      where: [where],
      item,
      madeOf,
      sort: parseSort(sort, fields, "at:desc"),
      size,
      after,
      isIndexed,
      isIndexedNow,
      count: true,
    },
    params,
  );
  const { rows } = await client.query<ListRow & { items: string | null }>(statement.text, [
    ...statement.values,
  ]);
  return rows.map((found) => ({
    ...found,
    items: found.items === null ? null : Buffer.from(found.items),
  }));
}

/** Every page of a list in order, with something happening before each next one. */
export async function pagesOf(
  sort: string,
  limit: number,
  options: PageOptions = {},
  between: () => Promise<void> = () => Promise.resolve(),
) {
  const pages: Awaited<ReturnType<typeof page>>[] = [];
  for (let after: readonly (string | null)[] | undefined; ;) {
    const found = await page(sort, limit, { ...options, after });
    pages.push(found);
    const { last } = found.row;
    if (last === null) return pages;
    after = codec.decode(scope, codec.encode(scope, last), last.length);
    await between();
  }
}

/** The same as one list of items. */
export async function walk(...asked: Parameters<typeof pagesOf>): Promise<number[]> {
  return (await pagesOf(...asked)).flatMap(({ items }) => items);
}
