import { AppError } from "@jst/errors";
import { type FormulaSet, type Json, listedValue, type Outcome, type Viewpoint } from "@jst/formula";
import { type ArrayItem, BinaryArray, type ReadMany, type Row } from "@jst/db";
import { Params } from "@jst/query";
import { listedTypes, type ResultType } from "../types/formula-type.ts";
import type { TableSchema } from "../schema/schema.ts";
import { eachRow } from "./each-row.ts";
import { formulaInputs } from "../rows/formula-inputs.ts";

/** Rows a list evaluates formulas of before it filters or sorts by them (limits.formula-scan). */
export const SCANNED_ROWS_MAX = 10_000;
/** Characters of the values of all these rows. */
export const SCANNED_CHARS_MAX = 16_000_000;
/** Rows asked for at once: first, and those of the largest page at most. PostgreSQL reads the cells of each. */
const BATCH_ROWS = { first: 64, most: 500 };
/** Bytes of what formulas read of rows that are in memory at once; one row alone may have more. */
export const BATCH_BYTES_MAX = 2 * 1024 * 1024;

/** The rows whose formulas are evaluated, and for what. */
export interface Scan {
  teamId: string;
  schema: TableSchema;
  /** SQL for its rows `r`. */
  rows: string;
  /** The formulas that are asked for. */
  formulas: FormulaSet;
  /** SQL conditions over `data.rows r`, beside team and table, that need no formula. */
  where: (params: Params) => string[];
  /** SQL that joins what that order reads beside the rows. */
  joined?: string | undefined;
  /** SQL of the order and limit of one page, when no other rows than those of the page matter. */
  pageOnly?: string;
  view: Viewpoint;
  /** Code of the refusal when there is too much to evaluate. */
  code: "invalid_filter" | "invalid_sort" | "limit_reached";
}

/** The formula columns among the names; undefined when there are none. */
export function formulasAmong(
  { formulas }: TableSchema,
  names: () => Iterable<string>,
): FormulaSet | undefined {
  if (formulas === undefined) return undefined;
  const asked = formulas.only(new Set(names()));
  return asked.names.length === 0 ? undefined : asked;
}

/** SQL that joins values of formulas to `data.rows r`. */
export type Join = (params: Params) => string;

/**
 * Evaluates the formulas of every row of the scan. Returns SQL that joins their values to `data.rows r` as relation
 * `f`, so that PostgreSQL filters, sorts and pages by them as by stored cells. Refuses more rows than may be evaluated,
 * with the reason.
 */
export async function scanFormulas(read: ReadMany, scan: Scan): Promise<Join> {
  const listed = new ListedValues(scan);
  await evaluateRows(read, scan, (id, outcomes) => listed.add(id, outcomes));
  return (params) => listed.join(params);
}

/** Evaluates the formulas of every row of the scan, a bounded part of them in memory, and passes each result on. */
export async function evaluateRows(
  read: ReadMany,
  scan: Scan,
  add: (id: string, outcomes: readonly Outcome[]) => void,
): Promise<void> {
  const ids = (await candidates(read, scan)).sort();
  for (let from = 0, size = BATCH_ROWS.first; from < ids.length;) {
    const rows = await inputsOf(read, scan, ids.slice(from, from + size));
    const left = rows.findIndex(({ inputs }) => inputs === null);
    const batch = left < 0 ? rows : rows.slice(0, left);
    from = left < 0 ? from + size : ids.indexOf(rows[left]?.id ?? "", from);
    size = nextSize(size, batch, left < 0);
    await eachRow({ teamId: scan.teamId, formulas: [scan.formulas], rows: batch }, ({ id, inputs }) => {
      // Parsed once this row is reached: what a cell of JSON holds takes many times its text.
      add(id, scan.formulas.evaluate(JSON.parse(inputs ?? "[]") as readonly Json[], scan.view));
      return true;
    });
    if (performance.now() > (scan.view.untilMs ?? Infinity))
      throw tooMuch(scan, "Their evaluation takes too long");
  }
}

/** How many rows to ask for next: as many as were let in, twice as many while these are small. */
function nextSize(asked: number, rows: readonly ScannedRow[], isWhole: boolean): number {
  if (!isWhole) return rows.length;
  const chars = rows.reduce((sum, { inputs }) => sum + (inputs?.length ?? 0), 0);
  return chars * 4 > BATCH_BYTES_MAX ? asked : Math.min(asked * 2, BATCH_ROWS.most);
}

