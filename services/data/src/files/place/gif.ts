import type { PictureBytes } from "./picture-bytes.ts";
import { dropPlaceOfXmp } from "./xmp.ts";

const [EXTENSION, IMAGE] = [0x21, 0x2c];
const APPLICATION = 0xff;
const XMP = "XMP DataXMP";
/** Bytes that end a packet, so that readers that do not know it find its end. */
const TRAILER_BYTES = 257;
const HEAD_BYTES = 13;
const BLOCKS_BYTES = 65_536;

/** Goes through the XMP of a GIF, which no camera writes and some programs do. */
export async function dropPlaceOfGif(gif: PictureBytes): Promise<void> {
  let at = HEAD_BYTES + tableBytes((await gif.read(10, 1))[0] ?? 0);
  while (at < gif.size) {
    gif.countPart();
    const head = await gif.read(at, 14);
    const isExtension = head[0] === EXTENSION;
    if (!isExtension && head[0] !== IMAGE) {
      gif.fill(at + 1);
      return;
    }
    const blocks = at + (isExtension ? 2 : 11 + tableBytes(head[9] ?? 0));
    const end = await endOfBlocks(gif, blocks);
    const isXmp = isExtension && head[1] === APPLICATION && head.toString("latin1", 3) === XMP;
    if (isXmp) await dropPlaceOfXmp(gif.part(at + 14, end - TRAILER_BYTES - at - 14));
    at = end;
  }
}

function tableBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 << ((flags & 7) + 1);
}

async function endOfBlocks(gif: PictureBytes, start: number): Promise<number> {
  for (let at = start; at < gif.size;) {
    const bytes = await gif.read(at, BLOCKS_BYTES);
    let place = 0;
    for (; place < bytes.length; place += (bytes[place] ?? 0) + 1)
      if (bytes[place] === 0) return at + place + 1;
    at += place;
  }
  return gif.size;
}
