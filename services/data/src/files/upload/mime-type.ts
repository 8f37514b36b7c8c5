import { fileTypeFromBuffer } from "file-type";
import { markupOf } from "./markup.ts";

/** Types that name a text as text: these go by the rules of texts. */
const OF_TEXTS = /^(?:text\/|application\/xml$)/;

/** What texts are by the ending of their name. */
const BY_ENDING: Readonly<Record<string, string>> = {
  csv: "text/csv",
  md: "text/markdown",
  markdown: "text/markdown",
  json: "application/json",
};

/** How a ZIP archive with something in it begins. */
const ZIP_ENTRY = Buffer.from("PK\u0003\u0004", "latin1");

/** What is known of some bytes. */
export interface Sniffed {
  /** The first of them. */
  head: Buffer;
  /** All of them are text in UTF-8. */
  isText: boolean;
}

/** The media type of bytes (files.type): by the bytes alone, and of texts by their name. */
export async function mimeTypeOf({ head, isText }: Sniffed, name: string): Promise<string> {
  const markup = isText ? markupOf(head.toString("utf8")) : undefined;
  if (markup !== undefined) return markup;
  const known = await fileTypeFromBuffer(head);
  if (known !== undefined && !OF_TEXTS.test(known.mime)) return known.mime.split(";")[0] ?? known.mime;
  // Its first entry may be larger than what is looked at.
  if (head.subarray(0, 4).equals(ZIP_ENTRY)) return "application/zip";
  if (!isText) return "application/octet-stream";
  return BY_ENDING[/\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ""] ?? "text/plain";
}

/** Types of texts: they are sent with their encoding. */
export function isTextType(type: string): boolean {
  return type.startsWith("text/") || type === "application/json" || type === "image/svg+xml";
}
