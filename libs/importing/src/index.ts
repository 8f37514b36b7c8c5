/** Imports of files: analysis, check and run of a source, shared by the services that take them (imports.import). */
export { createImport, type ImportCreated } from "./create-import.ts";
export { cancelImport, checkImport, deleteImport, runImport, updateImport } from "./commands.ts";
export { getImport, listImportRows, listImports } from "./reads.ts";
export { ImportWork, type ImportDeps } from "./import-work.ts";
export type { CallerNow, ImportParts } from "./work.ts";
export { columnsChanged } from "./work.ts";
export type { OpenBytes } from "./pinned-source.ts";
export { keyOf } from "./read-rows.ts";
export type {
  AddedChoices,
  Cardinality,
  ColumnMapping,
  ImportColumn,
  ImportOptions,
  ImportPart,
  ImportTo,
  NewColumn,
  NewRelation,
} from "./import.ts";
export type {
  CellReading,
  ImportPlan,
  Judgement,
  MadeTarget,
  NamedRow,
  OpenTarget,
  ReadRow,
  TargetColumn,
  Targets,
} from "./target.ts";
export type { WaitingRow, WriteOutcome } from "./row-queries.ts";
