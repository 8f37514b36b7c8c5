import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { test } from "node:test";
import { crc32 } from "node:zlib";
import {
  box,
  caption,
  chunk,
  heicOf,
  jpegOf,
  pngOf,
  resourcesOf,
  segment,
  tiffOf,
  webpOf,
  xmp,
} from "../../testing/test-pictures.ts";
import { withoutPlace } from "./without-place.ts";

const XMP = "http://ns.adobe.com/xap/1.0/\0";

/** Reads a picture as its public_url answers it, from pieces of some bytes. */
async function shown(bytes: Buffer, type: string, pieces = 7): Promise<Buffer> {
  const sent = await sentOf(bytes, type, pieces);
  return buffer(await sent.open(0, bytes.length - 1));
}

function sentOf(bytes: Buffer, contentType: string, pieces = 7) {
  const open = (start: number, end: number) => {
    const part = bytes.subarray(start, end + 1);
    const list = Array.from({ length: Math.ceil(part.length / pieces) }, (_, at) =>
      part.subarray(at * pieces, (at + 1) * pieces),
    );
    return Promise.resolve(Readable.from(list, { objectMode: false }));
  };
  return withoutPlace({ etag: '"original"', size: bytes.length, contentType, open }, randomUUID());
}

const jpegs: Record<string, Buffer> = {
  Exif: jpegOf([segment(0xe1, "Exif\0\0", tiffOf())]),
  "Exif in the other order": jpegOf([segment(0xe1, "Exif\0\0", tiffOf({ isLittle: false }))]),
  "Exif in two segments": jpegOf([
    segment(0xe1, "Exif\0\0", tiffOf()),
    segment(0xe1, "Exif\0\0", "SECRET rest"),
    segment(0xe1, "Exif\0\0", tiffOf()),
  ]),
  XMP: jpegOf([segment(0xe1, XMP, xmp)]),
  "extended XMP": jpegOf([
    segment(0xe1, XMP, xmp),
    segment(0xe1, "http://ns.adobe.com/xmp/extension/\0", "SECRET"),
  ]),
  "XMP in UTF-16": jpegOf([segment(0xe1, XMP, Buffer.from("<x GPS='SECRET'/>", "utf16le"))]),
  "XMP that never ends": jpegOf([segment(0xe1, XMP, '<a exif:GPSLatitude="SECRET')]),
  "a caption": jpegOf([segment(0xed, "Photoshop 3.0\0", resourcesOf(caption))]),
  "Exif among resources": jpegOf([segment(0xed, "Photoshop 3.0\0", resourcesOf(tiffOf(), 0x0422))]),
  "a maker's own segment": jpegOf([segment(0xe6, "GoPro\0SECRET"), segment(0xe2, "FPXR\0SECRET")]),
  "a second picture": jpegOf([], jpegOf([segment(0xe1, "Exif\0\0", tiffOf())])),
  "a video behind it": jpegOf([], box("moov", Buffer.from("SECRET"))),
  "bytes between segments": jpegOf([Buffer.from("SECRET")]),
};

test("a JPEG leaves without its place, wherever that is; orientation and profile stay", async () => {
  for (const [what, given] of Object.entries(jpegs)) {
    const bytes = await shown(given, "image/jpeg");
    assert.equal(bytes.length, given.length, what);
    assert.ok(given.includes("SECRET") || given.includes(Buffer.from("SECRET", "utf16le")), what);
    assert.ok(!bytes.toString("latin1").replaceAll("\0", "").includes("SECRET"), what);
  }
  const profile = segment(0xe2, "ICC_PROFILE\0", "\x01\x01profile");
  const jfif = segment(0xe0, "JFIF\0");
  const plain = jpegOf([jfif, profile, segment(0xe1, "Exif\0\0", tiffOf()), segment(0xfe, "comment")]);
  const bytes = await shown(plain, "image/jpeg");
  for (const part of [jfif, profile, Buffer.from("(c) Ada"), Buffer.from("comment")])
    assert.ok(bytes.includes(part), String(part));
  const start = bytes.indexOf("II*\0");
  // Three entries are left, the first of them the orientation, and no next directory.
  assert.deepEqual(
    [8, 10, 18, 46].map((at) => bytes.readUInt16LE(start + at)),
    [3, 0x0112, 6, 0],
  );
  assert.ok((await shown(jpegs["XMP"] ?? plain, "image/jpeg")).includes("<dc:title>Title stays</dc:title>"));
  assert.ok((await shown(jpegs["a caption"] ?? plain, "image/jpeg")).includes("Caption stays"));
});

