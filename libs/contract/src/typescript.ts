import { ScalarType, type DescField, type DescMessage } from "@bufbuild/protobuf";
import { isFreeForm } from "./logical.ts";
import type { FieldRules, Options } from "./options.ts";
import { sourceOf } from "./source.ts";

/** The TypeScript interface of a logical message; it says what its JSON Schema says. */
export function interfaceOf(message: DescMessage, options: Options): string {
  const members = message.fields.map((field) => memberOf(field, options));
  const body = members.length === 0 ? "" : `\n${members.join("\n")}\n`;
  return `${docOf(sourceOf(message).comment, "")}export interface ${message.name} {${body}}\n`;
}

function memberOf(field: DescField, options: Options): string {
  const rules = options.rules(field);
  const type = typeOf(field, rules) + (options.json(field).nullable ? " | null" : "");
  return `${docOf(sourceOf(field).comment, "  ")}  ${field.name}${rules.required ? "" : "?"}: ${type};`;
}

function typeOf(field: DescField, rules: FieldRules): string {
  switch (field.fieldKind) {
    case "list": {
      const item = singleType(field, rules.repeated?.items);
      return item.includes(" ") && !item.endsWith(">") ? `(${item})[]` : `${item}[]`;
    }
    case "map":
      return mapType(rules, singleType(field, rules.map?.values));
    case "enum":
    case "message":
    case "scalar":
      return singleType(field, rules);
  }
}

/** Keys that are listed may be there; nothing else may. */
function mapType(rules: FieldRules, value: string): string {
  const { in: keys } = (rules.map?.keys?.["string"] ?? {}) as { in?: string[] };
  if (!keys) return `Record<string, ${value}>`;
  return `Partial<Record<${keys.map((key) => JSON.stringify(key)).join(" | ")}, ${value}>>`;
}

function singleType(field: DescField, rules: FieldRules | undefined): string {
  const message = field.message;
  if (message) return isFreeForm(message) ? freeFormType(message) : message.name;
  const { in: allowed, const: only } = (rules?.["string"] ?? rules?.["bool"] ?? {}) as {
    in?: string[];
    const?: unknown;
  };
  if (only !== undefined) return JSON.stringify(only);
  if (allowed) return allowed.map((value) => JSON.stringify(value)).join(" | ");
  if (field.scalar === ScalarType.STRING || field.scalar === ScalarType.BYTES) return "string";
  return field.scalar === ScalarType.BOOL ? "boolean" : "number";
}

function freeFormType(message: DescMessage): string {
  if (message.name === "Struct") return "Record<string, unknown>";
  return message.name === "ListValue" ? "unknown[]" : "unknown";
}

/** A doc comment, or nothing for an empty text. */
export function docOf(text: string, indent: string): string {
  return text === "" ? "" : `${indent}/** ${text.replaceAll("*/", "* /")} */\n`;
}
