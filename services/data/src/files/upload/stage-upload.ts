import { uuidv7 } from "@jst/db";
import { asAppError } from "@jst/errors";
import type { Stage, Staged } from "@jst/http";
import type { StagedFile, StagedUpload } from "../../../gen/rpc.ts";
import { uploadedName } from "../file-name.ts";
import { maxFileBytes } from "../limits.ts";
import type { BlobKey, FileStore } from "../store/file-store.ts";
import { optionsOf } from "./form-options.ts";
import { Measuring } from "./measured.ts";
import { mimeTypeOf } from "./mime-type.ts";
import { readForm, type Field } from "./read-form.ts";
import { storeFault } from "./store-fault.ts";

/** A file in the store, which no row names yet. */
type Aside = Omit<StagedFile, "folder">;

/**
 * Takes the body of an upload in: its files are in the store, each under an id of its own, when the rpc hears of them.
 * Where the form is refused nothing of it is kept.
 */
export function stageUpload(store: FileStore): Stage {
  return async (request, { team_id: teamId, team }) => {
    const keys: BlobKey[] = [];
    const files: Aside[] = [];
    const discard = (): Promise<void> => store.remove(keys);
    try {
      const fields = await readForm(request, async (bytes, filename) => {
        const key = { teamId, id: uuidv7() };
        const place = keys.push(key) - 1;
        const measuring = new Measuring(maxFileBytes(team));
        await store.put(key, measuring.through(bytes)).catch(storeFault);
        files[place] = await described(key.id, uploadedName(filename), measuring);
      });
      return staged(files, fields, discard);
    } catch (thrown) {
      await discard().catch((cause: unknown) => {
        throw asAppError(cause);
      });
      throw thrown;
    }
  };
}

async function described(id: string, name: string, measuring: Measuring): Promise<Aside> {
  const { size, sha256, ...sniffed } = measuring.measure;
  const mime_type = await mimeTypeOf(sniffed, name);
  return { id, name, mime_type, size_bytes: size, checksum_sha256: sha256 };
}

function staged(asides: readonly Aside[], fields: readonly Field[], discard: Staged["discard"]): Staged {
  const { folder, visibility, tags } = optionsOf(fields);
  const files = asides.map((aside) => ({ ...aside, folder }));
  const total_bytes = files.reduce((sum, { size_bytes }) => sum + size_bytes, 0);
  const body: StagedUpload = { files, total_bytes, visibility, tags };
  const parts = asides.map(({ name, checksum_sha256 }) => [name, checksum_sha256]);
  return { body, fingerprint: { parts, folder, visibility, tags }, discard };
}
