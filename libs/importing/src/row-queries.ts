import type { Row, Statement, TeamTx } from "@jst/db";
import type { FieldError } from "@jst/errors";
import type { RowFault, RowState, StoredImport, Verdict } from "./import.ts";

/** Row of an import with its verdict, as it is stored. */
export interface JudgedRow {
  part: number;
  row: number;
  line: number;
  verdict: Verdict;
  state: RowState;
  record_id: string | null;
  base_version: number | null;
  data: Record<string, unknown>;
  cells: readonly unknown[];
  errors: readonly RowFault[];
  warnings: readonly RowFault[];
}

/** Cells of a row with the names of the rows that the import links to. */
const shownData = `r.data || coalesce((
      select jsonb_object_agg(n.name, case when n.is_many then n.names else n.names -> 0 end)
      from (select l.name, l.is_many, jsonb_agg(l.value order by l.place) as names from import_links l
        where l.team_id = r.team_id and l.import_id = r.import_id and l.generation = r.generation and l.part = r.part
          and l.row = r.row
        group by l.name, l.is_many) n
    ), '{}')`;

/** SQL of a row of an import as it is listed, over alias `r`. */
export const rowJson = `json_build_object('part', r.part, 'row', r.row, 'line', r.line, 'verdict', r.verdict, 'state', r.state,
    'record_id', r.record_id, 'data', ${shownData}, 'errors', r.errors, 'warnings', r.warnings)`;

/** SQL of a row of an import in a file, with the cells of the source. */
export const fileRowJson = `json_build_object('part', r.part, 'row', r.row, 'line', r.line, 'verdict', r.verdict,
    'errors', r.errors, 'cells', r.cells)`;

/** SQL condition of a row with a warning, over alias `r`. */
export const isWarned = "r.warnings <> '[]'";

/** The import, and the generation of its verdicts. */
export type Generation = Pick<StoredImport, "id" | "generation">;

/** Stores verdicts. */
export async function insertRows(
  tx: TeamTx,
  { id, generation }: Generation,
  rows: readonly JudgedRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx.query({
    name: "import_rows_insert",
    text: `insert into import_rows (team_id, import_id, generation, part, row, line, verdict, state, record_id, base_version,
        data, cells, errors, warnings)
      select $1, $2, $3, r.part, r.row, r.line, r.verdict, r.state, r.record_id, r.base_version, r.data, r.cells, r.errors,
        r.warnings
      from jsonb_to_recordset($4::jsonb) as r (part integer, row integer, line integer, verdict text, state text,
        record_id uuid, base_version integer, data jsonb, cells jsonb, errors jsonb, warnings jsonb)`,
    values: [tx.context.teamId, id, generation, JSON.stringify(rows)],
  });
}

/** Unique value of a row of the source. */
export interface RowKey {
  /** Digest in hexadecimal. */
  key: string;
  row: number;
}

/** Row that has a unique value; `line` is null for a row of the page that is judged. */
interface KeyHolder extends RowKey, Row {
  part: number;
  line: number | null;
}

/** Claims unique values for rows of a part; answers the first row of the source for each of the wanted values. */
export async function claimKeys(
  tx: TeamTx,
  { id, generation }: Generation,
  part: number,
  { claimed, wanted }: { claimed: readonly RowKey[]; wanted: readonly string[] },
): Promise<KeyHolder[]> {
  if (wanted.length === 0) return [];
  const { teamId } = tx.context;
  await tx.query({
    name: "import_keys_claim",
    text: `insert into import_keys (team_id, import_id, generation, key, part, row)
      select $1, $2, $3, decode(k.key, 'hex'), $5, min(k.row)
      from jsonb_to_recordset($4::jsonb) as k (key text, row integer) group by k.key order by k.key
      on conflict do nothing`,
    values: [teamId, id, generation, JSON.stringify(claimed), part],
  });
  return tx.query<KeyHolder>({
    name: "import_keys_holders",
    // Keys are found one by one: statistics of an empty table would plan a scan of all keys of the import.
    text: `select encode(w.key, 'hex') as key, h.part, h.row, (select r.line from import_rows r where r.team_id = $1
          and r.import_id = $2 and r.generation = $3 and r.part = h.part and r.row = h.row) as line
      from (select distinct decode(k, 'hex') as key from unnest($4::text[]) k) w
      cross join lateral (
        select k.part, k.row from import_keys k
        where k.team_id = $1 and k.import_id = $2 and k.generation = $3 and k.key = w.key limit 1
      ) h`,
    values: [teamId, id, generation, [...new Set(wanted)]],
  });
}

/** Finds the last row of each part that has a verdict. */
export function findJudged(teamId: string, { id, generation }: Generation): Statement {
  return {
    name: "import_rows_judged",
    text: `select r.part, max(r.row) as row from import_rows r
      where r.team_id = $1 and r.import_id = $2 and r.generation = $3 group by r.part`,
    values: [teamId, id, generation],
  };
}

/** Row that waits to be written. */
export interface WaitingRow extends Row {
  part: number;
  row: number;
  verdict: "create" | "update";
  record_id: string | null;
  base_version: number | null;
  data: Record<string, unknown>;
}