/**
 * Values of formulas, by column, beside the ids of their rows, as the bytes that are sent: nothing else of a row stays.
 */
class ListedValues {
  readonly #scan: Scan;
  readonly #ids = new BinaryArray("uuid");
  readonly #columns: { name: string; type: ResultType; values: BinaryArray }[];
  #chars = 0;

  constructor(scan: Scan) {
    this.#scan = scan;
    const typeOf = (name: string) => scan.schema.columns.get(name)?.options.result_type ?? "any";
    this.#columns = scan.formulas.names.map((name) => {
      const type = typeOf(name);
      return { name, type, values: new BinaryArray(listedTypes[type]) };
    });
  }

  add(id: string, outcomes: readonly Outcome[]): void {
    this.#ids.add(id);
    this.#columns.forEach(({ type, values }, place) => {
      const value: ArrayItem = listedValue(type, outcomes[place] ?? null, this.#scan.view.timezone);
      values.add(value);
      if (typeof value === "string") this.#chars += value.length;
    });
    if (this.#chars > SCANNED_CHARS_MAX)
      throw tooMuch(this.#scan, "The results of these formulas are too long");
  }

  join(params: Params): string {
    const lists = this.#columns.map(({ type, values }) => params.add(values, `${listedTypes[type]}[]`));
    const values = [params.add(this.#ids, "uuid[]"), ...lists].join(", ");
    const names = ["id", ...this.#columns.map(({ name }) => `"${name}"`)].join(", ");
    // A page whose rows alone were looked at is part of a list that goes on.
    const kind = this.#scan.pageOnly === undefined ? "join" : "left join";
    return `${kind} unnest(${values}) f (${names}) on f.id = r.id`;
  }
}

async function candidates(read: ReadMany, scan: Scan): Promise<string[]> {
  const params = new Params();
  const where = [...ofTable(scan, params), ...scan.where(params)].join("\n      and ");
  const rest = scan.pageOnly ?? `limit ${SCANNED_ROWS_MAX + 1}`;
  const rows = await read<{ id: string }>({
    text: `select r.id from ${scan.rows} ${scan.joined ?? ""} where ${where} ${rest}`,
    values: params.values,
  });
  if (rows.length > SCANNED_ROWS_MAX) throw tooMuch(scan, "This list has more");
  return rows.map(({ id }) => id);
}

interface ScannedRow extends Row {
  id: string;
  /** JSON of what the formulas read of it. */
  inputs: string | null;
}

/** Reads the inputs of formulas for the rows, by id in order; null for the rest once the memory limit is reached. */
function inputsOf(read: ReadMany, scan: Scan, ids: readonly string[]): Promise<ScannedRow[]> {
  const params = new Params();
  const where = [...ofTable(scan, params), `r.id = any(${params.add(ids, "uuid[]")})`].join(" and ");
  const inputs = formulaInputs(scan.schema, scan.formulas);
  return read<ScannedRow>({
    text: `with i as materialized (
  select r.id, ${inputs} as inputs from ${scan.rows} where ${where}
), n as (
  select i.*, sum(octet_length(i.inputs)) over before as bytes, row_number() over before as place from i
  window before as (order by i.id rows unbounded preceding)
)
select n.id, case when n.place = 1 or n.bytes <= ${BATCH_BYTES_MAX} then n.inputs end as inputs from n order by n.id`,
    values: params.values,
  });
}

function ofTable({ teamId, schema }: Scan, params: Params): string[] {
  return [`r.team_id = ${params.add(teamId, "uuid")}`, `r.table_id = ${params.add(schema.id, "uuid")}`];
}

/** The refusal of a scan for this reason. */
export function tooMuch({ formulas, code }: Scan, reason: string): AppError {
  if (code === "limit_reached") {
    const names = formulas.names.join(", ");
    const limit = `The relations that show ${names} become text, which is possible for at most ${SCANNED_ROWS_MAX} rows with short texts`;
    return new AppError(code, `${limit}. Set another display column for them first.`);
  }
  const detail =
    `A list can filter and sort by formulas (${formulas.names.join(", ")}) for at most ${SCANNED_ROWS_MAX} rows. ` +
    `${reason}. Add a filter on other columns.`;
  return new AppError(code, detail, code === "invalid_filter" ? { extension: { position: "$" } } : {});
}
