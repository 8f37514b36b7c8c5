import { uuidv7 } from "@jst/db";
import type { Stage, Staged } from "@jst/http";
import type { StagedFile, StagedUpload } from "../../../gen/rpc.ts";
import { uploadedName } from "../file-name.ts";
import { maxFileBytes } from "../limits.ts";
import type { BlobKey, FileStore } from "../store/file-store.ts";
import { tooMuch } from "../archive/directory.ts";
import { unpack } from "../archive/unpack.ts";
import { optionsOf, type UploadOptions } from "./form-options.ts";
import { type Aside, putAside } from "./put-aside.ts";
import { readForm, type TakeFile } from "./read-form.ts";

const ZIP = "application/zip";
/** Bytes of the paths that all archives of an upload are unpacked to: request, rows and reply have them in memory. */
const PATHS_BYTES_MAX = 8_388_608;
/** A body that takes longer is refused (files.upload): just before the server itself would cut it, without a word. */
const UPLOAD_MS = 290_000;

/**
 * Reads the body of an upload: its files, and those unpacked from them, are in the store under ids of their own before
 * the rpc runs. If the form is refused, nothing of it stays.
 */
export function stageUpload(store: FileStore, uploadMs = UPLOAD_MS): Stage {
  return async (request, { team_id: teamId, team }) => {
    const keys: BlobKey[] = [];
    const maxBytes = maxFileBytes(team);
    // The sweep removes a blob that cannot be removed now.
    const discard = (): Promise<void> => store.remove(keys).catch(() => undefined);
    try {
      const asides: Aside[] = [];
      const take: TakeFile = async (bytes, filename) => {
        const key = { teamId, id: uuidv7() };
        const place = keys.push(key) - 1;
        asides[place] = await putAside(store, key, { bytes, name: uploadedName(filename), maxBytes });
      };
      const fields = await readForm(request, take, uploadMs);
      const options = optionsOf(fields);
      const files: StagedFile[] = [];
      for (const aside of asides) {
        files.push(await whole(aside, options));
        if (pathBytes(files) > PATHS_BYTES_MAX) throw tooMuch("too_many");
      }
      return staged(files, options, discard);
    } catch (thrown) {
      await discard();
      throw thrown;
    }

    /** With its folder, and where it is an archive with what was in it. */
    async function whole(aside: Aside, { folder, isUnpacked, encoding }: UploadOptions): Promise<StagedFile> {
      if (!isUnpacked || aside.mime_type !== ZIP) return { ...aside, folder };
      const archive = { store, key: { teamId, id: aside.id }, size: aside.size_bytes };
      const unpacked = await unpack(archive, {
        folder,
        maxBytes,
        keeps: (key) => keys.push(key),
        ...(encoding === undefined ? {} : { encoding }),
      });
      return { ...aside, folder, ...unpacked };
    }
  };
}

function pathBytes(files: readonly StagedFile[]): number {
  const paths = files.flatMap(({ extracted = [] }) =>
    extracted.map(({ name, folder }) => `${folder ?? ""}/${name}`),
  );
  return paths.reduce((sum, path) => sum + Buffer.byteLength(path), 0);
}

function staged(files: StagedFile[], options: UploadOptions, discard: Staged["discard"]): Staged {
  const { folder, visibility, tags, isUnpacked, isLocationKept, encoding } = options;
  const total_bytes = files
    .flatMap((file) => [file, ...(file.extracted ?? [])])
    .reduce((sum, { size_bytes }) => sum + size_bytes, 0);
  const body: StagedUpload = { files, total_bytes, visibility, tags, keep_location: isLocationKept };
  const parts = files.map(({ name, checksum_sha256 }) => [name, checksum_sha256]);
  // An upload that an earlier release took without these options is the same.
  const further = { ...(isLocationKept ? { isLocationKept } : {}), ...(encoding && { encoding }) };
  return { body, fingerprint: { parts, folder, visibility, tags, isUnpacked, ...further }, discard };
}
