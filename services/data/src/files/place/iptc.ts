import type { PictureBytes } from "./picture-bytes.ts";
import { dropPlaceOfTiff } from "./tiff.ts";
import { dropPlaceOfXmp } from "./xmp.ts";

/** Marks of the resources that Photoshop and programs like it write. */
const SIGNATURES = ["8BIM", "MeSa", "PHUT", "AgHg", "DCSR"];

/** Goes through the image resources of Photoshop (APP13 of a JPEG): captions, and copies of Exif and XMP. */
export async function dropPlaceOfResources(resources: PictureBytes): Promise<void> {
  for (let at = 0; at < resources.size;) {
    const head = await resources.read(at, 7);
    const named = 6 + (head.length < 7 ? 0 : 2 * Math.floor((head.readUInt8(6) + 2) / 2));
    const sizeAt = await resources.read(at + named, 4);
    if (!SIGNATURES.includes(head.toString("latin1", 0, 4)) || sizeAt.length < 4) {
      resources.fill(at);
      return;
    }
    const size = sizeAt.readUInt32BE(0);
    await dropPlaceOfResource(head.readUInt16BE(4), resources.part(at + named + 4, size));
    at += named + 4 + size + (size % 2);
  }
}

async function dropPlaceOfResource(id: number, data: PictureBytes): Promise<void> {
  if (id === 0x0404) await dropPlaceOfCaption(data);
  else if (id === 0x0422 || id === 0x0423) await dropPlaceOfTiff(data, true, dropPlaceOfTag);
  else if (id === 0x0424) await dropPlaceOfXmp(data);
}

/** Goes through what a tag of TIFF has, by its number. */
export async function dropPlaceOfTag(tag: number, value: PictureBytes): Promise<void> {
  if (tag === 0x02bc) await dropPlaceOfXmp(value);
  else if (tag === 0x83bb) await dropPlaceOfCaption(value);
  else if (tag === 0x8649) await dropPlaceOfResources(value);
}

/** Datasets of IPTC-IIM that name a place: content location, city, sublocation, state, country. */
const OF_A_PLACE = [26, 27, 90, 92, 95, 100, 101];
const DATASET = 0x1c;
const APPLICATION_RECORD = 2;
const BLANK = 0x20;

async function dropPlaceOfCaption(caption: PictureBytes): Promise<void> {
  const bytes = await caption.readAll();
  if (bytes === undefined) {
    caption.fill();
    return;
  }
  for (let at = 0; at < bytes.length;) {
    const size = bytes.length - at < 5 ? 0x8000 : bytes.readUInt16BE(at + 3);
    // Sizes beyond the 15 bits are of no caption.
    if (bytes[at] !== DATASET || size >= 0x8000) {
      caption.fill(at);
      return;
    }
    if (bytes[at + 1] === APPLICATION_RECORD && OF_A_PLACE.includes(bytes[at + 2] ?? 0))
      caption.fill(at + 5, size, BLANK);
    at += 5 + size;
  }
}
