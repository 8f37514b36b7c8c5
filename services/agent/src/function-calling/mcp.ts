import { entryOf } from "../tools/entry.ts";
import { resultText } from "../tools/result-text.ts";
import type { Format } from "./format.ts";

/** An entry of tools/list, and a CallToolResult. */
export const mcp: Format = {
  catalogue: (tools) => tools.map((tool) => JSON.parse(entryOf(tool)) as unknown),
  result: ({ kind, json }) => {
    const body = kind === "refusal" ? `{"error":${json}}` : json;
    const content = `[{"type":"text","text":${JSON.stringify(resultText(body, kind, "structured content"))}}]`;
    return `{"content":${content},"structuredContent":${body},"isError":${kind === "refusal"}}`;
  },
};
