import { type TeamTx, uuidv7 } from "@jst/db";
import { insertFiles } from "../files/file.ts";
import type { FileStore } from "../files/store/file-store.ts";
import { putAside } from "../files/upload/put-aside.ts";
import { fileExamples } from "./file-examples.ts";

/** What stands where a file has the token that uploaded it: there was none. */
const NOBODY = "00000000-0000-0000-0000-000000000000";

/** Stores the example files: their bytes first, which go after a day should the rows not come to be. */
export async function seedFiles(tx: TeamTx, store: FileStore, now: Date): Promise<string[]> {
  const ids: string[] = [];
  const { teamId } = tx.context;
  for (const { name, bytes, folder, visibility, tags } of fileExamples(now)) {
    const key = { teamId, id: uuidv7() };
    const aside = await putAside(store, key, { bytes: [bytes], name, maxBytes: bytes.length });
    const files = [{ ...aside, folder }];
    await insertFiles(tx, { files, total_bytes: bytes.length, visibility, tags: [...tags] }, NOBODY);
    ids.push(key.id);
  }
  return ids;
}
