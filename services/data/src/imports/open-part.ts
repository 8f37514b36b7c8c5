import type { ImportPart } from "@jst/importing";
import type { Call } from "@jst/rpc";
import type { Deps } from "../deps.ts";
import type { PartColumns } from "./part-columns.ts";

/** A part of an import, and the columns to which it goes as they were when it was opened. */
export interface OpenPart {
  call: Call<Deps>;
  part: ImportPart;
  columns: PartColumns;
  /** Fingerprint of the columns that the table has. */
  stamp: string;
}
