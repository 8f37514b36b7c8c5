import { requireRight } from "@jst/caller";
import { uuidv7, type TeamTx } from "@jst/db";
import type { Call } from "@jst/rpc";
import type { Deps } from "../deps.ts";
import { insertFiles } from "../files/file.ts";
import { uploadedName } from "../files/file-name.ts";
import { maxFileBytes, requireQuota } from "../files/limits.ts";
import { putAside } from "../files/upload/put-aside.ts";

/** Folder of files that imports load. */
const FOLDER = "imports";

/** Stores a file of the team that an import loads, and runs `store` in the same transaction. */
export async function storeFile(
  call: Call<Deps>,
  { name, bytes }: { name: string; bytes: AsyncIterable<Buffer> },
  store: (tx: TeamTx, fileId: string) => Promise<void>,
): Promise<void> {
  requireRight(call.caller, "files", "write");
  const { team, team_id: teamId } = call.caller;
  const key = { teamId, id: uuidv7() };
  const sent = { bytes, name: uploadedName(name), maxBytes: maxFileBytes(team) };
  const aside = await putAside(call.deps.store, key, sent);
  try {
    await call.write(async (tx) => {
      const files = [{ ...aside, folder: FOLDER }];
      await insertFiles(tx, { files, total_bytes: aside.size_bytes, visibility: "private", tags: [] });
      await requireQuota(tx, team);
      await store(tx, key.id);
      return { body: "" };
    });
  } catch (thrown) {
    // The sweep removes bytes that cannot be removed now.
    await call.deps.store.remove([key]).catch(() => undefined);
    throw thrown;
  }
}
