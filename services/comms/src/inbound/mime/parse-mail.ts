import { createHash } from "node:crypto";
import { storableText } from "@jst/db";
import PostalMime, { addressParser, type Attachment, type Email } from "postal-mime";
import type { IncomingFile } from "../received.ts";
import { reportOf, type Report } from "./report.ts";

/** A mail that nobody can read, or that is beyond the limits. */
export class Unreadable extends Error {}

/** Most levels of parts, bytes of headers in all, messages within messages, and files. */
const limits = { maxNestingDepth: 50, maxHeadersSize: 524_288, maxRfc822NestingDepth: 3 };
const FILES_MAX = 500;
const ADDRESSES_MAX = 1_000;
/** Longest name in events and actions of rules: a message stores as many characters. */
const NAME_CHARS_MAX = 255;
const SUBJECT_CHARS_MAX = 998;

/** Mail that was parsed: texts are decoded, addresses are as they are written. */
export interface ParsedMail {
  /** Message-ID; of a mail without one the SHA-256 of its bytes. */
  name: string;
  from: { name: string; address: string }[];
  /** Addresses of To and Cc. */
  to: string[];
  subject: string | null;
  /** Text; of a mail of HTML alone the text of that. */
  text: string | null;
  html: string | null;
  files: IncomingFile[];
  /** Auto-Submitted is there and says something else than no. */
  isAutomatic: boolean;
  /** The envelope named nobody whom an answer reaches. */
  isFromNobody: boolean;
  report: Report | null;
}

/**
 * Reads a mail. Throws Unreadable where a limit is passed; bad charsets, encodings and boundaries are read as they may
 * be.
 */
export async function parseMail(bytes: Uint8Array): Promise<ParsedMail> {
  const mail = await PostalMime.parse(bytes, limits).catch((cause: unknown) => {
    throw new Unreadable("the mail is beyond the limits", { cause });
  });
  const { attachments } = mail;
  if (attachments.length > FILES_MAX) throw new Unreadable("the mail has too many files");
  const values = (key: string) => mail.headers.filter((one) => one.key === key).map(({ value }) => value);
  return {
    name: mail.messageId?.trim() || createHash("sha256").update(bytes).digest("hex"),
    from: mailboxes(values("from")),
    to: mailboxes([...values("to"), ...values("cc")]).map(({ address }) => address),
    subject: mail.subject === undefined ? null : cut(mail.subject, SUBJECT_CHARS_MAX),
    text: await textOf(mail),
    html: mail.html ?? null,
    files: attachments.map(fileOf),
    isAutomatic: values("auto-submitted").some((value) => !/^\s*no\s*(?:[;(]|$)/i.test(value)),
    isFromNobody: values("return-path").some((value) => /^\s*(?:<\s*>)?\s*$/.test(value)),
    report: await reportOf(mail),
  };
}

/** Every mailbox of some fields, those of groups too. */
function mailboxes(values: readonly string[]): { name: string; address: string }[] {
  return values
    .flatMap((value) => addressParser(value, { flatten: true }))
    .flatMap(({ name, address }) => (address === undefined || address === "" ? [] : [{ name, address }]))
    .slice(0, ADDRESSES_MAX)
    .map(({ name, address }) => ({ name: cut(name, NAME_CHARS_MAX), address }));
}

/** As much of a text as is kept, as PostgreSQL takes it: an encoded word may have a NUL. */
const cut = (text: string, most: number): string => storableText(text.slice(0, most));

function fileOf({ filename, mimeType, content }: Attachment): IncomingFile {
  const size_bytes = typeof content === "string" ? Buffer.byteLength(content) : content.byteLength;
  const [name, type] = [filename ?? "", mimeType].map((text) => cut(text, NAME_CHARS_MAX));
  return { filename: name || "file", content_type: type || "application/octet-stream", size_bytes };
}

/** The library makes a text of HTML where it stands beside a text: so HTML alone is put beside an empty one. */
async function textOf({ text, html }: Email): Promise<string | null> {
  if (text !== undefined) return text;
  if (html === undefined) return null;
  const shown = withoutStyles(html);
  const beside = [
    "Content-Type: multipart/mixed; boundary=part",
    "",
    "--part",
    "Content-Type: text/plain",
    "",
    "",
    "--part",
    "Content-Type: text/html; charset=utf-8",
    "Content-Transfer-Encoding: base64",
    "",
    Buffer.from(shown).toString("base64"),
    "--part--",
    "",
  ];
  return (await PostalMime.parse(beside.join("\r\n"))).text?.trim() ?? null;
}

/** The library leaves out what scripts say, and shows what styles say. */
function withoutStyles(html: string): string {
  const [before = "", ...styled] = html.split(/<style\b/i);
  const after = styled.map((one) => {
    const end = one.search(/<\/style\b/i);
    return end < 0 ? "" : one.slice(end).replace(/^[^>]*>?/, "");
  });
  return [before, ...after].join("");
}
