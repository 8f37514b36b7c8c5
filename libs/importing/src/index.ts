/** Imports of files: analysis, check and run of a source, shared by the services that take them (imports.import). */
export { createImport, type ImportCreated } from "./create-import.ts";
export { cancelImport, checkImport, deleteImport, updateImport } from "./commands.ts";
export { runImport } from "./run-import.ts";
export { getImport, listImportRows, listImports } from "./reads.ts";
export { importRowsFile } from "./rows-file.ts";
export { ImportWork, type ImportDeps } from "./import-work.ts";
export type { CallerNow, ImportParts } from "./work.ts";
export { columnsChanged } from "./work.ts";
export { requireAccess } from "./may-run.ts";
export { bodyFaults } from "./body-faults.ts";
export type { OpenBytes } from "./pinned-source.ts";
export { LIST_FIELDS } from "./import.ts";
export { articlePart, isDocuments, MARKDOWN_ZIP } from "./presets/articles.ts";
export { airtableParts, workbookParts } from "./presets/airtable-csv.ts";
export { Airtable, type AirtableOptions } from "./airtable/airtable.ts";
export { filesIn, withoutFiles } from "./airtable/cells.ts";
export { baseParts } from "./airtable/base-parts.ts";
export { keyOf } from "./read-rows.ts";
export type {
  AddedChoices,
  Cardinality,
  ColumnMapping,
  ImportColumn,
  ImportOptions,
  ImportMatch,
  ImportPart,
  ImportTo,
  NewColumn,
  NewRelation,
} from "./import.ts";
export type {
  Access,
  CellReading,
  FileOfSource,
  ImportPlan,
  Judgement,
  MadeTarget,
  FoundSource,
  NamedRow,
  OpenTarget,
  ReadRow,
  TargetColumn,
  Targets,
} from "./target.ts";
export type { WaitingRow, WriteOutcome } from "./row-queries.ts";
