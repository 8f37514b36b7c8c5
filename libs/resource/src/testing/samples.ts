import { randomUUID } from "node:crypto";
import type { DeclaredFacts, Member } from "../declaration.ts";

/** A part of a JSON Schema, as the generator writes it. */
export interface Schema {
  type?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  anyOf?: Schema[];
  examples?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
}

/** Values that a test gives in place of those made from the schema: a member of the team, a contact that is there. */
export type Given = Readonly<Record<string, readonly [unknown, unknown]>>;

/** Two different values of every writable member that its schema takes. */
export function samplesOf(
  { members }: DeclaredFacts,
  created: Schema,
  given: Given,
): Map<string, [unknown, unknown]> {
  const writable = members.filter(({ isWritable }) => isWritable === true);
  return new Map(
    writable.map((member) => {
      const sent = created.properties?.[member.name] ?? {};
      // Null leaves a member empty: the other alternative says what it is.
      const schema = sent.anyOf?.[0] ?? sent;
      const values = given[member.name] ?? pairOf(member, schema);
      return [member.name, [values[0], values[1]]];
    }),
  );
}

function pairOf({ kind, name, values = [] }: Member, schema: Schema): [unknown, unknown] {
  switch (kind) {
    case "select":
      return [values[0], values[1] ?? values[0]];
    case "uuid":
      return [randomUUID(), randomUUID()];
    case "uuids":
      return [[randomUUID()], [randomUUID(), randomUUID()]];
    case "date":
      return ["2030-01-31", "2031-02-28"];
    case "datetime":
      return ["2030-01-31T12:00:00.000Z", "2031-02-28T23:59:59.500Z"];
    case "boolean":
      return [true, false];
    case "number": {
      const least = Math.max(schema.minimum ?? 1, 0);
      return [least, Math.min(least + 1, schema.maximum ?? Infinity)];
    }
    case "texts":
      return [["one"], ["two", "three"]];
    case "free":
      return [{ a: 1 }, { b: [true, null] }];
    case "object":
      return [{}, {}];
    case "objects":
      return [[], []];
    case "text": {
      const [example = `${name} one`] = (schema.examples ?? []) as string[];
      return [example, schema.pattern === undefined ? `${name} two` : example];
    }
  }
}

/** Another spelling of a value that is stored in the same form; undefined for a kind that has none. */
export function respelled({ kind, isTrimmed }: Member, value: unknown): unknown {
  if (typeof value !== "string") return undefined;
  if (kind === "uuid") return value.toUpperCase();
  if (kind === "text" && isTrimmed === true) return ` ${value}\t`;
  if (kind !== "datetime") return undefined;
  const shifted = new Date(new Date(value).getTime() + 3_600_000).toISOString();
  return shifted.replace("Z", "+01:00");
}

/** A body that its schema refuses, with the code of the fault and where it is. */
export interface Refused {
  body: Record<string, unknown>;
  field: string;
}

/** For each annotation of each member one body that breaks it and nothing else. */
export function refusedBodies(base: object, schema: Schema): Refused[] {
  const members = Object.entries(schema.properties ?? {});
  const broken = members.flatMap(([field, member]) =>
    brokenValues(member).map((value) => ({ field, body: { ...base, [field]: value } })),
  );
  const missing = (schema.required ?? []).map((field) => ({
    field,
    body: Object.fromEntries(Object.entries(base).filter(([name]) => name !== field)),
  }));
  return [...broken, ...missing, { field: "moon", body: { ...base, moon: 1 } }];
}

function brokenValues(schema: Schema): unknown[] {
  const [first = schema] = (schema.anyOf ?? []).filter(({ type }) => type !== "null");
  const wrongType = first.type === "string" ? 17 : "x";
  const isNullable = (schema.anyOf ?? []).some(({ type }) => type === "null");
  return [
    wrongType,
    ...(isNullable ? [] : [null]),
    ...(first.enum === undefined ? [] : ["no such value"]),
    ...(first.format === undefined ? [] : ["neither"]),
    ...(first.maxLength === undefined ? [] : ["x".repeat(first.maxLength + 1)]),
    ...(first.minLength === undefined || first.minLength === 0 ? [] : ["x".repeat(first.minLength - 1)]),
    ...(first.maximum === undefined ? [] : [first.maximum + 1]),
    ...(first.minimum === undefined ? [] : [first.minimum - 1]),
    ...(first.maxItems === undefined ? [] : [Array.from({ length: first.maxItems + 1 }, (_, n) => `x${n}`)]),
    ...(first.minItems === undefined ? [] : [Array.from({ length: first.minItems - 1 }, () => "x")]),
    ...(first.items?.enum === undefined ? [] : [["no such value"]]),
    ...(first.items === undefined ? [] : [[first.items.type === "string" ? 17 : "x"]]),
  ];
}
