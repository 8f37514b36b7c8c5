import type { Door } from "@jst/caller";
import type { Row } from "@jst/db";
import type { Problem } from "@jst/errors";
import type { DateOrder, Decimal } from "@jst/tabular/values";

/** States of an import (imports.states). */
export type Status =
  | "analysing"
  | "analysed"
  | "checking"
  | "ready"
  | "running"
  | "done"
  | "failed"
  | "cancelled";

/** Verdict on a row (imports.check). */
export type Verdict = "create" | "update" | "unchanged" | "skip" | "reject";

/** State of a row in a run. */
export type RowState = "waiting" | "written" | "changed" | "left";

/** Goal of the rows of a part. */
export interface ImportTarget {
  kind: "new_table" | "table" | "contacts" | "articles";
  display_name?: string;
  table_id?: string;
}

/** How rows find those that are there. */
export interface ImportMatch {
  by: string;
  on_match?: "update" | "skip";
  on_new?: "create" | "skip";
}

/** Column that a run makes. */
export interface NewColumn {
  name: string;
  display_name?: string;
  type: string;
  unique?: boolean;
  options?: Record<string, unknown>;
  /** Formula of a column that computes its values: cells of the source do not go there. */
  formula?: string;
  relation?: NewRelation;
}

/** Table to which a new column links: one of the team, or that of a part. */
export interface NewRelation {
  table_id?: string;
  part?: number;
  cardinality?: Cardinality;
  display_column?: string;
}

/** Rows that a cell names at most: one, or many. */
export type Cardinality = "one" | "many";

/** Goal of a column of the source. */
export interface ImportTo {
  column?: string;
  new?: NewColumn;
  /** `id`, or a field of a contact. */
  field?: string;
}

/** Fields that are lists: several columns may go to each, and an update adds to what is there. */
export const LIST_FIELDS: ReadonlySet<string> = new Set(["additional_emails", "additional_phones", "tags"]);
/** Way of a column with choices, and with rows of a link, that are not known. */
export type OnUnknown = "reject" | "empty" | "add" | "create";

/** Choices of a person about a column. */
export interface ColumnMapping {
  to: ImportTo | null;
  on_empty: "keep" | "clear";
  on_error: "reject" | "empty";
  on_unknown: OnUnknown;
  /** Unique column by which links find their rows, or `id`; null for the one by which the relation shows its rows. */
  link_by: string | null;
  decimal: Decimal | null;
  date_order: DateOrder | null;
}

/** Column of a source, and its mapping. */
export interface ImportColumn extends ColumnMapping {
  index: number;
  header: string;
  samples: string[];
  empty: number;
  distinct: number;
  guess: ColumnGuess;
  question: "decimal" | "date_order" | "link" | null;
  /** Reason why no cell of the column has a value, so that it is left out; else absent. */
  unread?: string;
}

/** Type that a column most likely has, and what a new column of the type needs. */
export interface ColumnGuess {
  type: string;
  confidence: number;
  options?: Record<string, unknown>;
  /** Parts to which a relation can link, the most likely one first. */
  parts?: number[];
  cardinality?: Cardinality;
}

/** Part of a source that an import cannot bring as it is. */
export interface Loss {
  kind: string;
  /** Header of the column; null for a part as a whole. */
  column: string | null;
  count: number;
  /** Type of column that it becomes; null for nothing. */
  instead: string | null;
}

/** Choices of columns that an import adds, by the id of a column, or the part and the name of a new one. */
export type AddedChoices = Readonly<Record<string, readonly string[]>>;

/** Tables of parts that a run has made; `is_linked` once their columns that link to other parts are made too. */
export type MadeTables = Readonly<Record<string, { table_id: string; is_linked?: boolean }>>;

/** Table of a source, and its mapping. */
export interface ImportPart {
  index: number;
  name: string | null;
  rows: number;
  faulty: number;
  target: ImportTarget | null;
  match: ImportMatch | null;
  columns: ImportColumn[];
  /** Absent in imports of the release before. */
  losses?: Loss[];
}

/** Facts about the bytes of a source. */
export interface SourceFacts {
  kind: "file" | "text" | "airtable" | "upload";
  name: string;
  bytes: number;
  sha256: string;
  format: string | null;
  encoding: string | null;
  delimiter: string | null;
  header: boolean | null;
  guessed: string[];
  /** Facts that a person has stated, and the preset that a caller named; null for none. */
  stated?: SourceStatement & { preset?: string | null };
  /** Preset by which the columns were mapped. */
  preset?: string | null;
}

/** Facts of a source that a person states. */
export interface SourceStatement {
  encoding?: string;
  delimiter?: string;
  header?: boolean;
}

/** Context in which values are read. */
export interface ImportOptions {
  timezone: string;
  default_country: string | null;
  /** False for a run without events. */
  events?: boolean;
}

/** Numbers of rows. */
export interface Counts extends Record<Verdict, number> {
  total: number;
  written: number;
  changed: number;
  /** Choices that the run adds to columns. */
  new_choices: number;
  /** Rows that the run makes because a link names them. */
  new_rows: number;
  /** Files of the source that the run stores because a row names them; absent in imports of the release before. */
  new_files?: number;
  /** Indexes of the parts that have a rejected row; absent without any. */
  rejected_parts?: number[];
  /** Rows with a warning; absent without any. */
  warned?: number;
}

/** Token and door of the caller for whom a job goes on. */
export interface Acting {
  token_id: string;
  door: Door;
  /** Uuid of the proposal whose approval began the run, and which is its set. */
  proposal?: string;
}

/** An import as it is stored. */
export interface StoredImport extends Row {
  id: string;
  name: string;
  status: Status;
  generation: number;
  source: SourceFacts;
  options: ImportOptions;
  parts: ImportPart[];
  sent: PartPatch[] | null;
  run_when_clean: boolean;
  counts: Counts;
  progress: { done: number; total: number };
  acting: Acting | null;
  stamps: Record<string, string>;
  made: MadeTables;
  adds: AddedChoices;
  changeset_id: string | null;
  error: Problem | null;
  deleted: boolean;
  expired: boolean;
  version: number;
  created_by_type: string;
  created_by_id: string;
  /** Seconds since the run began; null before. */
  running_s: number | null;
  /** JSON of the reply. */
  body: string;
}

/** Changes of a column; members that are absent stay. */
export type ColumnPatch = { index: number } & Partial<Omit<ColumnMapping, "decimal" | "date_order">> & {
    decimal?: Decimal;
    date_order?: DateOrder;
  };

/** Changes of a part; members that are absent stay. */
export interface PartPatch {
  index: number;
  target?: ImportTarget | null;
  match?: ImportMatch | null;
  columns?: ColumnPatch[];
}

/** Fault of a cell. */
export interface CellFault {
  code: string;
  message: string;
}

/** Fault of a row of an import. */
export interface RowFault {
  /** Place in the row, such as `data.amount`; empty for the row as a whole. */
  field: string;
  header: string | null;
  code: string;
  message: string;
  value: string | null;
}

/** Counts of a source without rows. */
export const noCounts: Counts = {
  total: 0,
  create: 0,
  update: 0,
  unchanged: 0,
  skip: 0,
  reject: 0,
  written: 0,
  changed: 0,
  new_choices: 0,
  new_rows: 0,
};

/** Names a part behind a line of it, if the source has several. */
export const ofPart = (parts: readonly ImportPart[], index: number): string =>
  parts.length > 1
    ? ` of ${parts[index]?.name ?? parts[index]?.target?.display_name ?? `part ${index + 1}`}`
    : "";
