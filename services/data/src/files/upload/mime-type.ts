import { fileTypeFromBuffer } from "file-type";
import { markupOf } from "./markup.ts";

/** Types that name a text as text: these go by the rules of texts. */
const OF_TEXTS = /^(?:text\/|application\/xml$)/;

/** Types of texts by the ending of their name. */
const BY_ENDING: Readonly<Record<string, string>> = {
  csv: "text/csv",
  tsv: "text/tab-separated-values",
  md: "text/markdown",
  markdown: "text/markdown",
  json: "application/json",
};

/** Types of texts by how they begin, whatever their name. */
const BY_BEGINNING: readonly [RegExp, string][] = [
  [/^\ufeff?BEGIN:VCALENDAR\r?\n/i, "text/calendar"],
  [/^\ufeff?BEGIN:VCARD\r?\n/i, "text/vcard"],
];

/** Message of RFC 5322: it begins with a field of a head. */
const MAIL = "message/rfc822";
const MAIL_HEAD = /^(?:From .*\r?\n)?[!-9;-~]+:[ \t\r\n]/;

/** Documents of compound files, by the name of a stream in them and by the ending of their name. */
const COMPOUND: readonly [stream: string, ending: string, type: string][] = [
  ["WordDocument", "doc", "application/msword"],
  ["Workbook", "xls", "application/vnd.ms-excel"],
  ["PowerPoint Document", "ppt", "application/vnd.ms-powerpoint"],
  ["__properties_version1.0", "msg", "application/vnd.ms-outlook"],
  ["VisioDocument", "vsd", "application/vnd.visio"],
];

/** Documents of iWork, by the name of an entry that only they have and by the ending of their name. */
const IWORK: readonly [entry: RegExp, ending: string, type: string][] = [
  [/Index\/(?:Master)?Slide/, "key", "application/vnd.apple.keynote"],
  [/Index\/(?:CalculationEngine|Tables\/)/, "numbers", "application/vnd.apple.numbers"],
  [/(?!)/, "pages", "application/vnd.apple.pages"],
];

/** How a ZIP archive with something in it begins. */
const ZIP_ENTRY = Buffer.from("PK\u0003\u0004", "latin1");

/** Facts known about some bytes. */
export interface Sniffed {
  /** The first of them. */
  head: Buffer;
  /** The charset of all of them; undefined for bytes that are not text. */
  charset: string | undefined;
}

/**
 * Answers the media type of bytes (files.type): by the bytes alone, and of texts by their name. A text in another
 * charset than UTF-8 has that charset as a parameter.
 */
export async function mimeTypeOf({ head, charset }: Sniffed, name: string): Promise<string> {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  // A format may begin as the mark of UTF-16 does, but does not stay text up to its end.
  if (!isMarkedUtf16(head, charset)) {
    const markup = charset === "utf-8" ? markupOf(head.toString("utf8")) : undefined;
    const known = markup ?? (await knownType(head, ending));
    if (known !== undefined) return known;
  }
  if (charset === undefined) return "application/octet-stream";
  const text = new TextDecoder(charset).decode(head);
  const type = textType(text, ending);
  return charset === "utf-8" || type === MAIL ? type : `${type}; charset=${charset}`;
}

/** True for a text that begins with a mark of UTF-16. */
function isMarkedUtf16(head: Buffer, charset: string | undefined): boolean {
  return (
    charset?.startsWith("utf-16") === true && /^(?:\xff\xfe|\xfe\xff)/.test(head.toString("latin1", 0, 2))
  );
}

function textType(text: string, ending: string): string {
  const begun = BY_BEGINNING.find(([pattern]) => pattern.test(text))?.[1] ?? markupOf(text);
  if (begun !== undefined) return begun;
  return ending === "eml" && MAIL_HEAD.test(text) ? MAIL : (BY_ENDING[ending] ?? "text/plain");
}

/** Answers the type of a format that is not text. */
async function knownType(head: Buffer, ending: string): Promise<string | undefined> {
  const known = (await fileTypeFromBuffer(head))?.mime.split(";")[0];
  if (known === "application/x-cfb") return compoundType(head, ending);
  if (known !== undefined && !OF_TEXTS.test(known)) return iworkType(known, head, ending);
  // Its first entry may be larger than what is looked at.
  return head.subarray(0, 4).equals(ZIP_ENTRY) ? "application/zip" : undefined;
}

/** A directory beyond the head leaves the ending to tell. */
function compoundType(head: Buffer, ending: string): string {
  const inHead = COMPOUND.find(([stream]) => head.includes(Buffer.from(stream, "utf16le")));
  return (inHead ?? COMPOUND.find(([, own]) => own === ending))?.[2] ?? "application/x-cfb";
}

function iworkType(known: string, head: Buffer, ending: string): string {
  if (!IWORK.some(([, , type]) => type === known)) return known;
  const entries = head.toString("latin1");
  const found = IWORK.find(([, own]) => own === ending) ?? IWORK.find(([entry]) => entry.test(entries));
  return found?.[2] ?? known;
}

/** True for types of texts: these are sent with their charset. */
export function isTextType(type: string): boolean {
  return /^(?:text\/|application\/json\b|image\/svg\+xml\b)/.test(type);
}
