import { validationFailed, type FieldError } from "@jst/errors";
import { verdictColumns } from "@jst/tabular/verdict-columns";
import { latinWords } from "@jst/values";
import type { ColumnPatch, ImportColumn, ImportPart, ImportTarget, ImportTo, PartPatch } from "./import.ts";

/**
 * Merges changes into parts, by the index of parts and columns (imports.mapping). Throws validation_failed with every
 * index that the source does not have and every contradiction; absent members stay.
 */
export function mergedParts(parts: readonly ImportPart[], patches: readonly PartPatch[]): ImportPart[] {
  const errors: FieldError[] = [];
  const byIndex = indexed(patches, "parts", errors);
  for (const [index, at] of byIndex.places)
    if (index >= parts.length) errors.push(unknownIndex(`${at}.index`, "part", parts.length));
  const merged = parts.map((part) => {
    const patch = byIndex.values.get(part.index);
    return patch === undefined ? part : mergedPart(part, patch, byIndex.places.get(part.index) ?? "", errors);
  });
  if (errors.length > 0) throw validationFailed(errors);
  return merged;
}

interface Indexed<T> {
  values: Map<number, T>;
  places: Map<number, string>;
}

function indexed<T extends { index: number }>(
  items: readonly T[],
  at: string,
  errors: FieldError[],
): Indexed<T> {
  const [values, places] = [new Map<number, T>(), new Map<number, string>()];
  for (const [place, item] of items.entries()) {
    const message = "Another item has this index. Send all changes of it in one item.";
    if (values.has(item.index)) errors.push({ field: `${at}.${place}.index`, code: "duplicate", message });
    values.set(item.index, item);
    places.set(item.index, `${at}.${place}`);
  }
  return { values, places };
}

function unknownIndex(field: string, noun: string, count: number): FieldError {
  const message =
    count === 0
      ? `The source has no ${noun}. Remove it.`
      : `The source has ${count} of these, so the index of a ${noun} is at most ${count - 1}.`;
  return { field, code: "not_found", message };
}

function mergedPart(part: ImportPart, patch: PartPatch, at: string, errors: FieldError[]): ImportPart {
  const { target = part.target, match = part.match } = patch;
  if (patch.target) checkTarget(patch.target, `${at}.target`, errors);
  const { values, places } = indexed(patch.columns ?? [], `${at}.columns`, errors);
  for (const [index, place] of places)
    if (index >= part.columns.length)
      errors.push(unknownIndex(`${place}.index`, "column", part.columns.length));
  const columns = part.columns.map((column) => {
    const own = values.get(column.index);
    return own === undefined ? column : mergedColumn(column, own, places.get(column.index) ?? "", errors);
  });
  const isNew = patch.target?.kind === "new_table" && columns.every(({ to }) => to === null);
  return { ...part, target, match, columns: isNew ? columns.map(asNewColumn(columns)) : columns };
}

/** Member that a target of each kind needs. */
const NEEDED = {
  table: "table_id",
  new_table: "display_name",
  contacts: undefined,
  articles: undefined,
} as const;

function checkTarget(
  { kind, display_name: name, table_id: id }: ImportTarget,
  at: string,
  errors: FieldError[],
) {
  const sent = { table_id: id, display_name: name };
  for (const member of ["table_id", "display_name"] as const) {
    const isNeeded = NEEDED[kind] === member;
    const field = `${at}.${member}`;
    if (isNeeded && sent[member] === undefined)
      errors.push({ field, code: "required", message: `A target of the kind ${kind} needs it.` });
    if (!isNeeded && sent[member] !== undefined)
      errors.push({
        field,
        code: "conflict",
        message: `A target of the kind ${kind} does not take it. Remove it.`,
      });
  }
}

function mergedColumn(
  column: ImportColumn,
  patch: ColumnPatch,
  at: string,
  errors: FieldError[],
): ImportColumn {
  if (patch.to) checkTo(patch.to, `${at}.to`, errors);
  const merged = { ...column, ...patch, index: column.index };
  return isAnswered(column, patch) ? { ...merged, question: null } : merged;
}

function isAnswered({ question }: ImportColumn, patch: ColumnPatch): boolean {
  if (question === "link") return patch.to !== undefined;
  return question !== null && patch[question] !== undefined;
}

function checkTo(to: ImportTo, at: string, errors: FieldError[]): void {
  const named = [to.column, to.new, to.field].filter((one) => one !== undefined);
  if (named.length === 1) return;
  errors.push({ field: at, code: "invalid_value", message: "Send exactly one of column, new and field." });
}

/**
 * Makes the mapping of a column to a new one of the guessed type, with a name of its own. Verdicts of an import before
 * go nowhere (imports.rows-file), and neither do columns without a value that can be read.
 */
export function asNewColumn(columns: readonly ImportColumn[]): (column: ImportColumn) => ImportColumn {
  const taken = new Set<string>(["id", "version", "created_at", "updated_at", "deleted_at"]);
  const names = columns.map(({ header, index }) => {
    const base = columnName(header, index);
    let name = base;
    for (let number = 2; taken.has(name); number += 1) name = `${base.slice(0, 60)}_${number}`;
    taken.add(name);
    return name;
  });
  const leftOut = verdictColumns(columns.map(({ header }) => header));
  return (column) => {
    if (column.index < leftOut || column.unread !== undefined) return column;
    const { type, options } = column.guess;
    const display_name = column.header.slice(0, 120);
    const made = { name: names[column.index] ?? "", display_name, type, ...(options && { options }) };
    return { ...column, to: { new: made } };
  };
}

function columnName(header: string, index: number): string {
  const words = latinWords(header).join("_").slice(0, 60).replace(/_+$/, "");
  if (words === "") return `column_${index + 1}`;
  return /^[a-z]/.test(words) ? words : `c_${words}`;
}
