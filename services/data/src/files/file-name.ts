import type { FieldError } from "@jst/errors";

/** Most bytes of a name, of a segment of a folder, and most segments. */
const NAME_BYTES_MAX = 255;
const FOLDERS_MAX = 16;

/** Controls, C0 and C1, and those that turn the direction of writing. */

const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

const CONTROL = /[\u0000-\u001f\u007f-\u009f]/u;

/** The name without folders and what is not seen, in NFC; it may be empty, or too long. */
function bareName(given: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? "";
  return last.toWellFormed().replaceAll(UNSEEN, "").normalize("NFC").trim();
}

/** True for what would name a folder, or nothing. */
function isNoName(name: string): boolean {
  return name === "" || name === "." || name === "..";
}

/** The name under which an upload is kept (files.name): there always is one. */
export function uploadedName(given: string): string {
  const name = bareName(given);
  return isNoName(name) ? "unnamed" : cut(name);
}

/** Reads a new name of a file; a missing, invalid or too long one is refused at `field`. */
export function givenName(given: string, field: string, errors: FieldError[]): string {
  const name = bareName(given);
  if (isNoName(name))
    errors.push({
      field,
      code: "required",
      message: "A file needs a name. Send a name with at least one visible character.",
    });
  if (Buffer.byteLength(name) > NAME_BYTES_MAX) errors.push(tooLong(field));
  return name;
}

/** Reads a folder as `a/b`; null for the root. An invalid folder is refused at `field`. */
export function givenFolder(given: string, field: string, errors: FieldError[]): string | null {
  const folder = given.normalize("NFC").replace(/^\/+/, "").replace(/\/+$/, "");
  if (folder === "") return null;
  const segments = folder.split("/");
  const isBad = segments.some((segment) => isNoName(segment) || /\\/.test(segment) || CONTROL.test(segment));
  if (isBad || !folder.isWellFormed()) {
    const message =
      "Must be a path such as a/b, without empty parts, parts of dots alone, backslashes or control characters.";
    errors.push({ field, code: "invalid_format", message });
  }
  if (
    segments.length > FOLDERS_MAX ||
    segments.some((segment) => Buffer.byteLength(segment) > NAME_BYTES_MAX)
  )
    errors.push(tooLong(field));
  return folder;
}

function tooLong(field: string): FieldError {
  const message = `Each name of the path can have at most ${NAME_BYTES_MAX} bytes, and a folder at most ${FOLDERS_MAX} names. Shorten the path.`;
  return { field, code: "too_long", message };
}

/** Cuts a name on the edge of a character and keeps its ending. */
function cut(name: string): string {
  if (Buffer.byteLength(name) <= NAME_BYTES_MAX) return name;
  const [ending = ""] = /\.[^.]{1,16}$/u.exec(name) ?? [];
  const stem = name.slice(0, name.length - ending.length);
  return startOf(stem, NAME_BYTES_MAX - Buffer.byteLength(ending)).trimEnd() + ending;
}

function startOf(text: string, bytesMax: number): string {
  let bytes = 0;
  let kept = "";
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > bytesMax) break;
    kept += character;
  }
  return kept;
}
