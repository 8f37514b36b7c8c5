import { crc32 } from "node:zlib";
import type { Entry } from "yauzl";
import { decodedIn, type Encoding } from "./encodings.ts";

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
  | "name_taken"
  | "system_file"
  | "unreadable";

/** The entry's name is in UTF-8 (APPNOTE 4.4.4), else in code page 437. */
const IN_UTF8 = 0x800;
/** Encoding of names that say nothing of it (APPNOTE D.1). */
const DEFAULT_ENCODING = "cp437";
/** Info-ZIP Unicode Path: version, checksum of the name in the record, name in UTF-8 (APPNOTE 4.6.9). */
const UNICODE_PATH = 0x7075;
const UNICODE_PATH_HEAD_BYTES = 5;
/** Files that macOS and Windows keep for themselves beside those of people. */
const SYSTEM_FILE = /^(?:\._.*|\.DS_Store|Thumbs\.db|desktop\.ini)$/i;
const SYSTEM_FOLDER = "__MACOSX";
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

/** Name of an entry, with slashes for backslashes. */
export interface EntryName {
  /** Undefined for bytes that do not belong to their encoding. */
  name: string | undefined;
  /** Nothing says which encoding the name is in. */
  isGuessed: boolean;
}

/**
 * Reads the name of an entry (files.entry-names). Programs of every system write UTF-8 without the mark, and other code
 * pages are hardly ever UTF-8.
 */
export function nameOf(entry: Entry, encoding?: Encoding): EntryName {
  const { fileNameRaw: bytes, generalPurposeBitFlag: flags } = entry;
  const isMarked = (flags & IN_UTF8) !== 0;
  const field = unicodePath(entry);
  const given = field ?? (encoding === undefined || isMarked ? inUtf8(bytes) : slashed(bytes, encoding));
  const isGuessed = given === undefined && !isMarked && encoding === undefined;
  return { name: isGuessed ? slashed(bytes, DEFAULT_ENCODING) : given, isGuessed };
}

/** Reads the name of the Unicode Path field, which counts only while it belongs to the name in the record. */
function unicodePath({ fileNameRaw: bytes, extraFields }: Entry): string | undefined {
  const field = extraFields.find(({ id }) => id === UNICODE_PATH)?.data;
  if (field === undefined || field.length <= UNICODE_PATH_HEAD_BYTES || field.readUInt8(0) !== 1)
    return undefined;
  if (field.readUInt32LE(1) !== crc32(bytes)) return undefined;
  return inUtf8(field.subarray(UNICODE_PATH_HEAD_BYTES));
}

function inUtf8(bytes: Buffer): string | undefined {
  return slashed(bytes, "utf-8");
}

function slashed(bytes: Buffer, encoding: Encoding): string | undefined {
  return decodedIn(bytes, encoding)?.replaceAll("\\", "/");
}

/** Makes a name of an entry fit for a reply. */
export function shownName(entry: Entry, read: string | undefined): string {
  const name = read ?? entry.fileNameRaw.toString("latin1");
  // JSON that is stored holds neither.
  return name.slice(0, SHOWN_MAX).toWellFormed().replaceAll("\0", "\u{fffd}");
}

/** Finds the place of an entry with this name, or the reason for which it has none (files.entries). */
export function placeOf(name: string | undefined): EntryPlace | SkipReason {
  if (name === undefined) return "bad_name";
  const segments = name.split("/");
  if (segments.includes("..")) return "unsafe_path";
  if (name.startsWith("/") || /^[a-z]:\//i.test(name)) return "absolute_path";
  const kept = segments
    .filter((segment) => segment !== "" && segment !== ".")
    .map((one) => one.normalize("NFC"));
  const last = kept.pop();
  const isBad =
    last === undefined ||
    UNSEEN.test(name) ||
    kept.length > FOLDERS_MAX ||
    [...kept, last].some((segment) => Buffer.byteLength(segment) > SEGMENT_BYTES_MAX);
  if (isBad) return "bad_name";
  const isOfSystem = kept[0] === SYSTEM_FOLDER || SYSTEM_FILE.test(last);
  return isOfSystem ? "system_file" : { folders: kept, name: last };
}

/** Equal for names that one folder of a system without case would not hold beside each other. */
export function foldedPlace({ folders, name }: EntryPlace): string {
  return [...folders, name].join("/").toLowerCase().toUpperCase().toLowerCase();
}
