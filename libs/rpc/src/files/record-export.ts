import { AppError } from "@jst/errors";
import { digestOf } from "../digest.ts";
import type { ExportEntry } from "./export-entry.ts";
import type { FileCall } from "./list-walk.ts";
import type { FileRequest } from "./file-request.ts";

/** Longest time of the record. */
const RECORD_MS = 10_000;

/** Makes the entry of an export: its reason has the digest of what was asked, which shows equal questions. */
export function exportEntry(made: {
  resource: string;
  name: string;
  rows: number;
  file: Pick<FileRequest, "format">;
  input: { path: Readonly<Record<string, string>>; query: unknown };
}): ExportEntry {
  const { resource, name, rows, file, input } = made;
  const digest = digestOf({ path: input.path, query: input.query }).toString("hex");
  return {
    action: "list.export",
    resource: resource === "" ? name : resource,
    resourceId: Object.values(input.path).at(-1) ?? null,
    outcome: "success",
    changesetId: null,
    reason: `${name}: ${rows} rows as ${file.format}, query sha256:${digest}`,
  };
}

/** Makes the refusal of an export that could not be put on record. */
export function unrecordedExport(cause: unknown): AppError {
  const detail = "The export could not be put on record, so nothing was sent. Try again.";
  return new AppError("unavailable", detail, { cause });
}

/** Puts the export of a list on record; throws unavailable while it cannot be stored (operation.audit). */
export async function recordExport<Deps>(call: FileCall<Deps>, name: string, rows: number): Promise<void> {
  const { rpc, options, facts, input, file } = call;
  const { recordExport: record } = options;
  if (record === undefined) throw new Error("A service with lists puts their exports on record.");
  const entry = exportEntry({ resource: rpc.resource, name, rows, file, input });
  const context = { ...facts.context, timeoutMs: RECORD_MS };
  try {
    await options.database.write(context, (tx) => {
      record(tx, entry);
      return Promise.resolve();
    });
  } catch (cause) {
    throw unrecordedExport(cause);
  }
}
