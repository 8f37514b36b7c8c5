import pg from "pg";
import { BinaryArray } from "./binary-array.ts";

/** Decoder of a column's text into JavaScript. */
export type Decode = (text: string) => unknown;

/** A parameter as the wire takes it: text, bytes or null. */
export type Encoded = string | Buffer | BinaryArray | null;

const asText: Decode = (text) => text;

// Types whose JavaScript twin would lose something: microseconds, or the day where the zone differs.
const keptAsText = new Set<number>([
  pg.types.builtins.TIMESTAMPTZ,
  pg.types.builtins.TIMESTAMP,
  pg.types.builtins.DATE,
  pg.types.builtins.INTERVAL,
  1115, // timestamp[]
  1185, // timestamptz[]
  1182, // date[]
]);

// The declared parameter is an enumeration of the known types; every other number gives a parser of plain text.
const textParserOf = pg.types.getTypeParser as (typeId: number) => Decode;

/** Returns the decoder of a type's values. */
export function decoderOf(typeId: number): Decode {
  if (keptAsText.has(typeId)) return asText;
  return textParserOf(typeId);
}

/**
 * Encodes a parameter. Arrays become PostgreSQL arrays and other objects JSON, so a JSON array must be passed
 * as text already.
 */
export function encodeValue(value: unknown): Encoded {
  switch (typeof value) {
    case "string":
      return value;
    case "undefined":
      return null;
    case "number":
    case "bigint":
    case "boolean":
      return String(value);
    case "object":
      return value === null ? null : encodeObject(value);
    default:
      throw new TypeError(`A ${typeof value} cannot be a parameter of a statement.`);
  }
}

function encodeObject(value: object): Encoded {
  if (Buffer.isBuffer(value)) return value;
  if (value instanceof BinaryArray) return value;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return arrayLiteral(value);
  return JSON.stringify(value);
}

function arrayLiteral(values: readonly unknown[]): string {
  return `{${values.map(arrayElement).join(",")}}`;
}

function arrayElement(value: unknown): string {
  if (Array.isArray(value)) return arrayLiteral(value);
  const encoded = encodeValue(value);
  if (encoded === null) return "NULL";
  if (encoded instanceof BinaryArray) throw new TypeError("An array of this kind is a parameter of its own.");
  const text = typeof encoded === "string" ? encoded : `\\x${encoded.toString("hex")}`;
  return `"${text.replaceAll(/[\\"]/g, "\\$&")}"`;
}
