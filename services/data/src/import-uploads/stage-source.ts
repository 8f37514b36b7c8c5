import { validationFailed } from "@jst/errors";
import type { Stage } from "@jst/http";
import type { StagedImportSource } from "../../gen/rpc.ts";
import type { FileStore } from "../files/store/file-store.ts";
import { unknownParts } from "../files/upload/form-options.ts";
import { stageUpload } from "../files/upload/stage-upload.ts";
import { stageForm } from "../files/upload/stage-form.ts";

/** Makes the functions that read the bodies of uploads, by the method of each rpc. */
export const stagesOf = (store: FileStore, uploadMs?: number) => ({
  UploadFiles: stageUpload(store, uploadMs),
  UploadImportSource: stageSource(store, uploadMs),
  UploadContactImportSource: stageSource(store, uploadMs),
});

/** Reads the body of an upload of an import: one file, which is in the store before the rpc runs. */
function stageSource(store: FileStore, uploadMs?: number): Stage {
  return stageForm({ store, uploadMs, filesMax: 1 }, ({ asides: [aside], fields }) => {
    const errors = unknownParts(fields, []);
    if (errors.length > 0 || aside === undefined) throw validationFailed(errors);
    const { id, name, size_bytes, checksum_sha256 } = aside;
    const body: StagedImportSource = { id, name, size_bytes, checksum_sha256 };
    return { body, fingerprint: [name, checksum_sha256] };
  });
}
