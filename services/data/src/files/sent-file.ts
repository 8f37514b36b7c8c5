import type { Reply, SentBytes } from "@jst/rpc";
import { create as contentDisposition } from "content-disposition";
import type { KeptFile } from "./kept-file.ts";
import { isPicture, withoutPlace } from "./place/without-place.ts";
import type { FileStore } from "./store/file-store.ts";
import { isTextType } from "./upload/mime-type.ts";

/** Types that a browser may show: it runs none of them. */
const INLINE =
  /^(?:image\/(?:png|jpeg|gif|webp|avif)|application\/pdf|text\/plain(?:; charset=[\w-]+)?|(?:audio|video)\/.+)$/;

/** The bytes of a file as a reply (files.bytes): saved rather than shown where `isSaved`, or showing is not safe. */
export function sentFile(store: FileStore, teamId: string, file: KeptFile, isSaved: boolean): Reply {
  const isShown = !isSaved && INLINE.test(file.mime_type);
  const headers = {
    "content-disposition": contentDisposition(file.name, { type: isShown ? "inline" : "attachment" }),
    "x-content-type-options": "nosniff",
    "cache-control": "private, no-cache",
    ...(INLINE.test(file.mime_type) ? {} : { "content-security-policy": "sandbox" }),
  };
  return { body: "", headers, bytes: bytesOf(store, teamId, file) };
}

/** Answers the bytes of a public file at its public_url (files.place). */
export async function sentInPublic(store: FileStore, teamId: string, file: KeptFile): Promise<Reply> {
  const reply = sentFile(store, teamId, file, false);
  if (file.keep_location || reply.bytes === undefined || !isPicture(file.mime_type)) return reply;
  return { ...reply, bytes: await withoutPlace(reply.bytes, `${teamId}/${file.id}`) };
}

function bytesOf(store: FileStore, teamId: string, file: KeptFile): SentBytes {
  const { id, mime_type: type, size_bytes: size, checksum_sha256: sha256 } = file;
  return {
    etag: `"${sha256}"`,
    size,
    contentType: isTextType(type) && !type.includes("charset=") ? `${type}; charset=utf-8` : type,
    open: (start, end) => store.read({ teamId, id }, { start, end }),
  };
}
