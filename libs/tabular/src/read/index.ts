/** Readers of files that people bring: rows of cells, and the faults of each row (imports.sources). */
export { encodings, type Encoding } from "./encoding.ts";
export { documentColumns, DOCUMENTS } from "./documents/documents.ts";
export { filesIn, withFiles, type FileLink } from "./documents/file-links.ts";
export type { Bytes } from "./bytes.ts";
export { readList } from "./row-scanner.ts";
export { openSource, type SourceInput } from "./open.ts";
export { readableCells, TOO_LONG } from "./json-lines.ts";
export {
  columnNames,
  isOfValue,
  sourceText,
  COLUMNS_MAX,
  PARTS_MAX,
  ROW_CHARS_MAX,
  ROWS_MAX,
  SOURCE_BYTES_MAX,
  SourceRefused,
  type Cell,
  type CellDate,
  type CellFile,
  type CellFiles,
  type CellPercent,
  type Format,
  type Part,
  type RefusalCode,
  type Row,
  type RowFault,
  type RowFaultCode,
  type RowWarning,
  type Source,
  type SourceOptions,
} from "./source.ts";
