import type { Database, Row, TeamContext } from "@jst/db";
import { AppError } from "@jst/errors";
import { openSource, SourceRefused, type Source } from "@jst/tabular/read";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { openBase, type ReadBase } from "./airtable/base-source.ts";
import { findSource } from "./import-queries.ts";
import type { StoredImport } from "./import.ts";
import { MARKDOWN_ZIP } from "./presets/articles.ts";

/** Opens the bytes of the file of an import, which stay until the source is removed; undefined if they are gone. */
export type OpenBytes = (
  teamId: string,
  file: { id: string; size: number; importId: string },
) => Promise<Readable | undefined>;

interface StoredSource extends Row {
  content: string | null;
  file_id: string | null;
}

/**
 * Opens the pinned source of an import for the time of the work. A file is copied into a folder of its own, which is
 * removed afterwards. Throws AppError 422 at `source` for a source that cannot be read.
 */
export async function withSource<T>(
  { database, openBytes }: { database: Database; openBytes: OpenBytes },
  context: TeamContext,
  stored: Pick<StoredImport, "id" | "source">,
  work: (source: Source, base?: ReadBase) => Promise<T>,
): Promise<T> {
  if (stored.source.kind === "airtable") {
    const source = await openBase(database, context, stored);
    if (source === undefined) throw gone();
    return work(source, source.base);
  }
  const [pinned] = await database.read<StoredSource>(context, findSource(context.teamId, stored.id));
  if (pinned === undefined) throw gone();
  const folder = await mkdtemp(path.join(tmpdir(), "jst-import-"));
  try {
    const { bytes } = stored.source;
    const input = await inputOf({ ...pinned, bytes }, path.join(folder, "source"), (id) =>
      openBytes(context.teamId, { id, size: bytes, importId: stored.id }),
    );
    const { preset, ...stated } = stored.source.stated ?? {};
    const options = { ...stated, ...(preset === MARKDOWN_ZIP && { isDocuments: true }) };
    const source = await openSource(input, options);
    try {
      return await work(source);
    } finally {
      await source.close();
    }
  } catch (error) {
    if (!(error instanceof SourceRefused)) throw error;
    const isOldSheet = error.code === "unreadable" && OLD_SHEET.test(stored.source.name);
    throw sourceRefused(error.code, isOldSheet ? NO_OLD_SHEET : error.message, error);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Names of workbooks before 2007, whose bytes may be of another program. */
const OLD_SHEET = /\.xls$/iu;
const NO_OLD_SHEET = "The old format of Excel (.xls) is not read. Save the file as .xlsx, and import that.";

const gone = (): AppError =>
  sourceRefused("unreadable", "The source of this import is deleted. Make another import of it.");

async function inputOf(
  { content, file_id: fileId, bytes }: StoredSource & { bytes: number },
  file: string,
  open: (fileId: string) => Promise<Readable | undefined>,
): Promise<{ path: string } | { text: string }> {
  if (fileId === null || bytes === 0) return { text: content ?? "" };
  const opened = await open(fileId);
  if (opened === undefined) throw gone();
  await pipeline(opened, createWriteStream(file));
  return { path: file };
}

function sourceRefused(code: string, message: string, cause?: unknown): AppError {
  const isLimit = code === "limit_reached" || code === "too_large";
  return new AppError(isLimit ? "limit_reached" : "validation_failed", message, {
    errors: [{ field: "source", code, message }],
    cause,
  });
}
