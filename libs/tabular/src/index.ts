/** Lists as tables of cells: their columns, and how a cell is written (moving.values). */
export { cellText, durationText, listText, type CellKind } from "./cells.ts";
export {
  cellOf,
  chosenColumns,
  headersOf,
  type Column,
  type HeaderStyle,
  type Item,
  labelOf,
  valueAt,
} from "./columns.ts";
export { csvLine, type CsvStyle, csvWriter, type CsvWriter } from "./csv.ts";
export { isRisky, neutralized, unneutralized } from "./neutral.ts";
