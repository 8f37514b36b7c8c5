import { visible } from "../encoding.ts";
import type { Cell, RowFault } from "../source.ts";
import { serialDate, serialTime, type NumberKind } from "./number-format.ts";
import type { SharedStrings } from "./shared-strings.ts";
import { NOT_COMPUTED, type SheetCell } from "./sheet.ts";

/** A value of a sheet, with the fault that it has. */
export interface ReadCell {
  cell: Cell;
  fault?: Omit<RowFault, "column">;
}

/** A value, or the way to one whose string has to be brought into memory first. */
export type CellReading = ReadCell | { load: () => Promise<ReadCell> };

/** Facts of a workbook that decide how its numbers are read. */
interface NumberContext {
  is1904: boolean;
  kinds: readonly NumberKind[];
}

const damaged = (cell: Cell): ReadCell => ({
  cell,
  fault: { code: "invalid_format", message: "The cell does not have a value of its type. Write it again." },
});

/** Reads the value of a cell: of a formula the value that was stored with it. */
export function readCell(
  { type, style, text }: SheetCell,
  context: NumberContext,
  strings: SharedStrings | undefined,
): CellReading {
  if (text === null) return textCell(null);
  switch (type) {
    case "s":
      return sharedCell(Number(text), strings);
    case "str":
    case "inlineStr":
      return textCell(text);
    case "b":
      return text === "1" || text === "0" ? { cell: text === "1" } : damaged(text);
    case NOT_COMPUTED:
      return {
        cell: null,
        fault: {
          code: "cell_error",
          message: "The formula has no stored value. Open the file in a spreadsheet program, and save it.",
        },
      };
    case "e":
      return {
        cell: text,
        fault: { code: "cell_error", message: `The formula yields ${text}. Correct it, or write a value.` },
      };
    case "d":
      return ISO.test(text)
        ? { cell: { date: text.replace(/T00:00(?::00)?(?:\.0+)?$/, "") } }
        : damaged(text);
    default:
      return numberCell(text, context.kinds[style] ?? "number", context.is1904);
  }
}

const ISO = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)?$/;

function sharedCell(index: number, strings: SharedStrings | undefined): CellReading {
  if (strings?.has(index) !== true) return damaged(null);
  const found = strings.cached(index);
  return found === undefined ? { load: async () => textCell(await strings.load(index)) } : textCell(found);
}

function textCell(text: string | null): ReadCell {
  if (text === null)
    return {
      cell: null,
      fault: { code: "too_large", message: "The cell has more than 131,072 characters. Shorten it." },
    };
  if (text.isWellFormed() && !text.includes("\0")) return { cell: text };
  return {
    cell: visible(text),
    fault: {
      code: "invalid_character",
      message: "The cell has NUL or half of a surrogate pair. Write it again.",
    },
  };
}

/** Digits that a sheet shows of a number. */
const SHOWN_DIGITS = 15;

function numberCell(text: string, kind: NumberKind, is1904: boolean): ReadCell {
  const value = Number(text);
  if (!Number.isFinite(value) || text.trim() === "") return damaged(text);
  if (kind === "number") return { cell: value };
  if (kind === "percent") return { cell: { percent: Number((value * 100).toPrecision(SHOWN_DIGITS)) } };
  if (kind === "time") {
    const time = serialTime(value);
    return time === undefined ? noDay(value) : { cell: time };
  }
  const date = serialDate(value, is1904);
  return date === undefined ? noDay(value) : { cell: { date } };
}

const noDay = (serial: number): ReadCell => ({
  cell: serial,
  fault: {
    code: "invalid_format",
    message: "The number is not a day of the calendar, although the cell is formatted as one. Correct it.",
  },
});
