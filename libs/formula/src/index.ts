/** Formulas of table columns (contract 5): parsed and type-checked when written, evaluated row by row. */
export { type Json } from "./cell.ts";
export { columnsIn } from "./parse.ts";
export { FormulaInvalid } from "./formula-invalid.ts";
export {
  checkFormulas,
  FormulaCycle,
  FormulaSet,
  type Checked,
  type Computed,
  type FormulaRow,
  type Refusal,
  type Viewpoint,
} from "./formula-set.ts";
export type { CellErrorCode, ValueType } from "./value.ts";
