import { getFileNameLowLevel, type Entry } from "yauzl";

/** Why an entry is not unpacked. */
export type SkipReason =
  | "unsafe_path"
  | "absolute_path"
  | "symlink"
  | "nested_archive"
  | "encrypted"
  | "too_large"
  | "ratio"
  | "bad_name"
  | "unreadable";

/** The entry's name is in UTF-8 (APPNOTE 4.4.4), else in code page 437. */
const IN_UTF8 = 0x800;
/** Systems whose programs write UTF-8 without saying so: Unix and macOS (APPNOTE 4.4.2). */
const UNIX: readonly number[] = [3, 19];
const SEGMENT_BYTES_MAX = 255;
const FOLDERS_MAX = 16;
const SHOWN_MAX = 1_000;
/** Controls, and those that turn the direction of writing. */
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** Where an entry is to be kept. */
export interface EntryPlace {
  /** In NFC, without the name. */
  folders: string[];
  name: string;
}

/** An entry's name as it is shown, slashes for backslashes; undefined where it is said to be UTF-8, and is not. */
export function nameOf(entry: Entry): string | undefined {
  const { fileNameRaw: bytes, generalPurposeBitFlag: flags, versionMadeBy } = entry;
  const isNamed = (flags & IN_UTF8) !== 0;
  const name = isNamed || UNIX.includes(versionMadeBy >>> 8) ? inUtf8(bytes) : undefined;
  return isNamed ? name : (name ?? getFileNameLowLevel(0, bytes, [], false));
}

function inUtf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes).replaceAll("\\", "/");
  } catch {
    return undefined;
  }
}

/** A name as a reply shows it, whatever it is made of. */
export function shownName(entry: Entry): string {
  const name = nameOf(entry) ?? entry.fileNameRaw.toString("latin1");
  // JSON that is stored holds neither.
  return name.slice(0, SHOWN_MAX).toWellFormed().replaceAll("\0", "\u{fffd}");
}

/** Where an entry of this name goes, or why it goes nowhere (files.entries). */
export function placeOf(name: string | undefined): EntryPlace | SkipReason {
  if (name === undefined) return "bad_name";
  const segments = name.split("/");
  if (segments.includes("..")) return "unsafe_path";
  if (name.startsWith("/") || /^[a-z]:/i.test(name)) return "absolute_path";
  const kept = segments
    .filter((segment) => segment !== "" && segment !== ".")
    .map((one) => one.normalize("NFC"));
  const last = kept.pop();
  const isBad =
    last === undefined ||
    UNSEEN.test(name) ||
    kept.length > FOLDERS_MAX ||
    [...kept, last].some((segment) => Buffer.byteLength(segment) > SEGMENT_BYTES_MAX);
  return isBad ? "bad_name" : { folders: kept, name: last };
}

/** Equal for names that one folder of a system without case would not hold beside each other. */
export function foldedPlace({ folders, name }: EntryPlace): string {
  return [...folders, name].join("/").toLowerCase().toUpperCase().toLowerCase();
}