test("PNG, WebP, HEIC, TIFF and PSD leave without their place, and a PNG with right checksums", async () => {
  const itxt = Buffer.concat([Buffer.from("XML:com.adobe.xmp\0\0\0\0\0"), xmp]);
  const png = pngOf(
    chunk("iCCP", "profile"),
    chunk("eXIf", tiffOf()),
    chunk("iTXt", itxt),
    chunk("tEXt", "Raw profile type exif\0SECRET"),
    chunk("tEXt", "Title\0Title stays"),
    chunk("caBX", "SECRET"),
  );
  const tags: [number, number, Buffer][] = [
    [0x02bc, 1, xmp],
    [0x83bb, 7, caption],
  ];
  const psd = [Buffer.from("8BPS"), Buffer.alloc(26), Buffer.from([0, 0, 0, 60]), resourcesOf(caption)];
  const pictures: [type: string, bytes: Buffer][] = [
    ["image/png", png],
    ["image/webp", webpOf(["VP8L", Buffer.from("pixels")], ["EXIF", tiffOf()], ["XMP ", xmp])],
    ["image/webp", webpOf(["EXIF", Buffer.concat([Buffer.from("Exif\0\0"), tiffOf()])])],
    ["image/heic", heicOf(tiffOf(), xmp)],
    ["image/avif", heicOf(tiffOf({ isLittle: false }), xmp)],
    ["image/jxl", Buffer.concat([box("Exif", Buffer.alloc(4), tiffOf()), box("xml ", xmp)])],
    ["image/vnd.adobe.photoshop", Buffer.concat(psd)],
  ];
  for (const [type, given] of pictures) {
    const bytes = await shown(given, type);
    assert.deepEqual([bytes.length, bytes.includes("SECRET")], [given.length, false], type);
  }
  const bytes = await shown(png, "image/png");
  assert.ok(bytes.includes("Title stays") && bytes.includes("profile"));
  for (let at = 8; at < bytes.length;) {
    const end = at + 8 + bytes.readUInt32BE(at);
    assert.equal(crc32(bytes.subarray(at + 4, end)), bytes.readUInt32BE(end));
    at = end + 4;
  }
  const tiff = await shown(tiffOf({ more: tags }), "image/tiff");
  assert.ok(tiff.includes("MAKER SECRET note"), "a raw picture needs the note of its maker");
  assert.equal(tiff.toString("latin1").replace("MAKER SECRET", "").includes("SECRET"), false);
});

test("a part of a picture is that part of the whole, with the same tag; what has no place is as it came", async () => {
  const given = jpegs["Exif in two segments"] ?? Buffer.alloc(0);
  const sent = await sentOf(given, "image/jpeg");
  const whole = await buffer(await sent.open(0, given.length - 1));
  for (let start = 0; start < given.length; start += 13)
    assert.deepEqual(await buffer(await sent.open(start, given.length - 2)), whole.subarray(start, -1));
  assert.notEqual(sent.etag, '"original"');
  assert.equal((await sentOf(given, "image/jpeg")).etag, sent.etag);
  for (const [type, bytes] of [
    ["image/jpeg", jpegOf([segment(0xe0, "JFIF\0")])],
    ["image/png", pngOf(chunk("gAMA", "gamma"))],
    ["image/webp", webpOf(["VP8L", Buffer.from("pixels")])],
  ] as const)
    assert.equal((await sentOf(bytes, type)).etag, '"original"', type);
});

test("pictures cut at any place, or with any byte changed, are answered, and never with what they had whole", async () => {
  const exif = segment(0xe1, "Exif\0\0", tiffOf());
  const pictures: [type: string, bytes: Buffer][] = [
    [
      "image/jpeg",
      jpegOf([exif, segment(0xe1, XMP, xmp), segment(0xed, "Photoshop 3.0\0", resourcesOf(caption))]),
    ],
    ["image/png", pngOf(chunk("eXIf", tiffOf()), chunk("iTXt", "XML:com.adobe.xmp\0\0\0\0\0"))],
    ["image/webp", webpOf(["EXIF", tiffOf()], ["XMP ", xmp])],
    ["image/heic", heicOf(tiffOf(), xmp)],
    [
      "image/gif",
      Buffer.concat([
        Buffer.from("GIF89a"),
        Buffer.alloc(7),
        Buffer.from("!\xff\x0bXMP DataXMP", "latin1"),
        xmp,
      ]),
    ],
    ["image/tiff", tiffOf()],
  ];
  for (const [type, given] of pictures) {
    for (let at = 12; at < given.length; at += 1) {
      const part = given.subarray(0, at);
      assert.equal((await shown(part, type, 4_096)).length, at, `${type} ${at}`);
      const changed = Buffer.from(given);
      changed[at] = [0, 0x7f, 0xff][at % 3] ?? 0;
      assert.equal((await shown(changed, type, 4_096)).length, given.length, `${type} ${at}`);
    }
  }
});

test("pictures of endless small parts are gone through, or answered blank", async () => {
  const many = (part: Buffer, count: number) => Buffer.concat(Array.from({ length: count }, () => part));
  const start = Buffer.from([0xff, 0xd8]);
  for (const [type, bytes] of [
    ["image/jpeg", Buffer.concat([start, many(segment(0xe5), 300_000)])],
    ["image/jpeg", Buffer.concat([start, Buffer.alloc(3_000_000, 0xff)])],
    ["image/jpeg", many(start, 1_000_000)],
    ["image/jpeg", many(jpegOf([]), 10_000)],
    ["image/png", Buffer.concat([pngOf().subarray(0, 8), many(chunk("prVt", ""), 300_000)])],
    ["image/heic", many(box("free"), 500_000)],
    [
      "image/gif",
      Buffer.concat([
        Buffer.from("GIF89a"),
        Buffer.alloc(7),
        many(Buffer.from("!\xfe\x00", "latin1"), 500_000),
      ]),
    ],
    ["image/jpeg", jpegOf([segment(0xe1, XMP, "<a ".repeat(20_000))])],
    [
      "image/tiff",
      Buffer.concat([Buffer.from("II*\0\x08\0\0\0\xff\xff", "latin1"), Buffer.alloc(900_000, 8)]),
    ],
  ] as const)
    assert.equal((await shown(bytes, type, 65_536)).length, bytes.length, type);
});
