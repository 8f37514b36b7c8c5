import { validationFailed } from "@jst/errors";
import { JSON_DEPTH_MAX, parseJson, type JsonSchema } from "@jst/rpc";
import { isObject } from "../is-object.ts";

type Values = Readonly<Record<string, unknown>>;

/**
 * The arguments of a call as an object: some vendors hand on the text that the model wrote. Throws malformed_json or
 * validation_failed. What a model says with null for "not given" is taken away, at any depth, where the schema has no
 * null.
 */
export function readArguments(value: unknown, schema: JsonSchema): Values {
  const parsed = typeof value === "string" ? parsedText(value) : (value ?? {});
  if (isObject(parsed)) return withoutNulls(parsed, schema) as Values;
  throw validationFailed([
    { field: "arguments", code: "invalid_type", message: "Send an object, or an object as JSON text." },
  ]);
}

function parsedText(text: string): unknown {
  return text.trim() === "" ? {} : parseJson(Buffer.from(text), JSON_DEPTH_MAX);
}

function withoutNulls(value: unknown, schema: JsonSchema): unknown {
  const items = schema["items"] as JsonSchema | undefined;
  if (Array.isArray(value)) return items === undefined ? value : value.map((one) => withoutNulls(one, items));
  const properties = schema["properties"] as Record<string, JsonSchema> | undefined;
  if (!isObject(value) || properties === undefined) return value;
  const required = (schema["required"] ?? []) as string[];
  const kept = Object.entries(value).filter(
    ([name, member]) => member !== null || required.includes(name) || takesNull(properties, name),
  );
  const cleaned = kept.map(([name, member]): [string, unknown] => {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return [name, known === undefined ? member : withoutNulls(member, known)];
  });
  return Object.fromEntries(cleaned);
}

/** True also for what the schema does not know: the validator names it. */
function takesNull(properties: Record<string, JsonSchema>, name: string): boolean {
  const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
  return schema?.["type"] === undefined;
}
