import { shortText } from "../tools/shortened.ts";
import type { Format } from "./format.ts";

/** Tools and tool_result blocks of Anthropic's Messages API. It refuses members it does not know. */
export const anthropic: Format = {
  catalogue: (tools) =>
    tools.map(({ name, description, inputSchema }) => ({ name, description, input_schema: inputSchema })),
  result: ({ callId, isOk, json }) =>
    JSON.stringify({
      type: "tool_result",
      tool_use_id: callId,
      content: shortText(json),
      ...(isOk ? {} : { is_error: true }),
    }),
};
