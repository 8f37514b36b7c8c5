import type { ReadyTool } from "../tools/catalogue.ts";
import { resultText } from "../tools/result-text.ts";
import type { CallResult, Format } from "./format.ts";
import { strictSchema } from "./strict-schema.ts";

/** Tools and tool messages of OpenAI's Chat Completions API. */
export const openai: Format = {
  catalogue: (tools) => tools.map((tool) => ({ type: "function", function: functionOf(tool) })),
  result: (result) =>
    JSON.stringify({ role: "tool", tool_call_id: result.callId, content: contentOf(result) }),
};

/** The same of its Responses API, where a tool lies flat. */
export const openaiResponses: Format = {
  catalogue: (tools) => tools.map((tool) => ({ type: "function", ...functionOf(tool) })),
  result: (result) =>
    JSON.stringify({ type: "function_call_output", call_id: result.callId, output: contentOf(result) }),
};

/** `strict` is always said: left out, the two APIs take it differently. */
function functionOf({ name, description, inputSchema, acceptedSchema }: ReadyTool) {
  const strict = strictSchema(acceptedSchema);
  return { name, description, strict: strict !== undefined, parameters: strict ?? inputSchema };
}

/** The API has no member for a failure; the text says it. */
function contentOf({ kind, json }: CallResult): string {
  return resultText(kind === "refusal" ? `{"error":${json}}` : json, kind, "nothing");
}
