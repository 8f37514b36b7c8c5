import { isDate, isInstant } from "@jst/query";
import type { Issues } from "./issues.ts";
import { Decimal, isObject, readNumber, textIn, type Json } from "./json.ts";

/** Reads one element: the value where it is right or can be repaired, else undefined with an issue. */
export type Shape = (value: unknown, path: string, issues: Issues) => unknown;

const PARTIAL = /^(?!0000)\d{4}(?:-(?:0[1-9]|1[0-2]))?$/;

/** True for a date as FHIR writes one: a day, a month or a year. */
export function isPartialDate(text: string): boolean {
  return PARTIAL.test(text) || isDate(text);
}

export const text: Shape = (value, path, issues) => {
  if (typeof value === "string") return textIn(value) ?? undefined;
  issues.add(path, "invalid_type");
  return undefined;
};

export const boolean: Shape = (value, path, issues) => {
  if (typeof value === "boolean") return value;
  const isWritten = value === "true" || value === "false";
  issues.add(path, isWritten ? "repaired" : "invalid_type");
  return isWritten ? value === "true" : undefined;
};

/** A number with the digits that it was written with, also one in quotes. */
export const number: Shape = (value, path, issues) => {
  const quoted =
    typeof value === "string" ? /^\s*(-?(?:0|[1-9]\d*)(?:\.\d+)?)\s*$/.exec(value)?.[1] : undefined;
  const written = quoted === undefined ? value : new Decimal(quoted);
  const read = readNumber(written);
  if (read === undefined) issues.add(path, written instanceof Decimal ? "too_long" : "invalid_type");
  else if (quoted !== undefined) issues.add(path, "repaired");
  return read;
};

/** A number without a fraction. */
export const integer: Shape = (value, path, issues) => {
  const read = number(value, path, issues);
  if (!(read instanceof Decimal) || /^-?\d+$/.test(read.text)) return read;
  const isWhole = /^-?\d+\.0+$/.test(read.text);
  issues.add(path, isWhole ? "repaired" : "invalid_type");
  return isWhole ? new Decimal(read.text.replace(/\.0+$/, "")) : undefined;
};

/** A time of day; one without seconds is at the minute. */
export const time: Shape = (value, path, issues) => {
  const written = textIn(value)?.trim() ?? "";
  const [, minute, second = ":00"] = /^((?:[01]\d|2[0-3]):[0-5]\d)(:[0-5]\d(?:\.\d+)?)?$/.exec(written) ?? [];
  const read = minute === undefined ? undefined : `${minute}${second}`;
  if (read !== value) issues.add(path, read === undefined ? "invalid_date" : "repaired");
  return read;
};

/** A date, dateTime or instant as it was written; of a time without a zone the day alone is sure. */
export const moment: Shape = (value, path, issues) => {
  const written = textIn(value);
  if (written === null) return text(value, path, issues);
  if (isPartialDate(written) || isInstant(written)) return written;
  const day = /^(\d{4}-\d{2}-\d{2})[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?$/.exec(
    written,
  )?.[1];
  const isSure = day !== undefined && isDate(day);
  issues.add(path, isSure ? "repaired" : "invalid_date");
  return isSure ? day : undefined;
};

/** One of the words, whatever its case and its blanks are. */
export function word(words: readonly string[]): Shape {
  return (value, path, issues) => {
    if (typeof value === "string" && words.includes(value)) return value;
    const found = typeof value === "string" ? similarWord(value, words) : undefined;
    issues.add(path, found === undefined ? "unknown_code" : "repaired");
    return found;
  };
}

/** The word that the text is but for case, blanks and underscores. */
export function similarWord(written: string, words: readonly string[]): string | undefined {
  const plain = written
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, "-");
  return words.find((one) => one.toLowerCase() === plain);
}

/** A list without what cannot be read; an element alone is a list of one. */
export function list(of: Shape): Shape {
  return (value, path, issues) => {
    if (!Array.isArray(value)) {
      const alone = of(value, path, issues);
      if (alone === undefined) return undefined;
      issues.add(path, "repaired");
      return [alone];
    }
    const read = value.flatMap((one: unknown, place) => {
      const element = one == null ? undefined : of(one, `${path}[${place}]`, issues);
      return element === undefined ? [] : [element];
    });
    return read.length === 0 ? undefined : read;
  };
}

/** An element that says something else without one of its members: all of it is read, or nothing. */
export function whole(shape: Shape): Shape {
  return (value, path, issues) => {
    const { unread } = issues;
    const read = shape(value, path, issues);
    return issues.unread === unread ? read : undefined;
  };
}

/** An element of these members; others are passed over. */
export function members(shapes: Readonly<Record<string, Shape>>): Shape {
  return (value, path, issues) => {
    if (!isObject(value)) {
      issues.add(path, "invalid_type");
      return undefined;
    }
    const read: Json = {};
    for (const [name, shape] of Object.entries(shapes)) {
      const member = value[name];
      if (member == null) continue;
      const found = shape(member, path === "" ? name : `${path}.${name}`, issues);
      if (found !== undefined) read[name] = found;
    }
    return Object.keys(read).length === 0 ? undefined : read;
  };
}
