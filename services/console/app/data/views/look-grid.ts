import type { components } from "@jst/client";
import { readWidths, type Widths } from "../../grid/widths.ts";

type ViewGrid = components["schemas"]["ViewGrid"];

/** How high the rows of a grid are. */
export type RowHeight = "short" | "medium" | "tall";

/** How a look shows columns and rows. */
export interface LookGrid {
  widths: Widths;
  /** How many of the first columns stay in view. */
  frozen: number;
  rowHeight: RowHeight;
  /** Height that the person prefers, for views that leave it to the reader (preferences.own). */
  density: RowHeight;
}

/** So many columns stay in view at most. */
export const FROZEN_MAX = 10;

/** Parts of it by their members of an address. */
export type SaidGrid = Readonly<Record<"widths" | "frozen" | "height", string>>;

/** A part of an address that takes away what the view says. */
export const NONE = "-";

/** Returns how a view shows columns and rows; of no view, the first column stays in view. */
export function gridOf(grid: ViewGrid | undefined, density: RowHeight = "short"): LookGrid {
  const { widths = {}, frozen = 1, row_height: height } = grid ?? {};
  return { widths, frozen, rowHeight: height ?? density, density };
}

/** Reads what an address says over a view. Columns that the table lacks are left out. */
export function gridIn(
  said: Readonly<Record<string, string>>,
  base: LookGrid,
  names: readonly string[],
): LookGrid {
  const { widths = "", frozen = "", height = "" } = said;
  const count = /^\d{1,2}$/.test(frozen) ? Math.min(Number(frozen), FROZEN_MAX) : base.frozen;
  return {
    widths: widths === "" ? base.widths : widthsIn(widths, names),
    frozen: count,
    rowHeight: isRowHeight(height) ? height : base.rowHeight,
    density: base.density,
  };
}

const isRowHeight = (text: string): text is RowHeight => ["short", "medium", "tall"].includes(text);

function widthsIn(text: string, names: readonly string[]): Widths {
  const entries = text.split(",").map((one) => one.split(":"));
  const known = entries.filter(([name = ""]) => names.includes(name));
  return readWidths(known.map(([name = "", width]) => [name, Number(width)] as const));
}

/** Writes it as an address says it: nothing where it is as the view has it. */
export function saidGrid(look: LookGrid, base: LookGrid): SaidGrid {
  const widths = widthsText(look.widths);
  return {
    widths: widths === widthsText(base.widths) ? "" : widths || NONE,
    frozen: look.frozen === base.frozen ? "" : String(look.frozen),
    height: look.rowHeight === base.rowHeight ? "" : look.rowHeight,
  };
}

const widthsText = (widths: Widths): string =>
  Object.entries(widths)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, width]) => `${name}:${width}`)
    .join(",");

/** Returns the member by which a view stores it; undefined where it is as the view has it. */
export function gridBody(look: LookGrid, grid: ViewGrid | undefined): ViewGrid | undefined {
  const { widths, frozen, height } = saidGrid(look, gridOf(grid, look.density));
  if (`${widths}${frozen}${height}` === "") return undefined;
  // A view that leaves the height to the reader goes on so.
  const row_height = height === "" ? (grid?.row_height ?? null) : look.rowHeight;
  return { ...grid, widths: { ...look.widths }, frozen: look.frozen, row_height };
}
