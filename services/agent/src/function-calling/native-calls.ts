import { validationFailed } from "@jst/errors";
import { argumentMessage, Validator } from "@jst/rpc";
import { ToolCall as ToolCallSchema } from "../../gen/schemas.ts";
import { isObject } from "../is-object.ts";
import type { CallEnvelope } from "../tools/door-arguments.ts";

/** A call of a tool, whichever vendor's API wrote it. */
export interface NativeCall extends CallEnvelope {
  name: string;
  callId: string | null;
  /** An object, the JSON text of one, or undefined for none. */
  arguments: unknown;
}

type Members = Readonly<Record<string, unknown>>;

const validator = new Validator(ToolCallSchema, argumentMessage);
const envelope = new Validator(
  {
    type: "object",
    properties: Object.fromEntries(
      ["name", "confirm", "confirm_token", "idempotency_key", "change_reason"].map((name) => [
        name,
        (ToolCallSchema["properties"] as Members)[name],
      ]),
    ),
    required: ["name"],
  },
  argumentMessage,
);

/**
 * Reads the body of a tool call: our own shape, which is closed, or that of OpenAI (chat, responses), Anthropic or
 * Gemini, which may have unknown members. Throws validation_failed.
 */
export function readCall(body: unknown): NativeCall {
  if (!isObject(body)) throw notACall("The body must be a tool call, which is a JSON object.");
  const native = shapeOf(body);
  if (native === undefined) {
    validator.requireBody(body);
    return {
      ...ownEnvelope(body),
      name: String(body["name"]),
      callId: textOf(body["call_id"]),
      arguments: body["arguments"],
    };
  }
  const { name, id } = native;
  envelope.requireBody({ ...ownEnvelope(body), ...(name === undefined ? {} : { name }) });
  return { ...ownEnvelope(body), name: String(name), callId: textOf(id), arguments: native.arguments };
}

interface Shape {
  name: unknown;
  id: unknown;
  arguments: unknown;
}

/** The parts of a vendor's call; undefined for our own shape. */
function shapeOf(body: Members): Shape | undefined {
  const chat = body["function"];
  if (body["type"] === "function" || isObject(chat)) {
    if (!isObject(chat)) throw notACall("A call of type function needs the field function, an object.");
    return { name: chat["name"], id: body["id"] ?? body["call_id"], arguments: chat["arguments"] };
  }
  if (body["type"] === "function_call")
    return { name: body["name"], id: body["call_id"] ?? body["id"], arguments: body["arguments"] };
  if (body["type"] === "tool_use") return { name: body["name"], id: body["id"], arguments: body["input"] };
  const part = body["functionCall"] ?? body["function_call"];
  if (isObject(part)) return { name: part["name"], id: part["id"], arguments: part["args"] };
  return "args" in body ? { name: body["name"], id: body["id"], arguments: body["args"] } : undefined;
}

function ownEnvelope({ confirm, confirm_token, idempotency_key, change_reason }: Members): CallEnvelope {
  const given = Object.entries({ confirm, confirm_token, idempotency_key, change_reason });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function notACall(message: string) {
  return validationFailed([{ field: "", code: "invalid_type", message }]);
}
