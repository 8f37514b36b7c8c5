import type { components } from "@jst/client";
import { neutralized } from "@jst/tabular/neutral";
import { decimalOf } from "@jst/values";
import { linesOf, type ManyRows, type TextBlock } from "../grid/clipboard.ts";
import { suggested, type GoalColumn, type Part } from "./mapping.ts";

type PartPatch = components["schemas"]["ImportPartPatch"];
type ColumnPatch = NonNullable<PartPatch["columns"]>[number];

/** Table into which rows are pasted. */
interface PastedInto {
  id: string;
  /** Columns that a person writes. */
  columns: readonly GoalColumn[];
}

/** An import of pasted rows, and its facts for the person who pastes. */
export interface PastedImport {
  text: string;
  part: PartPatch;
  rows: number;
  /** Columns that get values. */
  goals: readonly GoalColumn[];
  /** Pasted columns that go nowhere. */
  leftOut: number;
}

/** Makes the import of pasted rows: by the names in their first line, or by the columns over which they were pasted. */
export const pastedImport = (many: ManyRows, into: PastedInto, hasHeader: boolean): PastedImport =>
  hasHeader ? byHeader(many, into) : byPlace(many, into);

/** Reports whether the first line most likely names columns of the table. */
export function isHeaded({ pasted }: ManyRows, into: PastedInto): boolean {
  const named = (pasted.texts[0] ?? []).filter((text) => text.trim() !== "");
  const goals = partOf(pasted.texts, into).columns.filter(({ to }) => to !== null).length;
  return goals * 2 > named.length;
}

const SAMPLES = 5;

/** The part that an analysis of the texts finds, with its columns mapped by the names in the first line. */
function partOf([names = [], ...rows]: TextBlock, { id, columns }: PastedInto): Part {
  const plain = {
    ...{ empty: 0, distinct: 0, guess: { type: "text", confidence: 1 }, to: null, question: null },
    ...{ on_empty: "keep", on_error: "reject", on_unknown: "reject", decimal: null, date_order: null },
  };
  const own = names.map((header, index) => ({
    ...{ ...plain, index, header },
    samples: rows.flatMap((row) => row[index] || []).slice(0, SAMPLES),
  }));
  const target = { kind: "table" as const, table_id: id };
  const part = { index: 0, name: null, rows: rows.length, faulty: 0, target, match: null, columns: own };
  return suggested(part, columns);
}

function byHeader({ pasted: { texts } }: ManyRows, into: PastedInto): PastedImport {
  const { columns, match, target } = partOf(texts, into);
  const goals = columns.flatMap(({ to }) => into.columns.filter(({ name }) => name === to?.column));
  const titleOf = (name: string | undefined) => goals.find((goal) => goal.name === name)?.display_name;
  const headers = columns.map(({ header, to }, at) => headerOf(titleOf(to?.column) ?? header, at));
  const rows = texts.slice(1);
  return {
    text: textOf(headers, rows),
    part: { index: 0, target, match, columns: columns.map(({ index, to }) => ({ index, to })) },
    rows: rows.length,
    goals,
    leftOut: columns.filter(({ to }) => to === null).length,
  };
}

function byPlace({ pasted, under, ids }: ManyRows, { id, columns }: PastedInto): PastedImport {
  const goals = under.map((name) => columns.find((column) => column.name === name));
  const own = goals.map((goal, at) => pasted.own?.types[at] === goal?.type && EXACT.has(goal?.type ?? ""));
  const rows = pasted.texts.map((texts, down) =>
    texts.map((text, at) => (own[at] === true ? exactText(pasted.own?.values[down]?.[at], text) : text)),
  );
  const isOver = ids.some((one) => one !== "");
  const cells = goals.map((goal, at): ColumnPatch => ({
    ...{ index: at, to: goal === undefined ? null : { column: goal.name } },
    ...(isOver && { on_empty: "clear" }),
    ...(own[at] === true && { decimal: "." }),
  }));
  const headers = goals.map((goal, at) => headerOf(goal?.display_name ?? "", at));
  const target = { kind: "table" as const, table_id: id };
  const shown = goals.filter((goal) => goal !== undefined);
  const facts = { rows: rows.length, goals: shown, leftOut: goals.length - shown.length };
  if (!isOver)
    return { text: textOf(headers, rows), part: { index: 0, target, match: null, columns: cells }, ...facts };
  return {
    text: textOf(
      ["ID", ...headers],
      rows.map((row, down) => [ids[down] ?? "", ...row]),
    ),
    part: {
      ...{ index: 0, target, match: { by: "id", on_match: "update", on_new: "create" } },
      columns: [
        { index: 0, to: { field: "id" } },
        ...cells.map((cell) => ({ ...cell, index: cell.index + 1 })),
      ],
    },
    ...facts,
  };
}

/** Types whose exact values an import reads; other values stand in the text as the grid shows them. */
const EXACT: ReadonlySet<string> = new Set(["number", "integer", "date", "datetime"]);

function exactText(value: unknown, text: string): string {
  if (typeof value === "number") return decimalOf(value);
  return typeof value === "string" ? value : text;
}

/** Words without a digit, which no reader takes for a value. */
const WORDS = /^\p{L}[\p{L} ]*$/u;
const TRUTH = /^(?:true|false)$/iu;

/** Returns a header that the analysis takes for one, whatever stands below it. */
function headerOf(title: string, at: number): string {
  const plain = title.trim();
  if (plain === "") return `Column ${at + 1}`;
  return WORDS.test(plain) && !TRUTH.test(plain) ? plain : `Column ${plain}`;
}

/** Writes rows as a text whose first line names its delimiter, and whose cells are read as they are. */
const textOf = (headers: readonly string[], rows: TextBlock): string =>
  ["sep=\t", ...linesOf([headers, ...rows].map((row) => row.map(neutralized)))].join("\n");
