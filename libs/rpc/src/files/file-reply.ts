import { AppError } from "@jst/errors";
import { chosenColumns, type Column } from "@jst/tabular";
import { FILE_ITEMS_MAX } from "@jst/tabular/parameters";
import { dayIn } from "@jst/values";
import type { WireReply } from "../outgoing.ts";
import type { FileShape } from "./facts.ts";
import type { FileRequest } from "./file-request.ts";
import { formOf } from "./forms.ts";
import { countedByWalk, type Page, pagesOf } from "./page.ts";

/** Parts of the file of a list. */
export interface FileParts {
  file: FileRequest;
  shape: FileShape;
  first: Page;
  /** Items that the request leaves out at the beginning. */
  skipped: number;
  timeZone: string | undefined;
  /** True for HEAD, which is answered the headers. */
  isHead: boolean;
  /** Puts the export of so many items on record. */
  record: (count: number) => Promise<void>;
  close: () => Promise<void>;
}

/** Makes the reply with a file: the headers, with an export on record, and then the pieces (moving.items). */
export async function fileReply(parts: FileParts): Promise<WireReply> {
  const { file, shape, first, skipped, isHead, record, close } = parts;
  const columns = wantedColumns(shape.columns, file.fields);
  const total = first.total ?? (await countedByWalk(first));
  const count = countOf(total, skipped, file.limit);
  const form = formOf(file);
  const reply = {
    status: 200,
    contentType: form.contentType,
    headers: {
      "cache-control": "no-store",
      "content-disposition": `attachment; filename="${fileName(parts)}"`,
      "x-row-total": String(total),
      "x-row-count": String(count),
    },
    body: "",
  };
  if (isHead) return reply;
  await record(count);
  const chunks = form.write({ name: shape.name, columns, pages: pagesOf(first, count) });
  return { ...reply, file: { chunks, close } };
}

function fileName({ shape, file, timeZone = "UTC" }: FileParts): string {
  return `${shape.name}-${dayIn(Date.now(), timeZone)}.${file.format}`;
}

/** Returns the columns that the file shows; throws invalid_parameter for an unknown one. */
function wantedColumns(columns: readonly Column[], keys: readonly string[] | undefined): readonly Column[] {
  if (keys === undefined) return columns;
  const { chosen, unknown } = chosenColumns(columns, keys);
  if (unknown.length === 0) return chosen;
  const known = columns.map(({ key }) => key).join(", ");
  const message = `The file does not have these columns: ${unknown.join(", ").slice(0, 200)}.`;
  throw new AppError("invalid_parameter", `${message} It has: ${known.slice(0, 2_000)}.`, {
    errors: [{ field: "fields", code: "unknown_column", message }],
  });
}

/** Counts the items of the file; throws limit_reached for a file that would be too large. */
function countOf(total: number, skipped: number, limit: number | undefined): number {
  const all = Math.max(0, total - skipped);
  if (Math.min(all, limit ?? all) > FILE_ITEMS_MAX) throw tooMany(total);
  return Math.min(all, limit ?? all);
}

function tooMany(total: number): AppError {
  return new AppError(
    "limit_reached",
    `The list has ${total} items, and a file has at most ${FILE_ITEMS_MAX}. Filter the list, or send limit.`,
    { extension: { limit: FILE_ITEMS_MAX, total } },
  );
}
