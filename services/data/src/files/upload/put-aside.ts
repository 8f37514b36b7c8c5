import type { StagedFile } from "../../../gen/rpc.ts";
import type { BlobKey, FileStore } from "../store/file-store.ts";
import { Measuring } from "./measured.ts";
import { mimeTypeOf } from "./mime-type.ts";
import { storeFault } from "./store-fault.ts";

/** A file in the store, which no row names yet. */
export type Aside = Omit<StagedFile, "folder" | "extracted" | "skipped">;

/** Bytes of an upload, under the name of the new file. */
export interface IncomingBytes {
  bytes: AsyncIterable<Buffer> | Iterable<Buffer>;
  name: string;
  maxBytes: number;
}

/** Puts the bytes into the store and answers what they are; throws file_too_large beyond the most that there may be. */
export async function putAside(
  store: FileStore,
  key: BlobKey,
  { bytes, name, maxBytes }: IncomingBytes,
): Promise<Aside> {
  const measuring = new Measuring(maxBytes);
  await store.put(key, measuring.through(bytes)).catch(storeFault);
  const { size, sha256, ...sniffed } = measuring.measure;
  return {
    id: key.id,
    name,
    mime_type: await mimeTypeOf(sniffed, name),
    size_bytes: size,
    checksum_sha256: sha256,
  };
}
