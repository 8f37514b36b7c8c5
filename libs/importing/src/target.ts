import type { Row as StoredRow, Statement, TeamTx } from "@jst/db";
import type { Call } from "@jst/rpc";
import type { Bytes, Cell, FileLink, Row, Source } from "@jst/tabular/read";
import type { ReadBase } from "./airtable/base-source.ts";
import type {
  AddedChoices,
  CellFault,
  ColumnMapping,
  ImportOptions,
  ImportPart,
  ImportTarget,
  RowFault,
  StoredImport,
  Verdict,
} from "./import.ts";
import type { WaitingRow, WriteOutcome } from "./row-queries.ts";

/** Value of a cell as a write takes it, its fault, or the rows that it names; `isUnknown` for an unknown choice. */
export type CellReading =
  | { value: unknown; fault?: never; isUnknown?: never; names?: never }
  | { value?: never; fault: CellFault; isUnknown?: boolean; names?: never }
  | { value?: never; fault?: never; isUnknown?: never; names: CellLinks };

/** Rows that a cell of a link names. */
export interface CellLinks {
  isMany: boolean;
  rows: readonly NamedRow[];
}

/** Row that a cell names: one that is there, one that the import may write, or an unknown one. */
export interface NamedRow {
  text: string;
  id?: string | undefined;
  /** Key of the value that names the row in its table, if a row of the import can have it. */
  key?: string | undefined;
  /** Row that the run makes if no row of the source has the key. */
  goal?: NamedGoal | undefined;
  fault?: CellFault | undefined;
}

/** Row that a run makes with a value by which a link names it. */
export interface NamedGoal {
  /** Table, as keys of its values name it. */
  place: string;
  column: string;
  value: unknown;
}

/** Column of a target to which a column of the source goes. */
export interface TargetColumn {
  /** Name of the member of `data`; null for the id of the row. */
  name: string | null;
  /** Reads a cell that is not empty. */
  read: (cell: Exclude<Cell, null>, mapping: ColumnMapping, options: ImportOptions) => CellReading;
  /** Whether the values are lists: those of several columns are one list. */
  isList?: boolean;
  /** Folds a value into the text by which it is unique in the table; undefined for a column that is not unique. */
  unique?: (value: unknown) => string;
}

/** Row of the source whose cells were read. */
export interface ReadRow {
  row: number;
  /** Id of the record that the row names. */
  id: string | undefined;
  data: Record<string, unknown>;
  errors: RowFault[];
}

/** Judgement of a target on one row; faults of the row that were found before come first. */
export interface Judgement {
  row: number;
  verdict: Verdict;
  recordId: string | null;
  version: number | null;
  errors: { field: string; code: string; message: string }[];
  /** Faults that leave a cell empty; absent without any. */
  warnings?: { field: string; code: string; message: string }[];
}

/** Table of a part once the run has made it or its columns, with its new fingerprint. */
export interface MadeTarget {
  table_id: string;
  stamp: string;
}

/** Target of a part as it is now. */
export interface OpenTarget {
  /** Name of the table in keys of its values, by which links find rows of the import; the part's own when absent. */
  place?: string;
  /** Finds rows and choices that the cells of a page name, before these are read. */
  prepare?: (rows: readonly Pick<Row, "cells">[], options: ImportOptions) => Promise<void>;
  /** Returns the choices that the import adds once it writes these rows too. */
  added?: (adds: AddedChoices, rows: readonly Pick<ReadRow, "data">[]) => AddedChoices;
  /** Lists the files of the source that the run stores because these rows, which were judged last, name them. */
  files?: (rows: readonly Pick<ReadRow, "row">[]) => readonly FileLink[];
  /** Columns by the index of the column of the source. */
  columns: ReadonlyMap<number, TargetColumn>;
  /** Text that changes when the columns change on which verdicts depend. */
  stamp: string;
  /**
   * Judges rows as a write would, and runs `store` in the same transaction. It may judge again if other writers are
   * faster.
   */
  judge: (
    rows: readonly ReadRow[],
    store: (tx: TeamTx, judgements: readonly Judgement[]) => Promise<void>,
  ) => Promise<void>;
  /** Makes what the part needs and does not have: a table, columns or choices. Undefined if nothing is missing. */
  make?: (store: (tx: TeamTx, made: MadeTarget) => Promise<void>) => Promise<void>;
  /** Stores a file that cells of the part name, and runs `store` in the same transaction. */
  storeFile?: (
    file: { name: string; bytes: AsyncIterable<Buffer> },
    store: (tx: TeamTx, fileId: string) => Promise<void>,
  ) => Promise<void>;
  /** Writes each row that still fits, and runs `store` in the same transaction. */
  write: (
    rows: readonly WaitingRow[],
    store: (tx: TeamTx, outcomes: readonly WriteOutcome[]) => Promise<void>,
  ) => Promise<void>;
}

/** Facts of a whole import on which the target of a part depends. */
export type ImportPlan = Pick<StoredImport, "id" | "options" | "parts" | "made" | "adds">;

/** File of a source that rows name, and its bytes if the source has it. */
export interface FileOfSource extends FileLink {
  bytes: Bytes | undefined;
}

/** Right to write a resource, and the module of the resource. */
export interface Access {
  resource: string;
  module: string;
}

/** Kinds of targets of a service. */
export interface Targets<Deps> {
  /** Opens the target of a part for a caller. Throws 422 with the faults of the mapping, and 404 of none. */
  open: (call: Call<Deps>, part: ImportPart, at: string, plan: ImportPlan) => Promise<OpenTarget>;
  /** Names what the parts go to, in their order, for people. */
  titlesOf: (call: Call<Deps>, parts: readonly ImportPart[]) => Promise<readonly string[]>;
  features: Features;
  /** Right and module that a part needs besides those of the door; undefined for none. */
  accessOf?: (part: ImportPart) => Access | undefined;
  /** Stores files of the source, and their rows in one transaction with `store`. */
  storeFiles?: (
    call: Call<Deps>,
    files: readonly FileOfSource[],
    store: (tx: TeamTx) => Promise<void>,
  ) => Promise<void>;
  /** Maps the parts of a source that nobody has mapped, by a preset (imports.presets). */
  suggest?: (found: FoundSource) => Promise<{ parts: ImportPart[]; preset: string | null }>;
}

/** Source whose parts are to be mapped. */
export interface FoundSource {
  source: Source;
  /** Base whose tables the parts are. */
  base: ReadBase | undefined;
  options: ImportOptions;
  /** Name of the file. */
  name: string;
  parts: readonly ImportPart[];
  teamId: string;
  /** Reads the database of the service for the team. */
  read: <R extends StoredRow>(statement: Statement) => Promise<R[]>;
  /** The preset that a caller names; with undefined the source shows it, null maps without one. */
  preset: string | null | undefined;
  /** False if a caller has mapped parts. */
  isUnmapped: boolean;
  /** Kind of the target that a caller has sent for the first part with the source. */
  sentTarget: ImportTarget["kind"] | undefined;
}

/** Features that the targets of a service have. */
export interface Features {
  /** Names of presets. */
  presets: readonly string[];
  /** Whether a run can be without events. */
  isQuietable: boolean;
}
