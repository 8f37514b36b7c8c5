import type { TeamTx } from "@jst/db";
import type { Call } from "@jst/rpc";
import type { Cell } from "@jst/tabular/read";
import type {
  ColumnMapping,
  ImportOptions,
  ImportPart,
  RowFault,
  SourceFacts,
  StoredImport,
  Verdict,
} from "./import.ts";
import type { WaitingRow, WriteOutcome } from "./row-queries.ts";

/** Value of a cell as a write takes it, or its fault; `isUnknown` for a choice or a link that is not known. */
export type CellReading =
  | { value: unknown; fault?: never; isUnknown?: never }
  | { value?: never; fault: { code: string; message: string }; isUnknown?: boolean };

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
}

/** Table of a part once the run has made it or its columns, with its new fingerprint. */
export interface MadeTarget {
  table_id: string;
  stamp: string;
}

/** Target of a part as it is now. */
export interface OpenTarget {
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
  /** Makes what the part needs and does not have: a table, or columns. Undefined if nothing is missing. */
  make?: (store: (tx: TeamTx, made: MadeTarget) => Promise<void>) => Promise<void>;
  /** Writes each row that still fits, and runs `store` in the same transaction. */
  write: (
    rows: readonly WaitingRow[],
    store: (tx: TeamTx, outcomes: readonly WriteOutcome[]) => Promise<void>,
  ) => Promise<void>;
}

/** Kinds of targets of a service. */
export interface Targets<Deps> {
  /** Opens the target of a part for a caller. Throws 422 with the faults of the mapping, and 404 of none. */
  open: (call: Call<Deps>, part: ImportPart, at: string, stored: OpenedImport) => Promise<OpenTarget>;
  features: Features;
  /**
   * Maps the parts of a source that nobody has mapped, by a preset: the one that is named, or with undefined the one
   * that its headers show. Null maps by the names of the columns alone.
   */
  suggest?: (
    parts: readonly ImportPart[],
    preset: string | null | undefined,
    source: Pick<SourceFacts, "format">,
  ) => { parts: ImportPart[]; preset: string | null };
}

/** Members of an import on which its targets depend. */
export type OpenedImport = Pick<StoredImport, "id" | "options">;

/** Features that the targets of a service have. */
export interface Features {
  /** Names of presets. */
  presets: readonly string[];
  /** Whether a run can be without events. */
  isQuietable: boolean;
}
