import { encrypted } from "./archive.ts";
import type { Bytes } from "./bytes.ts";
import { decoded, type Encoding } from "./encoding.ts";
import { SourceRefused } from "./source.ts";

/** Kinds of texts: lines of JSON, cards of people, and rows of cells. */
export type TextKind = "json_lines" | "vcf" | "rows";

/** Compound files: workbooks before 2007, and all files that Excel encrypts. */
const COMPOUND = Buffer.from("d0cf11e0a1b11ae1", "hex");
const wide = (name: string): Buffer => Buffer.from(name, "utf16le");
const ENCRYPTED = wide("EncryptedPackage");

/** First bytes of files that people send by mistake. */
const OTHERS: readonly (readonly [name: string, start: Buffer])[] = [
  ["a PDF", Buffer.from("%PDF-")],
  ["a picture", Buffer.from("89504e47", "hex")],
  ["a picture", Buffer.from("ffd8ff", "hex")],
  ["a packed file", Buffer.from("1f8b", "hex")],
  ["a packed file", Buffer.from("377abcaf271c", "hex")],
  ["a packed file", Buffer.from("Rar!")],
  ["a packed file", Buffer.from("504b0506", "hex")],
  ["a database", Buffer.from("SQLite format 3\0")],
  ["a web page", Buffer.from("<!DOCTYPE html")],
  ["a document of XML", Buffer.from("<?xml")],
];

/** Share of control characters from which on bytes are not a text. */
const CONTROLS_MAX = 0.1;

/** Refuses bytes that are not a text, by the first of them. */
export function refuseOther(head: Buffer): void {
  if (head.subarray(0, COMPOUND.length).equals(COMPOUND)) {
    if (head.includes(ENCRYPTED)) throw encrypted();
    throw new SourceRefused(
      "unsupported_format",
      "The file has the format of a program before 2007, such as .xls of Excel, which is not read. Save it as .xlsx.",
    );
  }
  const other = OTHERS.find(([, start]) => head.subarray(0, start.length).equals(start));
  if (other !== undefined)
    throw new SourceRefused(
      "unsupported_format",
      `The file is ${other[0]}. Send one of .xlsx, .csv or .vcf.`,
    );
  const sample = head.subarray(0, 4_096);
  const controls = sample.filter((byte) => byte !== 0 && byte < 0x20 && (byte < 0x09 || byte > 0x0d)).length;
  if (controls > CONTROLS_MAX * sample.length)
    throw new SourceRefused("unreadable", "The file is not a text. Send one of .xlsx, .csv or .vcf.");
}

const SAMPLE_CHARS = 65_536;

/** Finds the kind of a text by its first characters. Throws SourceRefused for a list of JSON. */
export async function kindOf({ chunks }: Bytes, encoding: Encoding): Promise<TextKind> {
  let text = "";
  for await (const piece of decoded(chunks(), encoding)) {
    text += piece;
    if (text.length > SAMPLE_CHARS) break;
  }
  const start = text.trimStart();
  if (/^BEGIN:VCARD\s*$/im.test(start.slice(0, 32).split(/\r?\n/, 1)[0] ?? "")) return "vcf";
  if (/^\{\s*(?:"|\})/.test(start)) return "json_lines";
  if (/^\[\s*\{\s*"/.test(start))
    throw new SourceRefused("unsupported_format", "The file is one list of JSON. Write one object a line.");
  return "rows";
}
