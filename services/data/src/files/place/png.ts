import { crc32 } from "node:zlib";
import { edited } from "./edits.ts";
import { dropPlaceOfTag } from "./iptc.ts";
import type { PictureBytes } from "./picture-bytes.ts";
import { dropPlaceOfTiff } from "./tiff.ts";
import { dropPlaceOfXmp } from "./xmp.ts";

const SIGNATURE_BYTES = 8;
const READ_MAX = 1_048_576;
/** Type of a chunk that readers skip: private, and safe to copy. */
const UNKNOWN = Buffer.from("voId", "latin1");
const SUMMED_BYTES = 65_536;
/** Chunks that make the picture: these stay as they are, and so does every critical one. */
const KEPT =
  /^(?:[A-Z]...|tRNS|cHRM|gAMA|iCCP|sBIT|sRGB|cICP|mDCV|mDCv|cLLI|cLLi|bKGD|hIST|pHYs|sPLT|tIME|acTL|fcTL|fdAT|oFFs|sTER|gIF[gtx]|pCAL|sCAL)$/;
const XMP_HEAD = "XML:com.adobe.xmp\0\0\0\0\0";
/** Keywords of texts that have what a camera wrote, or a place. */
const OF_A_CAMERA = /^(?:raw profile type|xml:|exif)|gps|location|latitude|longitude/i;

/** Goes through a PNG. A changed chunk gets its checksum; a chunk that is left out becomes a private one. */
export async function dropPlaceOfPng(png: PictureBytes): Promise<void> {
  for (let at = SIGNATURE_BYTES; at < png.size;) {
    const head = await png.read(at, 8);
    if (head.length < 8) {
      png.fill(at);
      return;
    }
    const size = head.readUInt32BE(0);
    const type = head.toString("latin1", 4, 8);
    const data = png.part(at + 8, size);
    if (!KEPT.test(type)) await dropPlaceOfChunk(png, at, type, data);
    at += 12 + size;
    if (type === "IEND") {
      png.fill(at);
      return;
    }
  }
}

async function dropPlaceOfChunk(
  png: PictureBytes,
  at: number,
  type: string,
  data: PictureBytes,
): Promise<void> {
  const before = png.edits.length;
  const head = (await data.read(0, 80)).toString("latin1");
  if (data.size > READ_MAX) leaveOut(png, at, data);
  else if (type === "eXIf") await dropPlaceOfTiff(data, true, dropPlaceOfTag);
  else if (type === "iTXt" && head.startsWith(XMP_HEAD)) await dropPlaceOfXmp(data.part(XMP_HEAD.length));
  else if (!/^(?:tEXt|zTXt|iTXt)$/.test(type) || OF_A_CAMERA.test(head.split("\0")[0] ?? ""))
    leaveOut(png, at, data);
  const changes = png.edits.slice(before);
  if (changes.length > 0) await writeChecksum(png, at, data);
}

function leaveOut(png: PictureBytes, at: number, data: PictureBytes): void {
  png.write(at + 4, UNKNOWN);
  data.fill();
}

async function writeChecksum(png: PictureBytes, at: number, data: PictureBytes): Promise<void> {
  let sum = 0;
  for (let place = 0; place < data.size + 4; place += SUMMED_BYTES) {
    const start = at + 4 + place;
    const bytes = await png.read(start, Math.min(SUMMED_BYTES, data.size + 4 - place));
    sum = crc32(edited(png.edits, bytes, start), sum);
  }
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(sum);
  png.write(at + 8 + data.size, checksum);
}
