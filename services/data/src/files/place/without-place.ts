import type { SentBytes } from "@jst/rpc";
import { LRUCache } from "lru-cache";
import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { dropPlaceOfBoxes } from "./boxes.ts";
import { editedStream, UnreadablePicture, type Edit } from "./edits.ts";
import { dropPlaceOfGif } from "./gif.ts";
import { dropPlaceOfResources, dropPlaceOfTag } from "./iptc.ts";
import { dropPlaceOfJpeg } from "./jpeg.ts";
import { PictureBytes } from "./picture-bytes.ts";
import { dropPlaceOfPng } from "./png.ts";
import { dropPlaceOfWebp } from "./riff.ts";
import { dropPlaceOfTiff } from "./tiff.ts";

const boxed = ["heic", "heif", "heic-sequence", "heif-sequence", "avif", "jxl"];
const inTiff = ["tiff", "x-adobe-dng", "x-nikon-nef", "x-sony-arw", "x-canon-cr2"];

/** Walks through pictures, by media type. */
const FORMATS: ReadonlyMap<string, (picture: PictureBytes) => Promise<void>> = new Map([
  ["image/jpeg", dropPlaceOfJpeg],
  ["image/png", dropPlaceOfPng],
  ["image/apng", dropPlaceOfPng],
  ["image/webp", dropPlaceOfWebp],
  ["image/gif", dropPlaceOfGif],
  ["image/vnd.adobe.photoshop", dropPlaceOfPhotoshop],
  ...boxed.map((name) => [`image/${name}`, dropPlaceOfBoxes] as const),
  ...inTiff.map((name) => [`image/${name}`, dropPlaceOfTiffFile] as const),
]);

/** Bytes of edits that a process remembers, and bytes that one edit takes besides its own. */
const KNOWN_BYTES_MAX = 33_554_432;
const EDIT_BYTES = 64;

/** A place among bytes that never change, under which their edits are remembered. */
type Place = string;

const known = new LRUCache<Place, readonly Edit[]>({
  maxSize: KNOWN_BYTES_MAX,
  sizeCalculation: weightOf,
});
const running = new Map<Place, Promise<readonly Edit[]>>();

/** True for what may have the place where it was taken in it. */
export function isPicture(mimeType: string): boolean {
  return FORMATS.has(mimeType);
}

/**
 * Answers the bytes of a picture without the place where it was taken (files.place): as many, with a tag of their own.
 * A process goes through a picture once; the stored bytes stay as they came.
 */
export async function withoutPlace(sent: SentBytes, place: Place): Promise<SentBytes> {
  const edits = await editsOf(sent, place);
  if (edits.length === 0) return sent;
  return {
    ...sent,
    etag: tagOf(sent.etag, edits),
    open: async (start, end) => editedStream(edits, await sent.open(start, end), start),
  };
}

function editsOf(sent: SentBytes, place: Place): Promise<readonly Edit[]> {
  const found = known.get(place);
  if (found !== undefined) return Promise.resolve(found);
  const edits = running.get(place) ?? findEdits(sent);
  running.set(place, edits);
  return edits
    .then((list) => {
      known.set(place, list);
      return list;
    })
    .finally(() => running.delete(place));
}

/** Finds the edits of a picture; one that cannot be gone through is blanked whole. */
async function findEdits({ size, contentType, open }: SentBytes): Promise<readonly Edit[]> {
  const picture = PictureBytes.of(async (start, end) => buffer(await open(start, end - 1)), size);
  try {
    await FORMATS.get(contentType)?.(picture);
    return picture.edits;
  } catch (thrown) {
    if (!(thrown instanceof UnreadablePicture)) throw thrown;
    return [{ start: 0, end: size, bytes: 0 }];
  }
}

function weightOf(edits: readonly Edit[]): number {
  return edits.reduce(
    (sum, { bytes }) => sum + EDIT_BYTES + (typeof bytes === "number" ? 0 : bytes.length),
    EDIT_BYTES,
  );
}

function tagOf(etag: string, edits: readonly Edit[]): string {
  const hash = createHash("sha256").update(etag);
  for (const { start, end, bytes } of edits)
    hash.update(`${start} ${end} `).update(typeof bytes === "number" ? String(bytes) : bytes);
  return `"${hash.digest("hex")}"`;
}

function dropPlaceOfTiffFile(tiff: PictureBytes): Promise<void> {
  return dropPlaceOfTiff(tiff, false, dropPlaceOfTag);
}

/** Goes through the resources of a PSD, behind its head and its colours. */
async function dropPlaceOfPhotoshop(psd: PictureBytes): Promise<void> {
  const colours = await psd.read(26, 4);
  const at = 30 + (colours.length < 4 ? psd.size : colours.readUInt32BE(0));
  const size = await psd.read(at, 4);
  if (size.length === 4) await dropPlaceOfResources(psd.part(at + 4, size.readUInt32BE(0)));
}
