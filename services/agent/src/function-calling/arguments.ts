import { validationFailed } from "@jst/errors";
import { JSON_DEPTH_MAX, parseJson } from "@jst/rpc";
import { isObject } from "../is-object.ts";

type Values = Readonly<Record<string, unknown>>;

/**
 * Reads the arguments of a call as an object: some vendors hand on the text that the model wrote. Throws malformed_json
 * or validation_failed.
 */
export function readArguments(value: unknown): Values {
  const parsed = typeof value === "string" ? parsedText(value) : (value ?? {});
  if (isObject(parsed)) return parsed;
  throw validationFailed([
    { field: "arguments", code: "invalid_type", message: "Must be an object, or an object as JSON text." },
  ]);
}

function parsedText(text: string): unknown {
  return text.trim() === "" ? {} : parseJson(Buffer.from(text), JSON_DEPTH_MAX);
}
