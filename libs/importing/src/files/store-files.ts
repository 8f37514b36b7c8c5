import type { Source } from "@jst/tabular/read";
import { saveImport } from "../import-queries.ts";
import type { StoredImport } from "../import.ts";
import { saveNamed } from "../links/link-queries.ts";
import { callNow, changesetOf, joinSet } from "../pages.ts";
import { withSource } from "../pinned-source.ts";
import { fenced, workContext, type Attempt } from "../work.ts";
import { findFiles, type WaitingFile } from "./file-queries.ts";

/** Files of a page. */
const PAGE_FILES = 20;

/** Stores the files of a source that rows name, in pages, before the rows are written (imports.document-links). */
export async function storeFiles<Deps>(attempt: Attempt<Deps>, stored: StoredImport): Promise<void> {
  const { database, teamId } = attempt;
  const context = workContext(teamId);
  const next = () => database.read<WaitingFile>(context, findFiles(teamId, stored, PAGE_FILES));
  const first = await next();
  if (first.length === 0) return;
  await withSource(attempt, context, stored, async (source) => {
    for (let waiting = first; waiting.length > 0; waiting = await next())
      await storePage(attempt, stored, source, waiting);
  });
}

async function storePage<Deps>(
  attempt: Attempt<Deps>,
  stored: StoredImport,
  source: Source,
  waiting: readonly WaitingFile[],
): Promise<void> {
  const parts = stored.parts.filter(({ target }) => target !== null);
  const call = await callNow(attempt, stored, parts);
  const files = waiting.map(({ file }) => ({ ...file, bytes: source.file?.(file.path) }));
  await attempt.targets.storeFiles?.(call, files, async (tx) => {
    const current = await fenced(tx, attempt, stored);
    joinSet(tx, current, waiting.length);
    const keys = waiting.map(({ file }) => ({ key: file.sha256, record_id: null }));
    await saveNamed(tx, stored, keys);
    const progress = { ...current.progress, done: current.progress.done + waiting.length };
    const change = { progress, ...changesetOf(tx, stored) };
    await tx.query(saveImport(attempt.teamId, stored.id, change));
  });
}
