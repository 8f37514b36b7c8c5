import { resultText } from "../tools/result-text.ts";
import type { Format } from "./format.ts";

/** Tools and tool_result blocks of Anthropic's Messages API. It refuses members it does not know. */
export const anthropic: Format = {
  catalogue: (tools) =>
    tools.map(({ name, description, inputSchema }) => ({ name, description, input_schema: inputSchema })),
  result: ({ callId, kind, json }) =>
    JSON.stringify({
      type: "tool_result",
      tool_use_id: callId,
      content: resultText(json, kind, "nothing"),
      ...(kind === "refusal" ? { is_error: true } : {}),
    }),
};
