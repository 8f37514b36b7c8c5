import { type TeamTx, uuidv7 } from "@jst/db";
import { insertFiles } from "../files/file.ts";
import type { FileStore } from "../files/store/file-store.ts";
import { putAside } from "../files/upload/put-aside.ts";
import { fileExamples } from "./file-examples.ts";

/** Stands in the place of the uploading token, which the demo files lack. */
const NOBODY = "00000000-0000-0000-0000-000000000000";

/** Example files whose bytes are in the store. */
export type StoredExamples = Awaited<ReturnType<typeof storeExamples>>;

/** Stores the bytes of the example files, before any transaction; they go after a day unless their rows come to be. */
export async function storeExamples(store: FileStore, teamId: string, now: Date) {
  const stored = [];
  for (const { name, bytes, folder, visibility, tags } of fileExamples(now)) {
    const key = { teamId, id: uuidv7() };
    const aside = await putAside(store, key, { bytes: [bytes], name, maxBytes: bytes.length });
    stored.push({ files: [{ ...aside, folder }], total_bytes: bytes.length, visibility, tags: [...tags] });
  }
  return stored;
}

/** Stores the rows of the example files. */
export async function seedFiles(tx: TeamTx, examples: StoredExamples): Promise<string[]> {
  for (const example of examples) await insertFiles(tx, example, NOBODY);
  return examples.flatMap(({ files }) => files.map(({ id }) => id));
}
