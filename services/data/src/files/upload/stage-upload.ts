import type { Stage, Staged } from "@jst/http";
import type { StagedFile, StagedUpload } from "../../../gen/rpc.ts";
import type { FileStore } from "../store/file-store.ts";
import { tooMuch } from "../archive/directory.ts";
import { unpack } from "../archive/unpack.ts";
import { optionsOf, type UploadOptions } from "./form-options.ts";
import type { Aside } from "./put-aside.ts";
import { stageForm, type TakenForm } from "./stage-form.ts";

const ZIP = "application/zip";
const FILES_MAX = 20;
/** Bytes of the paths that all archives of an upload are unpacked to: request, rows and reply have them in memory. */
const PATHS_BYTES_MAX = 8_388_608;

/** Reads the body of an upload: its files, and those unpacked from them, are in the store before the rpc runs. */
export function stageUpload(store: FileStore, uploadMs?: number): Stage {
  return stageForm({ store, uploadMs, filesMax: FILES_MAX }, async (form) => {
    const options = optionsOf(form.fields);
    const files: StagedFile[] = [];
    for (const aside of form.asides) {
      files.push(await whole(store, form, aside, options));
      if (pathBytes(files) > PATHS_BYTES_MAX) throw tooMuch("too_many");
    }
    return staged(files, options);
  });
}

/** Adds to a file its folder, and to an archive the files that were in it. */
async function whole(
  store: FileStore,
  { teamId, maxBytes, keeps }: TakenForm,
  aside: Aside,
  { folder, isUnpacked, encoding }: UploadOptions,
): Promise<StagedFile> {
  if (!isUnpacked || aside.mime_type !== ZIP) return { ...aside, folder };
  const archive = { store, key: { teamId, id: aside.id }, size: aside.size_bytes };
  const unpacked = await unpack(archive, {
    folder,
    maxBytes,
    keeps,
    ...(encoding === undefined ? {} : { encoding }),
  });
  return { ...aside, folder, ...unpacked };
}

function pathBytes(files: readonly StagedFile[]): number {
  const paths = files.flatMap(({ extracted = [] }) =>
    extracted.map(({ name, folder }) => `${folder ?? ""}/${name}`),
  );
  return paths.reduce((sum, path) => sum + Buffer.byteLength(path), 0);
}

function staged(files: StagedFile[], options: UploadOptions): Omit<Staged, "discard"> {
  const { folder, visibility, tags, isUnpacked, isLocationKept, encoding } = options;
  const total_bytes = files
    .flatMap((file) => [file, ...(file.extracted ?? [])])
    .reduce((sum, { size_bytes }) => sum + size_bytes, 0);
  const body: StagedUpload = { files, total_bytes, visibility, tags, keep_location: isLocationKept };
  const parts = files.map(({ name, checksum_sha256 }) => [name, checksum_sha256]);
  // An upload that an earlier release took without these options is the same.
  const further = { ...(isLocationKept ? { isLocationKept } : {}), ...(encoding && { encoding }) };
  return { body, fingerprint: { parts, folder, visibility, tags, isUnpacked, ...further } };
}
