import { dropPlaceOfTag } from "./iptc.ts";
import type { PictureBytes } from "./picture-bytes.ts";
import { dropPlaceOfTiff } from "./tiff.ts";
import { dropPlaceOfXmp } from "./xmp.ts";

const HEAD_BYTES = 12;
/** Chunks that make the picture. */
const KEPT = ["VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF", "ICCP"];
const UNKNOWN = Buffer.from("JUNK", "latin1");
const EXIF = "Exif\0\0";

/** Goes through a WebP; a chunk that is left out becomes one that readers skip. */
export async function dropPlaceOfWebp(webp: PictureBytes): Promise<void> {
  const end = Math.min((await webp.read(4, 4)).readUInt32LE(0) + 8, webp.size);
  let at = HEAD_BYTES;
  while (at + 8 <= end) {
    const head = await webp.read(at, 8);
    const type = head.toString("latin1", 0, 4);
    const size = head.readUInt32LE(4);
    const data = webp.part(at + 8, Math.min(size, end - at - 8));
    if (type === "EXIF") await dropPlaceOfExif(data);
    else if (type === "XMP ") await dropPlaceOfXmp(data);
    else if (!KEPT.includes(type)) {
      webp.write(at, UNKNOWN);
      data.fill();
    }
    at += 8 + size + (size % 2);
  }
  webp.fill(Math.min(at, end));
}

async function dropPlaceOfExif(data: PictureBytes): Promise<void> {
  const isLed = (await data.read(0, EXIF.length)).toString("latin1") === EXIF;
  await dropPlaceOfTiff(isLed ? data.part(EXIF.length) : data, true, dropPlaceOfTag);
}
