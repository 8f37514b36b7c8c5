import { ScalarType, type DescField } from "@bufbuild/protobuf";
import type { FieldRules } from "./options.ts";

/** A JSON Schema, or a part of one. */
export type Schema = Record<string, unknown>;

/** A rule's part of the schema; undefined for a rule that has no translation. */
type Translate = (value: unknown) => Schema | undefined;

const number: (keyword: string) => Translate = (keyword) => (value) => ({ [keyword]: Number(value) });
const format: (name: string) => Translate = (name) => (value) =>
  value === true ? { format: name } : undefined;

const STRING: Record<string, Translate> = {
  const: (value) => ({ const: value }),
  len: (value) => ({ minLength: Number(value), maxLength: Number(value) }),
  min_len: number("minLength"),
  max_len: number("maxLength"),
  pattern: (value) => ({ pattern: value }),
  in: (value) => ({ enum: value }),
  uuid: format("uuid"),
  email: format("email"),
  uri: format("uri"),
  hostname: format("hostname"),
  ipv4: format("ipv4"),
  ipv6: format("ipv6"),
};
const NUMBER: Record<string, Translate> = {
  const: (value) => ({ const: Number(value) }),
  gt: number("exclusiveMinimum"),
  gte: number("minimum"),
  lt: number("exclusiveMaximum"),
  lte: number("maximum"),
  in: (value) => ({ enum: (value as unknown[]).map(Number) }),
};
const BOOL: Record<string, Translate> = { const: (value) => ({ const: value }) };

/** JSON type of a scalar; 64-bit integers are JSON integers here, never texts. */
export function scalarSchema(scalar: ScalarType): Schema {
  switch (scalar) {
    case ScalarType.STRING:
      return { type: "string" };
    // A part of a form that has a file in it.
    case ScalarType.BYTES:
      return { type: "string", format: "binary" };
    case ScalarType.BOOL:
      return { type: "boolean" };
    case ScalarType.DOUBLE:
    case ScalarType.FLOAT:
      return { type: "number" };
    default:
      return { type: "integer" };
  }
}

/** Keywords of a scalar's rules. A rule that has none is reported: it would promise what nobody checks. */
export function scalarRules(rules: FieldRules | undefined, unsupported: string[]): Schema {
  const schema: Schema = {};
  for (const [type, members] of Object.entries(rules ?? {})) {
    if (type === "required" || type === "repeated" || type === "map") continue;
    const table = type === "string" ? STRING : type === "bool" ? BOOL : NUMBER;
    if (typeof members !== "object" || members === null) {
      unsupported.push(type);
      continue;
    }
    for (const [rule, value] of Object.entries(members)) {
      const part = Object.hasOwn(table, rule) ? table[rule]?.(value) : undefined;
      if (part) Object.assign(schema, part);
      else unsupported.push(`${type}.${rule}`);
    }
  }
  return schema;
}

const LIST: Record<string, Translate> = {
  min_items: number("minItems"),
  max_items: number("maxItems"),
  unique: (value) => (value === true ? { uniqueItems: true } : undefined),
};
const MAP: Record<string, Translate> = {
  min_pairs: number("minProperties"),
  max_pairs: number("maxProperties"),
};

/** Keywords of a list's or map's own rules; those of its items, keys and values are theirs. */
export function containerRules(field: DescField, rules: FieldRules, unsupported: string[]): Schema {
  const isList = field.fieldKind === "list";
  const schema: Schema = {};
  for (const [rule, value] of Object.entries((isList ? rules.repeated : rules.map) ?? {})) {
    if (rule === "items" || rule === "keys" || rule === "values") continue;
    const table = isList ? LIST : MAP;
    const part = Object.hasOwn(table, rule) ? table[rule]?.(value) : undefined;
    if (part) Object.assign(schema, part);
    else unsupported.push(`${isList ? "repeated" : "map"}.${rule}`);
  }
  return schema;
}
