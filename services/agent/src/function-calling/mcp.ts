import { entryOf } from "../tools/entry.ts";
import { shortText } from "../tools/shortened.ts";
import type { Format } from "./format.ts";

/** An entry of tools/list, and a CallToolResult. */
export const mcp: Format = {
  catalogue: (tools) => tools.map((tool) => JSON.parse(entryOf(tool)) as unknown),
  result: ({ isOk, json }) => {
    const body = isOk ? json : `{"error":${json}}`;
    const content = `[{"type":"text","text":${JSON.stringify(shortText(body))}}]`;
    return `{"content":${content},"structuredContent":${body},"isError":${!isOk}}`;
  },
};
