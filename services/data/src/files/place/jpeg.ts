import { dropPlaceOfResources, dropPlaceOfTag } from "./iptc.ts";
import type { PictureBytes } from "./picture-bytes.ts";
import { dropPlaceOfTiff } from "./tiff.ts";
import { dropPlaceOfXmp } from "./xmp.ts";

const SCANNED_BYTES = 65_536;
const [START, END, SCAN] = [0xd8, 0xd9, 0xda];
const [APP0, APP1, APP2, APP13, APP14, APP15] = [0xe0, 0xe1, 0xe2, 0xed, 0xee, 0xef];

/** Heads of APP2 segments that stay: colour profile, index of further pictures, gain map. */
const KEPT_APP2 = ["ICC_PROFILE\0", "MPF\0", "urn:iso:std:iso:ts:21496:"];
const EXIF = "Exif\0";
const XMP = "http://ns.adobe.com/xap/1.0/\0";
const RESOURCES = "Photoshop 3.0\0";
const HEAD_BYTES = 32;

/**
 * Goes through a JPEG and the pictures behind it. Other segments of applications are blanked, extended XMP among them.
 * Bytes at the end that are not a picture are blanked too, such as the video of a moving one.
 */
export async function dropPlaceOfJpeg(jpeg: PictureBytes): Promise<void> {
  for (let at = 0; at < jpeg.size;) {
    const head = await jpeg.read(at, 2);
    if (head[0] !== 0xff || head[1] !== START) {
      jpeg.fill(at);
      return;
    }
    at = await dropPlaceOfPicture(jpeg, at + 2);
    at = await afterRun(jpeg, at, 0);
  }
}

/** Goes through one picture behind its start, and answers where it ends. */
async function dropPlaceOfPicture(jpeg: PictureBytes, start: number): Promise<number> {
  for (let at = start; ;) {
    jpeg.countPart();
    const head = await jpeg.read(at, 4);
    const code = head[1] ?? 0;
    if (head.length < 2) return jpeg.size;
    if (head[0] !== 0xff || code < 0xc0) {
      const next = await nextMarker(jpeg, at + (head[0] === 0xff ? 2 : 0));
      jpeg.fill(at, next - at);
      at = next;
    } else if (code === END) return at + 2;
    else if (code === 0xff) at = (await afterRun(jpeg, at, 0xff)) - 1;
    else if (code <= START && code >= 0xd0) at += 2;
    else {
      const length = head.length < 4 ? 0 : head.readUInt16BE(2);
      await dropPlaceOfSegment(code, jpeg.part(at + 4, length - 2));
      at += 2 + Math.max(length, 2);
      if (code === SCAN) at = await nextMarker(jpeg, at);
    }
  }
}

async function dropPlaceOfSegment(code: number, segment: PictureBytes): Promise<void> {
  const head = code >= APP0 && code <= APP15 ? (await segment.read(0, HEAD_BYTES)).toString("latin1") : "";
  if (code < APP0 || code > APP15 || code === APP0 || code === APP14) return;
  if (code === APP1 && head.startsWith(EXIF)) await dropPlaceOfTiff(segment.part(6), true, dropPlaceOfTag);
  else if (code === APP1 && head.startsWith(XMP)) await dropPlaceOfXmp(segment.part(XMP.length));
  else if (code === APP13 && head.startsWith(RESOURCES))
    await dropPlaceOfResources(segment.part(RESOURCES.length));
  else if (code !== APP2 || !KEPT_APP2.some((kept) => head.startsWith(kept))) segment.fill();
}

/** Finds the next marker that ends the data of a scan. */
async function nextMarker(jpeg: PictureBytes, start: number): Promise<number> {
  for (let at = start; at < jpeg.size; at += SCANNED_BYTES) {
    // One more, so that a marker is seen whole.
    const bytes = await jpeg.read(at, SCANNED_BYTES + 1);
    for (let place = bytes.indexOf(0xff); place >= 0; place = bytes.indexOf(0xff, place + 1)) {
      const code = bytes[place + 1] ?? 0;
      if (code >= 0xc0 && code !== 0xff && (code < 0xd0 || code >= START)) return at + place;
    }
  }
  return jpeg.size;
}

/** Finds where a run of one byte ends. */
async function afterRun(jpeg: PictureBytes, start: number, byte: number): Promise<number> {
  for (let at = start; at < jpeg.size; at += SCANNED_BYTES) {
    const bytes = await jpeg.read(at, SCANNED_BYTES);
    const other = bytes.findIndex((one) => one !== byte);
    if (other >= 0) return at + other;
  }
  return jpeg.size;
}
