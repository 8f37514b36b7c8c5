import type { PictureBytes } from "./picture-bytes.ts";

/** Names of properties that name a place, in whatever namespace: of Exif, IPTC, Photoshop, drones, video. */
const OF_A_PLACE =
  /^(?:.*(?:gps|location|latitude|longitude|longtitude|altitude|province).*|lat|long?|city|state|country.*|worldregion)$/;
const BLANK = 0x20;
const QUOTES = ['"', "'"];

interface Tag {
  name: string;
  start: number;
  end: number;
}

/** A packet that is not XML as packets have it. */
class UnreadablePacket extends Error {}

/**
 * Blanks the properties of an XMP packet that name a place. A packet is blanked whole if it cannot be read, is UTF-16
 * or is larger than any camera writes.
 */
export async function dropPlaceOfXmp(packet: PictureBytes): Promise<void> {
  const bytes = await packet.readAll();
  const text = bytes?.toString("latin1").replace(/\0+$/, "");
  try {
    if (text === undefined || text.includes("\0") || text.includes("<!")) throw new UnreadablePacket();
    for (const [start, end] of placesIn(text)) packet.fill(start, end - start, BLANK);
  } catch (thrown) {
    if (!(thrown instanceof UnreadablePacket)) throw thrown;
    packet.fill();
  }
}

/** Finds the elements that name a place, and such attributes of other elements. */
function placesIn(text: string): [start: number, end: number][] {
  const found: [number, number][] = [];
  const open: Tag[] = [];
  let place: Tag | undefined;
  for (const tag of tagsOf(text)) {
    if (tag.name.startsWith("?")) continue;
    const isClosed = text[tag.end - 2] === "/";
    if (tag.name.startsWith("/")) {
      const opened = open.pop();
      if (opened?.name !== tag.name.slice(1)) throw new UnreadablePacket();
      if (opened !== place) continue;
      found.push([place.start, tag.end]);
      place = undefined;
      continue;
    }
    if (!isClosed) open.push(tag);
    if (place !== undefined) continue;
    if (!isOfAPlace(tag.name)) found.push(...attributesOf(text, tag));
    else if (isClosed) found.push([tag.start, tag.end]);
    else place = tag;
  }
  if (open.length > 0) throw new UnreadablePacket();
  return found;
}

function isOfAPlace(name: string): boolean {
  const [prefix = "", local = prefix] = name.split(":");
  return prefix !== "xmlns" && OF_A_PLACE.test(local.toLowerCase());
}

function* tagsOf(text: string): Generator<Tag> {
  for (let start = text.indexOf("<"); start >= 0;) {
    const end = endOfTag(text, start);
    const name = /[^\s/>]*/y;
    name.lastIndex = start + (text[start + 1] === "/" ? 2 : 1);
    const [own = ""] = name.exec(text) ?? [];
    yield { name: text[start + 1] === "/" ? `/${own}` : own, start, end };
    start = text.indexOf("<", end);
  }
}

/** Finds where a tag ends: at the first > that is not in quotes. */
function endOfTag(text: string, start: number): number {
  for (let at = start; at < text.length; at += 1) {
    const character = text[at] ?? "";
    if (character === ">") return at + 1;
    if (!QUOTES.includes(character)) continue;
    at = text.indexOf(character, at + 1);
    if (at < 0) break;
  }
  throw new UnreadablePacket();
}

/** Finds the attributes of a tag that name a place. */
function attributesOf(text: string, { start, end }: Tag): [start: number, end: number][] {
  const found: [number, number][] = [];
  const attribute = /\s([^\s=<>"'/]+)\s*=\s*(?:"[^"]*"|'[^']*')/gy;
  for (let at = text.slice(start, end).search(/\s/); at >= 0 && start + at < end; at += 1) {
    attribute.lastIndex = start + at;
    const match = attribute.exec(text);
    if (match === null) continue;
    at = attribute.lastIndex - start - 1;
    if (isOfAPlace(match[1] ?? "")) found.push([match.index + 1, attribute.lastIndex]);
  }
  return found;
}
