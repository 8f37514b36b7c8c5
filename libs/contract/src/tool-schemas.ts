import type { DescField, DescMessage } from "@bufbuild/protobuf";
import type { Schema } from "./field-rules.ts";
import { SchemaBuilder } from "./json-schema.ts";
import { nestedMessagesOf } from "./logical.ts";
import type { Rpc } from "./model.ts";
import type { Options } from "./options.ts";
import { sourceOf } from "./source.ts";
import {
  CHANGE_REASON,
  CONFIRMATION,
  ERROR,
  IDEMPOTENCY_KEY,
  outcomeOf,
  TRUNCATED,
  VERSION,
  withoutUrls,
} from "./tool-texts.ts";

/** Tools that write and keep their schemas for ever (agents.ten-tools). */
const PINNED: ReadonlySet<string> = new Set([
  ...["insert_row", "create_invoice", "create_quote", "create_checkout", "create_subscription"],
]);

/**
 * Input schema of a tool in the portable dialect: path, query and body merged, closed, without references. Documented
 * examples stay for refusals to show (agents.way-out); they are not part of what agents are shown.
 */
export function inputSchemaOf(rpc: Rpc, options: Options): Schema {
  const properties: Record<string, Schema> = {};
  const required: string[] = [...rpc.pathFields];
  for (const name of rpc.pathFields) properties[name] = pathSchema(rpc, name);
  for (const field of queryFieldsOf(rpc)) properties[field.name] = argumentSchema(field, options);
  if (rpc.request) {
    const body = inlined(rpc.request, options);
    const alone = new Set(
      rpc.request.fields.filter((field) => isForRestAlone(field, options)).map(({ name }) => name),
    );
    const members = Object.entries(body["properties"] as Schema).filter(([name]) => !alone.has(name));
    Object.assign(properties, Object.fromEntries(members));
    required.push(...((body["required"] as string[] | undefined) ?? []));
  }
  if (takesVersion(rpc)) properties["version"] = VERSION;
  if (!rpc.readOnly) properties["idempotency_key"] = IDEMPOTENCY_KEY;
  if (!rpc.readOnly && !PINNED.has(rpc.tool?.name ?? "")) properties["change_reason"] = CHANGE_REASON;
  if (rpc.tool?.confirm) Object.assign(properties, CONFIRMATION);
  return {
    type: "object",
    properties,
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

/** Tells whether a tool sends the version that it has read as If-Match (conventions.if-match). */
const takesVersion = ({ bindings, response }: Rpc): boolean =>
  bindings[0]?.verb === "PATCH" && response.fields.some(({ name }) => name === "version");

/** True for a member of a body that no tool takes. */
export const isForRestAlone = (field: DescField, options: Options): boolean =>
  options.json(field).argument === "ARGUMENT_NONE";

/** Query parameters that are arguments, in the order the tool names them. */
export function queryFieldsOf(rpc: Rpc): DescField[] {
  const fields = rpc.query?.fields ?? [];
  return (rpc.tool?.query ?? []).flatMap((name) => fields.filter((field) => field.name === name));
}

/**
 * Builds the output schema of a tool. Nothing is required and nothing is closed: a refusal is a result too. A client
 * that caches the schema must still accept an answer with a new member.
 */
export function outputSchemaOf(rpc: Rpc, options: Options): Schema {
  const reply = opened(withoutExamples(inlined(rpc.response, options)));
  const properties = rpc.readOnly ? (reply["properties"] as Schema) : outcomeOf(reply);
  return { type: "object", properties: { ...properties, error: ERROR, truncated: TRUNCATED } };
}

function pathSchema(rpc: Rpc, name: string): Schema {
  const field = rpc.desc.input.fields.find((candidate) => candidate.name === name);
  const description = field ? sourceOf(field).comment : "";
  return { type: "string", minLength: 1, ...(description === "" ? {} : { description }) };
}

function argumentSchema(field: DescField, options: Options): Schema {
  const whole = portable(new SchemaBuilder(options, "#/$defs/").field(field), new Map());
  const { description, examples, ...schema } = whole;
  const shown = description === undefined ? {} : { description: withoutUrls(description as string) };
  const written = ((examples ?? []) as unknown[]).map(String);
  switch (options.json(field).argument) {
    case "ARGUMENT_OBJECT":
      return { type: "object", ...shown, ...withExamples(written.map((one): unknown => JSON.parse(one))) };
    case "ARGUMENT_LIST": {
      const items = { type: "string", pattern: "^[^,]+$" };
      return {
        type: "array",
        items,
        minItems: 1,
        ...shown,
        ...withExamples(written.map((one) => one.split(","))),
      };
    }
    default:
      return { ...schema, ...shown, ...withExamples(examples as unknown[] | undefined) };
  }
}

const withExamples = (examples: unknown[] = []): Schema => (examples.length === 0 ? {} : { examples });

/** The schema of a message with every nested one written out in its place. */
function inlined(message: DescMessage, options: Options): Schema {
  const builder = new SchemaBuilder(options, "#/$defs/");
  const nested = new Map(
    nestedMessagesOf(message).map((inner) => [`#/$defs/${inner.name}`, builder.message(inner)]),
  );
  return portable(builder.message(message), nested);
}

/** Without references and without keywords that only inform and not every client knows. */
function portable(schema: Schema, nested: ReadonlyMap<string, Schema>): Schema {
  const target = nested.get(String(schema["$ref"]));
  const rest = without(schema, "$ref", "propertyNames");
  // A member's own description says more than that of its message.
  return eachPart(target === undefined ? rest : { ...target, ...rest }, (part) => portable(part, nested));
}

function withoutExamples(schema: Schema): Schema {
  return eachPart(without(schema, "examples"), withoutExamples);
}

/** With nothing required and nothing closed, at any depth. */
function opened(schema: Schema): Schema {
  const isClosed = schema["additionalProperties"] === false;
  return eachPart(without(schema, "required", ...(isClosed ? ["additionalProperties"] : [])), opened);
}

function without(schema: Schema, ...keywords: string[]): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)));
}

/** Applies the change to each schema inside the schema; names of members are not keywords. */
function eachPart(schema: Schema, change: (part: Schema) => Schema): Schema {
  const changed = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(changed);
    return part !== null && typeof part === "object" ? change(part as Schema) : part;
  };
  const parts = { ...schema };
  for (const keyword of ["items", "additionalProperties", "anyOf"]) {
    if (keyword in parts) parts[keyword] = changed(parts[keyword]);
  }
  if (parts["properties"] !== undefined) {
    const members = Object.entries(parts["properties"] as Record<string, Schema>);
    parts["properties"] = Object.fromEntries(members.map(([name, part]) => [name, change(part)]));
  }
  return parts;
}
