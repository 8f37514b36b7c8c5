import { addressOf } from "../../people/address.ts";

/** Bytes of a head that are looked at, and addresses that are looked up. */
const HEAD_BYTES_MAX = 262_144;
const ADDRESSES_MAX = 50;
const ADDRESS_CHARS_MAX = 254;

/** Fields that say whose a mail is, in the order in which they are believed. */
const fields = ["delivered-to", "to", "cc"];

/**
 * Addresses to which a mail may have come, folded, in the order in which they are believed. Nothing is known yet of who
 * sent these bytes: three fields of the head are looked for and cut at their blanks and brackets, no more.
 */
export function recipientsIn(mail: Buffer): string[] {
  const lines = headOf(mail.subarray(0, HEAD_BYTES_MAX).toString("utf8")).split("\n");
  const found = fields.flatMap((field) => valuesOf(lines, field));
  const words = found.flatMap((value) => value.split(/[\s<>,;:"()]/));
  const addresses = words.filter((word) => word.includes("@") && word.length <= ADDRESS_CHARS_MAX);
  return [...new Set(addresses)].slice(0, ADDRESSES_MAX).flatMap((address) => foldedEmail(address) ?? []);
}

/** An e-mail address, folded; undefined for anything else. */
export function foldedEmail(text: string): string | undefined {
  const found = addressOf(text);
  return found?.kind === "email" ? found.folded : undefined;
}

function headOf(text: string): string {
  const head = text.replaceAll("\r\n", "\n");
  const end = head.indexOf("\n\n");
  return end < 0 ? head : head.slice(0, end);
}

/** The values of a field, a line that begins with a blank being the rest of the one before. */
function valuesOf(lines: readonly string[], field: string): string[] {
  const values: string[] = [];
  let isInside = false;
  for (const line of lines) {
    if (isInside && /^[ \t]/.test(line)) {
      values.push(line);
      continue;
    }
    isInside = line.slice(0, field.length + 1).toLowerCase() === `${field}:`;
    if (isInside) values.push(line.slice(field.length + 1));
  }
  return values;
}
