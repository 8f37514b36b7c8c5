import { crc32 } from "node:zlib";

/** Latitude of the tests, as its degrees are written: nobody else writes these bytes. */
export const SECRET = Buffer.from("48/8'13 SECRET");

/** An entry of a TIFF directory whose value is bytes, or leads to another directory. */
type Entry = [tag: number, type: number, value: Buffer | Entry[]];

/** A TIFF with Orientation 6, a maker's note and a GPS directory, in either order of bytes. */
export function tiffOf({ isLittle = true, gps = true, more = [] as Entry[] } = {}): Buffer {
  const word = (value: number) => numberOf(value, 2, isLittle);
  const exif: Entry[] = [[0x927c, 7, Buffer.from("MAKER SECRET note")]];
  const place: Entry[] = [
    [1, 2, Buffer.from("N\0")],
    [2, 7, SECRET],
  ];
  const main: Entry[] = [
    [0x0112, 3, word(6)],
    [0x8298, 2, Buffer.from("(c) Ada\0")],
    ...more,
    [0x8769, 4, exif],
    ...(gps ? ([[0x8825, 4, place]] as Entry[]) : []),
  ];
  const head = Buffer.concat([Buffer.from(isLittle ? "II*\0" : "MM\0*", "latin1"), numberOf(8, 4, isLittle)]);
  return Buffer.concat([head, directoryOf(main, 8, isLittle)]);
}

function directoryOf(entries: readonly Entry[], start: number, isLittle: boolean): Buffer {
  const rows: Buffer[] = [];
  const values: Buffer[] = [];
  let at = start + 2 + entries.length * 12 + 4;
  for (const [tag, type, given] of entries) {
    const value = Array.isArray(given) ? directoryOf(given, at, isLittle) : given;
    const isInline = !Array.isArray(given) && value.length <= 4;
    const count = Array.isArray(given) ? 1 : type === 3 ? value.length / 2 : value.length;
    const inEntry = isInline ? Buffer.concat([value, Buffer.alloc(4 - value.length)]) : undefined;
    rows.push(
      Buffer.concat([
        numberOf(tag, 2, isLittle),
        numberOf(type, 2, isLittle),
        numberOf(count, 4, isLittle),
        inEntry ?? numberOf(at, 4, isLittle),
      ]),
    );
    if (isInline) continue;
    values.push(value);
    at += value.length;
  }
  return Buffer.concat([numberOf(entries.length, 2, isLittle), ...rows, Buffer.alloc(4), ...values]);
}

function numberOf(value: number, length: number, isLittle: boolean): Buffer {
  const bytes = Buffer.alloc(length);
  if (isLittle) bytes.writeUIntLE(value, 0, length);
  else bytes.writeUIntBE(value, 0, length);
  return bytes;
}

const big = (value: number, length: number): Buffer => numberOf(value, length, false);

/** A packet of XMP with a place in an attribute, in an element and in a structure, and a title that stays. */
export const xmp = Buffer.from(`<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="48,8.SECRET" dc:rights='Ada'>
<exif:GPSLongitude>11,SECRET</exif:GPSLongitude>
<ext:LocationShown><rdf:Bag><rdf:li ext:City="SECRET"/></rdf:Bag></ext:LocationShown>
<dc:title>Title stays</dc:title></rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`);

/** A segment of a JPEG. */
export function segment(code: number, ...parts: (Buffer | string)[]): Buffer {
  const data = Buffer.concat(parts.map((part) => (typeof part === "string" ? latin(part) : part)));
  return Buffer.concat([Buffer.from([0xff, code]), big(data.length + 2, 2), data]);
}

/** A JPEG with these segments before its scan, and with what follows its end. */
export function jpegOf(segments: readonly Buffer[], after: Buffer = Buffer.alloc(0)): Buffer {
  const scan = Buffer.from([1, 0xff, 0, 2, 0xff, 0xd0, 3, 4]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...segments,
    segment(0xda, "scan"),
    scan,
    Buffer.from([0xff, 0xd9]),
    after,
  ]);
}

/** Datasets of IPTC-IIM: a city, and a caption. */
export const caption = Buffer.concat(
  [[90, "SECRET city"] as const, [120, "Caption stays"] as const].map(([dataset, text]) =>
    Buffer.concat([Buffer.from([0x1c, 2, dataset]), big(text.length, 2), latin(text)]),
  ),
);

/** Image resources of Photoshop with a caption in them. */
export function resourcesOf(data: Buffer, id = 0x0404): Buffer {
  const odd = data.length % 2 === 0 ? [] : [Buffer.alloc(1)];
  return Buffer.concat([latin("8BIM"), big(id, 2), Buffer.alloc(2), big(data.length, 4), data, ...odd]);
}

/** A chunk of a PNG. */
export function chunk(type: string, data: Buffer | string): Buffer {
  const body = Buffer.concat([latin(type), typeof data === "string" ? latin(data) : data]);
  return Buffer.concat([big(body.length - 4, 4), body, big(crc32(body), 4)]);
}

/** A PNG with these chunks before its pixels. */
export function pngOf(...chunks: Buffer[]): Buffer {
  const head = chunk("IHDR", Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]));
  return Buffer.concat([
    latin("\x89PNG\r\n\x1a\n"),
    head,
    ...chunks,
    chunk("IDAT", "pixels"),
    chunk("IEND", ""),
  ]);
}

/** A WebP with these chunks. */
export function webpOf(...chunks: [type: string, data: Buffer][]): Buffer {
  const parts = chunks.map(([type, data]) =>
    Buffer.concat([latin(type), numberOf(data.length, 4, true), data, Buffer.alloc(data.length % 2)]),
  );
  const body = Buffer.concat([latin("WEBP"), ...parts]);
  return Buffer.concat([latin("RIFF"), numberOf(body.length, 4, true), body]);
}

/** A box of ISO media. */
export function box(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([big(body.length + 8, 4), latin(type), body]);
}

/** A HEIC with Exif and XMP as items behind its head. */
export function heicOf(exif: Buffer, packet: Buffer): Buffer {
  const item = Buffer.concat([big(0, 4), exif]);
  const head = box("ftyp", latin("heic"), big(0, 4), latin("mif1heic"));
  const entry = (id: number, type: string, rest: string) =>
    box("infe", big(2 << 24, 4), big(id, 2), big(0, 2), latin(type), latin(rest));
  const metaOf = (start: number): Buffer => {
    const place = (id: number, at: number, length: number) =>
      Buffer.concat([big(id, 2), big(0, 2), big(0, 2), big(1, 2), big(at, 4), big(length, 4)]);
    const places = [place(1, start, item.length), place(2, start + item.length, packet.length)];
    return box(
      "meta",
      big(0, 4),
      box("hdlr", big(0, 4), latin("pict")),
      box("iinf", big(0, 4), big(2, 2), entry(1, "Exif", "\0"), entry(2, "mime", "\0application/rdf+xml\0")),
      box("iloc", big(1 << 24, 4), big(0x4400, 2), big(2, 2), ...places),
    );
  };
  const start = head.length + metaOf(0).length + 8;
  return Buffer.concat([
    head,
    metaOf(start),
    box("mdat", item, packet, latin("pixels")),
    box("mpvd", latin("SECRET video")),
  ]);
}

function latin(text: string): Buffer {
  return Buffer.from(text, "latin1");
}