/** Reads the next rows of a part that wait to be written, as many as fit into a page in number and in bytes. */
export function findWaiting(
  teamId: string,
  { id, generation }: Generation,
  part: number,
  limit: { rows: number; bytes: number },
): Statement {
  return {
    name: "import_rows_waiting",
    text: `select p.part, p.row, p.verdict, p.record_id, p.base_version, p.data
      from (
        select r.*, sum(octet_length(r.data::text)) over (order by r.row) - octet_length(r.data::text) as before
        from (
          select * from import_rows r
          where r.team_id = $1 and r.import_id = $2 and r.generation = $3 and r.part = $4 and r.state = 'waiting'
          order by r.part, r.row limit $5
        ) r
      ) p
      where p.before < $6
      order by p.row`,
    values: [teamId, id, generation, part, limit.rows, limit.bytes],
  };
}

/** Fault of a rejected row, at its place in the import. */
export interface FaultyRow extends Row {
  fault: FieldError;
}

/** Reads the first faults of rejected rows. */
export function firstFaults(teamId: string, { id, generation }: Generation, limit: number): Statement {
  return {
    name: "import_rows_first_faults",
    text: `select json_build_object('field', concat_ws('.', 'parts', r.part, 'rows', r.row, nullif(e.one ->> 'field', '')),
        'code', e.one -> 'code', 'message', e.one -> 'message') as fault
      from import_rows r, jsonb_array_elements(r.errors) with ordinality e (one, place)
      where r.team_id = $1 and r.import_id = $2 and r.generation = $3 and r.verdict = 'reject'
      order by r.part, r.row, e.place limit $4`,
    values: [teamId, id, generation, limit],
  };
}

/** State of a row after its page was written. */
export interface WriteOutcome {
  row: number;
  state: "written" | "changed";
  record_id: string | null;
  /** Version of the row from then on, by which its links are set; absent if it was not written. */
  version?: number | null;
  /** Row that has a value of the row, if that is why it was not written. */
  existing_id?: string | undefined;
  errors: readonly { field: string; code: string; message: string }[];
}

/** The same, with the faults as they are stored. */
export interface RowOutcome extends WriteOutcome {
  errors: readonly RowFault[];
}

/** Stores the states of the rows of a page. */
export async function saveStates(
  tx: TeamTx,
  { id, generation }: Generation,
  part: number,
  outcomes: readonly RowOutcome[],
): Promise<void> {
  await tx.query({
    name: "import_rows_save_states",
    text: `update import_rows r set state = o.state, record_id = coalesce(o.record_id, r.record_id),
        base_version = coalesce(o.version, r.base_version), errors = o.errors
      from jsonb_to_recordset($5::jsonb) as o (row integer, state text, record_id uuid, version integer, errors jsonb)
      where r.team_id = $1 and r.import_id = $2 and r.generation = $3 and r.part = $4 and r.row = o.row`,
    values: [tx.context.teamId, id, generation, part, JSON.stringify(outcomes)],
  });
}

/** Adds warnings to rows of a part. */
export async function addWarnings(
  tx: TeamTx,
  { id, generation }: Generation,
  part: number,
  rows: readonly { row: number; warnings: readonly RowFault[] }[],
): Promise<void> {
  const warned = rows.filter(({ warnings }) => warnings.length > 0);
  if (warned.length === 0) return;
  await tx.query({
    name: "import_rows_warn",
    text: `update import_rows r set warnings = r.warnings || w.warnings
      from jsonb_to_recordset($5::jsonb) as w (row integer, warnings jsonb)
      where r.team_id = $1 and r.import_id = $2 and r.generation = $3 and r.part = $4 and r.row = w.row`,
    values: [tx.context.teamId, id, generation, part, JSON.stringify(warned)],
  });
}

/** Rows that one statement removes. */
const REMOVED_MAX = 5_000;

/** Tables with rows of a generation. */
const TABLES = ["import_rows", "import_keys", "import_links", "import_named"] as const;

/** Removes some verdicts of generations before this one; answers whether more may be left. */
export async function removeFormer(tx: TeamTx, { id, generation }: Generation): Promise<boolean> {
  let isFull = false;
  for (const table of TABLES) {
    const removed = await tx.query({
      name: `${table}_remove_former`,
      text: `delete from ${table} r where r.ctid = any(array(
          select o.ctid from ${table} o where o.team_id = $1 and o.import_id = $2 and o.generation < $3 limit ${REMOVED_MAX}
        )) and r.team_id = $1 returning 1`,
      values: [tx.context.teamId, id, generation],
    });
    isFull ||= removed.length === REMOVED_MAX;
  }
  return isFull;
}

/** Removes the pinned bytes of an import; of a deleted one the import too. */
export async function removeSource(
  tx: TeamTx,
  { id, deleted }: Pick<StoredImport, "id" | "deleted">,
): Promise<void> {
  const values = [tx.context.teamId, id];
  await tx.query({
    name: "import_sources_remove",
    text: "delete from import_sources s where s.team_id = $1 and s.import_id = $2",
    values,
  });
  if (!deleted) return;
  await tx.query({
    name: "imports_remove",
    text: "delete from imports i where i.team_id = $1 and i.id = $2",
    values,
  });
}
