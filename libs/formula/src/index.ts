/** Formulas of table columns (tables.formula): parsed and type-checked when written, evaluated row by row. */
export { listedValue, type Json } from "./cell.ts";
export { columnsIn } from "./formula-reader.ts";
export { FormulaInvalid } from "./formula-invalid.ts";
export { checkFormulas, FormulaCycle, type Checked } from "./check-formulas.ts";
export { FormulaSet, type Input, type Outcome } from "./formula-set.ts";
export type { Viewpoint } from "./row-run.ts";
export { CellError, type CellErrorCode, type ValueType } from "./value.ts";
