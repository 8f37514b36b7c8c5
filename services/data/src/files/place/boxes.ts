import { UnreadablePicture } from "./edits.ts";
import { dropPlaceOfTag } from "./iptc.ts";
import { itemsOf, type Item } from "./items.ts";
import type { PictureBytes } from "./picture-bytes.ts";
import { dropPlaceOfTiff } from "./tiff.ts";
import { dropPlaceOfXmp } from "./xmp.ts";

/** Boxes that make the picture, or that readers skip: of HEIF and AVIF, and of JPEG XL. */
const KEPT = ["ftyp", "mdat", "idat", "free", "skip", "JXL ", "jxlc", "jxlp", "jxll", "jxli"];
const KEPT_OF_META = ["hdlr", "pitm", "iinf", "iloc", "iprp", "iref", "idat", "grpl", "dinf", "ipro"];
const KEPT_OF_MOVIE = ["mvhd", "trak", "mvex"];
const FREE = Buffer.from("free", "latin1");
const XMP_UUID = "be7acfcb97a942e89c71999491e3afac";
const XMP_TYPE = "application/rdf+xml";
const BARE_JXL = Buffer.from([0xff, 0x0a]);
const META_BYTES_MAX = 2_097_152;

/** A box: its whole, and what is behind its head. */
interface Box {
  type: string;
  whole: PictureBytes;
  body: PictureBytes;
}

/**
 * Goes through a picture in boxes: HEIC, AVIF, JPEG XL. A box of another type is left out and becomes free room, such
 * as the video of a moving picture.
 */
export async function dropPlaceOfBoxes(picture: PictureBytes): Promise<void> {
  // JPEG XL without boxes has nothing but the picture.
  if ((await picture.read(0, 2)).equals(BARE_JXL)) return;
  for await (const box of boxesOf(picture)) {
    const { type, body } = box;
    if (type === "meta") await dropPlaceOfMeta(picture, body);
    else if (type === "moov") await leaveOutAllBut(KEPT_OF_MOVIE, body);
    else if (type === "Exif") await dropPlaceOfExif(body);
    else if (type === "xml ") await dropPlaceOfXmp(body);
    else if (type === "uuid" && (await isXmp(body))) await dropPlaceOfXmp(body.part(16));
    else if (!KEPT.includes(type)) leaveOut(box);
  }
}

async function* boxesOf(bytes: PictureBytes): AsyncGenerator<Box> {
  for (let at = 0; at < bytes.size;) {
    const head = await bytes.read(at, 16);
    if (head.length < 8) {
      bytes.fill(at);
      return;
    }
    const short = head.readUInt32BE(0);
    const headBytes = short === 1 ? 16 : 8;
    if (head.length < headBytes) {
      bytes.fill(at);
      return;
    }
    const given = short === 1 ? Number(head.readBigUInt64BE(8)) : short;
    const size = short === 0 ? bytes.size - at : given;
    if (size < headBytes) throw new UnreadablePicture();
    const whole = bytes.part(at, size);
    yield { type: head.toString("latin1", 4, 8), whole, body: whole.part(headBytes) };
    at += size;
  }
}

function leaveOut({ whole, body }: Box): void {
  whole.write(4, FREE);
  body.fill();
}

async function leaveOutAllBut(kept: readonly string[], body: PictureBytes): Promise<void> {
  for await (const box of boxesOf(body)) if (!kept.includes(box.type)) leaveOut(box);
}

async function isXmp(body: PictureBytes): Promise<boolean> {
  return (await body.read(0, 16)).toString("hex") === XMP_UUID;
}

async function dropPlaceOfMeta(picture: PictureBytes, meta: PictureBytes): Promise<void> {
  const children = meta.part(4);
  let idat: PictureBytes | undefined;
  const tables: Record<string, Buffer> = {};
  for await (const box of boxesOf(children)) {
    const { type, body } = box;
    if (type === "idat") idat = body;
    if (type === "iinf" || type === "iloc")
      tables[type] = (await body.readAll(META_BYTES_MAX)) ?? unreadable();
    if (!KEPT_OF_META.includes(type)) leaveOut(box);
  }
  const { iinf, iloc } = tables;
  if (iinf === undefined || iloc === undefined) return;
  for (const item of itemsOf(iinf, iloc)) await dropPlaceOfItem(item.isInBox ? idat : picture, item);
}

async function dropPlaceOfItem(place: PictureBytes | undefined, item: Item): Promise<void> {
  const isExif = item.type === "Exif";
  if (place === undefined || (!isExif && item.contentType !== XMP_TYPE)) return;
  const parts = item.extents.map(({ offset, length }) => place.part(offset, length ?? place.size));
  const [part, second] = parts;
  // Nobody writes these in pieces.
  if (second !== undefined) for (const one of parts) one.fill();
  else if (part !== undefined) await (isExif ? dropPlaceOfExif(part) : dropPlaceOfXmp(part));
}

/** Goes through Exif behind the four bytes that say where its TIFF begins. */
async function dropPlaceOfExif(item: PictureBytes): Promise<void> {
  const head = await item.read(0, 4);
  const start = head.length < 4 ? 0 : head.readUInt32BE(0);
  await dropPlaceOfTiff(item.part(4 + start), true, dropPlaceOfTag);
  if (4 + start >= item.size) item.fill();
}

function unreadable(): never {
  throw new UnreadablePicture();
}
