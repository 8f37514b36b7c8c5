import type { DescField, DescMessage } from "@bufbuild/protobuf";
import { containerRules, scalarRules, scalarSchema, type Schema } from "./field-rules.ts";
import { isFreeForm, nestedMessagesOf } from "./logical.ts";
import type { FieldRules, Options } from "./options.ts";
import { sourceOf } from "./source.ts";

/** Where a schema finds the schemas of nested messages. */
export type RefPrefix = "#/$defs/" | "#/components/schemas/";

/** Builds JSON Schemas (2020-12) from logical messages; notes every rule it cannot express. */
export class SchemaBuilder {
  readonly #options: Options;
  readonly #refPrefix: RefPrefix;
  /** Rules without a translation, by field. */
  readonly unsupported = new Map<DescField, string[]>();

  constructor(options: Options, refPrefix: RefPrefix) {
    this.#options = options;
    this.#refPrefix = refPrefix;
  }

  /** A schema that stands alone: nested messages are in its $defs. */
  standalone(message: DescMessage): Schema {
    const nested = nestedMessagesOf(message);
    if (nested.length === 0) return this.message(message);
    const $defs = Object.fromEntries(nested.map((inner) => [inner.name, this.message(inner)]));
    return { ...this.message(message), $defs };
  }

  /** The schema of one message: closed, so a misspelt member is refused rather than lost. */
  message(message: DescMessage): Schema {
    if (isFreeForm(message)) return freeForm(message);
    const required = message.fields
      .filter((field) => this.#options.rules(field).required)
      .map((field) => field.name);
    const description = sourceOf(message).comment;
    return {
      type: "object",
      ...(description === "" ? {} : { description }),
      properties: Object.fromEntries(message.fields.map((field) => [field.name, this.field(field)])),
      ...(required.length === 0 ? {} : { required }),
      additionalProperties: false,
    };
  }

  /** The schema of one member, null included where it is a value of its own. */
  field(field: DescField): Schema {
    const json = this.#options.json(field);
    const rules = this.#options.rules(field);
    const unsupported: string[] = [];
    const value = this.#value(field, rules, unsupported);
    if (json.format !== undefined) value["format"] = json.format;
    if (json.max_properties !== undefined) value["maxProperties"] = json.max_properties;
    if (unsupported.length > 0) this.unsupported.set(field, unsupported);
    const description = sourceOf(field).comment;
    return {
      // A value of any kind may be null without a word.
      ...(json.nullable && Object.keys(value).length > 0 ? { anyOf: [value, { type: "null" }] } : value),
      ...(description === "" ? {} : { description }),
      ...(field.deprecated ? { deprecated: true } : {}),
      ...(json.example === undefined ? {} : { examples: [JSON.parse(json.example)] }),
    };
  }

  #value(field: DescField, rules: FieldRules, unsupported: string[]): Schema {
    switch (field.fieldKind) {
      case "list": {
        const items = this.#single(field, rules.repeated?.items, unsupported);
        return { type: "array", items, ...containerRules(field, rules, unsupported) };
      }
      case "map": {
        const keys = scalarRules(rules.map?.keys, unsupported);
        const propertyNames = Object.keys(keys).length === 0 ? {} : { propertyNames: keys };
        const additionalProperties = this.#single(field, rules.map?.values, unsupported);
        return {
          type: "object",
          ...propertyNames,
          additionalProperties,
          ...containerRules(field, rules, unsupported),
        };
      }
      case "enum":
      case "message":
      case "scalar":
        return this.#single(field, rules, unsupported);
    }
  }

  #single(field: DescField, rules: FieldRules | undefined, unsupported: string[]): Schema {
    const message = field.message;
    if (message)
      return isFreeForm(message) ? freeForm(message) : { $ref: `${this.#refPrefix}${message.name}` };
    if (field.scalar === undefined)
      throw new Error(`${field.parent.typeName}.${field.name} is an enum; write a string with string.in`);
    return { ...scalarSchema(field.scalar), ...scalarRules(rules, unsupported) };
  }
}

function freeForm(message: DescMessage): Schema {
  if (message.name === "Struct") return { type: "object" };
  return message.name === "ListValue" ? { type: "array", items: {} } : {};
}
