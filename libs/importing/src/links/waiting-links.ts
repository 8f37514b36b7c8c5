import type { Row, Statement } from "@jst/db";
import type { StoredImport } from "../import.ts";

type Generation = Pick<StoredImport, "id" | "generation">;

/** Row whose links wait to be set. */
export interface WaitingLinks {
  row: number;
  state: string;
  record_id: string | null;
  base_version: number | null;
  links: WaitingLink[];
}

/** Link that waits to be set; without an id if no row was written that it names. */
export interface WaitingLink {
  name: string;
  header: string;
  value: string;
  is_many: boolean;
  id: string | null;
}

/** Reads rows by a statement. */
type Read = <R extends Row>(statement: Statement) => Promise<R[]>;

/** Reader of the rows of an import, which looks for them one table at a time. */
interface ImportReader {
  read: Read;
  teamId: string;
  of: Generation;
}

/** Reads the next rows of a part whose links wait, with the rows that they name. */
export async function waitingLinks(
  reader: ImportReader,
  part: number,
  limit: number,
): Promise<WaitingLinks[]> {
  const { read, teamId, of } = reader;
  const rows = (await read<{ row: number }>(findRows(teamId, of, part, limit))).map(({ row }) => row);
  if (rows.length === 0) return [];
  const links = await read<StoredLink>(findLinks(teamId, of, part, rows));
  const keys = [...new Set(links.flatMap(({ key }) => key ?? []))];
  const named = await read<{ key: string; record_id: string | null }>(findMade(teamId, of, keys));
  const ids = new Map([
    ...(await heldBy(reader, keys)),
    ...named.map((one) => [one.key, one.record_id] as const),
  ]);
  const states = await read<RowState>(findStates(teamId, of, part, rows));
  const byRow = Map.groupBy(links, ({ row }) => row);
  return states.map(({ row, state, record_id, base_version }) => ({
    ...{ row, state, record_id, base_version },
    links: (byRow.get(row) ?? []).map(({ key, record_id: id, name, header, value, is_many }) => ({
      ...{ name, header, value, is_many, id: key === null ? id : (ids.get(key) ?? null) },
    })),
  }));
}

/** Finds the rows of the source that have keys, and the rows of their tables that these have become. */
async function heldBy(
  { read, teamId, of }: ImportReader,
  keys: readonly string[],
): Promise<[string, string | null][]> {
  const holders = await read<{ key: string; part: number; row: number }>(findHolders(teamId, of, keys));
  const found: [string, string | null][] = [];
  for (const [part, own] of Map.groupBy(holders, (holder) => holder.part)) {
    const rows = own.map(({ row }) => row);
    const states = await read<RowState>(findStates(teamId, of, part, rows));
    const ids = new Map(states.map((one) => [one.row, one.record_id]));
    found.push(...own.map(({ key, row }): [string, string | null] => [key, ids.get(row) ?? null]));
  }
  return found;
}

function findRows(teamId: string, { id, generation }: Generation, part: number, limit: number): Statement {
  return {
    name: "import_links_rows",
    text: `select distinct l.row from import_links l
      where l.team_id = $1 and l.import_id = $2 and l.generation = $3 and l.part = $4 and l.is_waiting
      order by l.row limit $5`,
    values: [teamId, id, generation, part, limit],
  };
}

interface StoredLink extends Row, Omit<WaitingLink, "id"> {
  row: number;
  /** In hexadecimal; null for a row that was there. */
  key: string | null;
  record_id: string | null;
}

function findLinks(
  teamId: string,
  { id, generation }: Generation,
  part: number,
  rows: readonly number[],
): Statement {
  return {
    name: "import_links_of",
    text: `select l.row, l.name, l.header, l.value, l.is_many, encode(l.key, 'hex') as key, l.record_id from import_links l
      where l.team_id = $1 and l.import_id = $2 and l.generation = $3 and l.part = $4 and l.row = any($5::integer[])
      order by l.row, l.name, l.place`,
    values: [teamId, id, generation, part, rows],
  };
}

interface RowState extends Row {
  row: number;
  state: string;
  record_id: string | null;
  base_version: number | null;
}

function findStates(
  teamId: string,
  { id, generation }: Generation,
  part: number,
  rows: readonly number[],
): Statement {
  return {
    name: "import_links_states",
    text: `select r.row, r.state, r.record_id, r.base_version from import_rows r
      where r.team_id = $1 and r.import_id = $2 and r.generation = $3 and r.part = $4 and r.row = any($5::integer[])
      order by r.row`,
    values: [teamId, id, generation, part, rows],
  };
}

const KEYS = "any(array(select decode(k, 'hex') from unnest($4::text[]) k))";

function findHolders(teamId: string, { id, generation }: Generation, keys: readonly string[]): Statement {
  return {
    name: "import_links_holders",
    text: `select encode(k.key, 'hex') as key, k.part, k.row from import_keys k
      where k.team_id = $1 and k.import_id = $2 and k.generation = $3 and k.key = ${KEYS}`,
    values: [teamId, id, generation, keys],
  };
}

function findMade(teamId: string, { id, generation }: Generation, keys: readonly string[]): Statement {
  return {
    name: "import_links_made",
    text: `select encode(n.key, 'hex') as key, n.record_id from import_named n
      where n.team_id = $1 and n.import_id = $2 and n.generation = $3 and n.key = ${KEYS}`,
    values: [teamId, id, generation, keys],
  };
}
