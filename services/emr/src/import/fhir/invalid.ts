/** A resource that cannot be stored: its report says `invalid`, and which member is missing or too long. */
export class Invalid extends Error {
  readonly path: string;
  readonly code: "required" | "too_long";

  constructor(path: string, code: "required" | "too_long") {
    super(`A resource cannot be stored: ${path} is ${code}.`);
    this.path = path;
    this.code = code;
  }
}

/** Bytes of a text that an index has: two of them, with the ids beside them, are less than its row takes. */
const INDEXED_MAX = 1_000;

/** True for a text that an index takes. */
export function isIndexed(text: string): boolean {
  return Buffer.byteLength(text) <= INDEXED_MAX;
}

/** Returns the text where an index takes it; throws Invalid where it is longer than any name or number is. */
export function indexed(text: string, path: string): string {
  if (!isIndexed(text)) throw new Invalid(path, "too_long");
  return text;
}
