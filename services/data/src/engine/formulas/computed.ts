import { ownStretch } from "@jst/jobs/stretches";
import type { FormulaSet, Json } from "@jst/formula";
import type { ShownItems } from "@jst/query";
import type { TableSchema } from "../schema/schema.ts";
import { eachRow } from "./each-row.ts";
import { PageTexts } from "./page-texts.ts";
import { areTargetsComputed, formulasShown, rowSeparator, type RowShape } from "../rows/shown-row.ts";
import { targetTexts } from "./target-formulas.ts";
import type { TeamViewpoint } from "./viewpoint.ts";

/**
 * The rows (their JSON, joined, as shownRow makes them) with `computed` and `computed_errors`; of `fields` those that
 * are formulas. What is shown of a row already is passed through, only what the formulas read is parsed. Results may be
 * longer than their row: the rows that would pass PAGE_BYTES_MAX with them are left out, never the first. Formulas of
 * rows that expanded cells name come after those of all rows, in what is left of the time.
 */
export async function computeRows(
  items: Buffer,
  schema: TableSchema,
  shape: RowShape,
  view: TeamViewpoint,
): Promise<ShownItems> {
  const formulas = formulasShown(schema, shape);
  const areTargetsShown = areTargetsComputed(shape);
  if (formulas === undefined && !areTargetsShown) return { items };
  // To read the texts of a large page and to join them takes as long as many rows do.
  await ownStretch(view.teamId);
  const rows = rowsIn(items);
  const own =
    formulas === undefined ? rows.map(({ before }) => before) : await ownTexts(rows, formulas, view);
  const texts = areTargetsShown ? await targetTexts(own, shape, view) : own;
  await ownStretch(view.teamId);
  const shown = Buffer.from(texts.join(""));
  const count = texts.length;
  if (count === rows.length) return { items: shown };
  return { items: shown, ended: { count, bytes: bytesOf(rows.slice(0, count)) } };
}

async function ownTexts(
  rows: readonly RowText[],
  formulas: FormulaSet,
  view: TeamViewpoint,
): Promise<readonly string[]> {
  const page = new PageTexts();
  await eachRow({ teamId: view.teamId, formulas: [formulas], rows }, (row) => {
    const { inputs, open } = readRow(row, formulas);
    return page.add(`${open},${formulas.json(formulas.evaluate(inputs, view))}}`);
  });
  return page.texts;
}

/** The text of a row as it is read: up to what its formulas read, that, and what stands behind it. */
interface RowText {
  before: string;
  read: string;
  behind: string;
}

function rowsIn(items: Buffer): RowText[] {
  const parts = items.toString().split(rowSeparator);
  const rows: RowText[] = [];
  for (let i = 0; i + 3 < parts.length; i += 3)
    rows.push({ before: parts[i] ?? "", read: parts[i + 1] ?? "", behind: parts[i + 2] ?? "" });
  return rows;
}

/** Bytes of the rows as they were read. */
function bytesOf(rows: readonly RowText[]): number {
  const texts = rows.map(({ before, read, behind }) => [before, read, behind, ""].join(rowSeparator));
  return Buffer.byteLength(texts.join(""));
}

/** The inputs of the formulas, and the text of the row up to its last brace: see shownRow. */
function readRow({ before, read, behind }: RowText, formulas: FormulaSet) {
  const known = JSON.parse(read) as readonly Json[] | Record<string, Json>;
  if (isList(known)) return { inputs: known, open: before.slice(0, -1) };
  const inputs = formulas.inputs.map(({ name }) => known[name] ?? null);
  return { inputs, open: before + read + behind.slice(0, -1) };
}

const isList = (read: readonly Json[] | Record<string, Json>): read is readonly Json[] => Array.isArray(read);
