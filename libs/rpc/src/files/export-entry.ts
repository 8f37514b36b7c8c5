import type { TeamTx } from "@jst/db";

/** Entry of the audit log for the file of a list. */
export interface ExportEntry {
  action: "list.export";
  resource: string;
  resourceId: string | null;
  outcome: "success";
  changesetId: null;
  reason: string;
}

/** Records the export with the write of the transaction. */
export type RecordExport = (tx: TeamTx, entry: ExportEntry) => void;
