import type { JsonSchema } from "@jst/rpc";
import type { ReadyTool } from "../tools/catalogue.ts";
import { resultText } from "../tools/result-text.ts";
import type { Format } from "./format.ts";

/** Function declarations and functionResponse parts of the Gemini API, whose schemas are a part of OpenAPI's. */
export const gemini: Format = {
  catalogue: (tools) => [{ functionDeclarations: tools.map(declarationOf) }],
  result: ({ callId, name, kind, json }) => {
    const id = callId === null ? "" : `"id":${JSON.stringify(callId)},`;
    const response = `{"${kind === "refusal" ? "error" : "output"}":${resultText(json, kind, "nothing")}}`;
    return `{"functionResponse":{${id}"name":${JSON.stringify(name)},"response":${response}}}`;
  },
};

function declarationOf({ name, description, inputSchema, acceptedSchema }: ReadyTool) {
  const hasNone = Object.keys(inputSchema["properties"] as object).length === 0;
  if (hasNone) return { name, description };
  return hasFreeForm(acceptedSchema)
    ? { name, description, parametersJsonSchema: inputSchema }
    : { name, description, parameters: openApiSchema(acceptedSchema) };
}

/**
 * True where an object of any members, or any value at all, is accepted: an OpenAPI schema of Gemini says no such
 * thing.
 */
function hasFreeForm(schema: JsonSchema): boolean {
  const choices = schema["anyOf"] as JsonSchema[] | undefined;
  if (choices !== undefined) return choices.some(hasFreeForm);
  if (schema["type"] === undefined) return true;
  if (schema["type"] === "array") return hasFreeForm(schema["items"] as JsonSchema);
  if (schema["type"] !== "object") return false;
  const members = Object.values((schema["properties"] ?? {}) as Record<string, JsonSchema>);
  return members.length === 0 || schema["additionalProperties"] !== false || members.some(hasFreeForm);
}

/** Bounds are int64 there, which JSON of protobuf writes as text. */
const COUNTS = ["minItems", "maxItems", "minLength", "maxLength"];
const KEPT = ["description", "enum", "minimum", "maximum", "pattern", "required"];

function openApiSchema(schema: JsonSchema): JsonSchema {
  const [choice] = (schema["anyOf"] as JsonSchema[] | undefined) ?? [];
  if (choice !== undefined) {
    const { description } = schema;
    return {
      ...openApiSchema(choice),
      nullable: true,
      ...(description === undefined ? {} : { description }),
    };
  }
  const shown: JsonSchema = { type: String(schema["type"]).toUpperCase() };
  for (const keyword of KEPT) if (schema[keyword] !== undefined) shown[keyword] = schema[keyword];
  for (const keyword of COUNTS) {
    const count = schema[keyword];
    if (typeof count === "number") shown[keyword] = String(count);
  }
  if (schema["format"] === "date-time") shown["format"] = "date-time";
  if (schema["enum"] !== undefined) shown["format"] = "enum";
  if (schema["items"] !== undefined) shown["items"] = openApiSchema(schema["items"] as JsonSchema);
  if (schema["properties"] !== undefined) shown["properties"] = membersOf(schema);
  return shown;
}

/** A member that may be left out may be null as well: the call drops it (call-tool). */
function membersOf(schema: JsonSchema): JsonSchema {
  const required = (schema["required"] ?? []) as string[];
  const members = Object.entries(schema["properties"] as Record<string, JsonSchema>);
  return Object.fromEntries(
    members.map(([name, member]) => {
      const shown = openApiSchema(member);
      return [name, required.includes(name) ? shown : { ...shown, nullable: true }];
    }),
  );
}
