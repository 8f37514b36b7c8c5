import { uuidv7 } from "@jst/db";
import type { Stage, Staged } from "@jst/http";
import type { StagedFile, StagedUpload } from "../../../gen/rpc.ts";
import { uploadedName } from "../file-name.ts";
import { maxFileBytes } from "../limits.ts";
import type { BlobKey, FileStore } from "../store/file-store.ts";
import { unpack } from "../archive/unpack.ts";
import { optionsOf, type UploadOptions } from "./form-options.ts";
import { Measuring } from "./measured.ts";
import { mimeTypeOf } from "./mime-type.ts";
import { readForm } from "./read-form.ts";
import { storeFault } from "./store-fault.ts";

/** A file in the store, which no row names yet. */
type Aside = Omit<StagedFile, "folder" | "extracted" | "skipped">;

const ZIP = "application/zip";

/**
 * Takes the body of an upload in: its files, and what is unpacked from them, are in the store, each under an id of its
 * own, when the rpc hears of them. Where the form is refused nothing of it is kept.
 */
export function stageUpload(store: FileStore): Stage {
  return async (request, { team_id: teamId, team }) => {
    const keys: BlobKey[] = [];
    const maxBytes = maxFileBytes(team);
    const discard = (): Promise<void> => store.remove(keys);
    try {
      const asides: Aside[] = [];
      const fields = await readForm(request, async (bytes, filename) => {
        const key = { teamId, id: uuidv7() };
        const place = keys.push(key) - 1;
        const measuring = new Measuring(maxBytes);
        await store.put(key, measuring.through(bytes)).catch(storeFault);
        asides[place] = await described(key.id, uploadedName(filename), measuring);
      });
      const options = optionsOf(fields);
      const files: StagedFile[] = [];
      for (const aside of asides) files.push(await whole(aside, options));
      return staged(files, options, discard);
    } catch (thrown) {
      await discard();
      throw thrown;
    }

    /** With its folder, and where it is an archive with what was in it. */
    async function whole(aside: Aside, { folder, isUnpacked }: UploadOptions): Promise<StagedFile> {
      if (!isUnpacked || aside.mime_type !== ZIP) return { ...aside, folder };
      const archive = { store, key: { teamId, id: aside.id }, size: aside.size_bytes };
      const unpacked = await unpack(archive, { folder, maxBytes, keeps: (key) => keys.push(key) });
      return { ...aside, folder, ...unpacked };
    }
  };
}

async function described(id: string, name: string, measuring: Measuring): Promise<Aside> {
  const { size, sha256, ...sniffed } = measuring.measure;
  const mime_type = await mimeTypeOf(sniffed, name);
  return { id, name, mime_type, size_bytes: size, checksum_sha256: sha256 };
}

function staged(files: StagedFile[], options: UploadOptions, discard: Staged["discard"]): Staged {
  const { folder, visibility, tags, isUnpacked } = options;
  const total_bytes = files
    .flatMap((file) => [file, ...(file.extracted ?? [])])
    .reduce((sum, { size_bytes }) => sum + size_bytes, 0);
  const body: StagedUpload = { files, total_bytes, visibility, tags };
  const parts = files.map(({ name, checksum_sha256 }) => [name, checksum_sha256]);
  return { body, fingerprint: { parts, folder, visibility, tags, isUnpacked }, discard };
}
