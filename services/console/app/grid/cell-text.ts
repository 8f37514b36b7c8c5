import type { components } from "@jst/client";
import { fits, misfit, readChoice, readTruth, type Reading } from "@jst/values";
import { isMany, isReference } from "../data/cells.ts";
import { chosenFrom } from "../data/column-choices.ts";
import { cellFormOf } from "../data/column-values.ts";
import { CELLS } from "../words/tables.ts";

type Column = components["schemas"]["Column"];

/** Reads a pasted text as a value of an editable column; an empty text empties the cell (console.grid-paste). */
export function readCell(column: Column, text: string, timeZone: string): Reading<unknown> {
  if (text === "") return fits(column.type === "boolean" ? false : isMany(column) ? [] : null);
  if (column.type === "boolean") return readTruth(text);
  const choices = chosenFrom(column);
  if (choices !== undefined) return isMany(column) ? readChoices(text, choices) : readChoice(text, choices);
  if (isReference(column)) return misfit("invalid_format", CELLS.byName(text));
  return cellFormOf(column, timeZone).read(text);
}

/** Reads choices that are separated by commas, as a copied cell shows them. */
function readChoices(text: string, choices: Parameters<typeof readChoice>[1]): Reading<unknown> {
  const read = text.split(",").map((one) => readChoice(one.trim(), choices));
  return read.find(({ fault }) => fault !== undefined) ?? fits(read.map(({ value }) => value));
}
