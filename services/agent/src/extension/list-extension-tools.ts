import type { Caller } from "@jst/caller";
import type { HttpList } from "@jst/http";
import type { ExtensionTool, ExtensionToolList } from "../../gen/rpc.ts";
import type { Catalogue, ReadyTool } from "../tools/catalogue.ts";
import { isOffered, listed } from "../tools/offered.ts";

/** GET /api/v1/extension/tools: what the token's scopes and the team's modules leave, as at /mcp (extension.tools). */
export function listExtensionTools({ catalogue }: { catalogue: Catalogue }): HttpList["page"] {
  return (_query, _request, response) => {
    const { caller } = response.locals as { caller: Caller };
    const tools = listed(catalogue.tools.filter((tool) => isOffered(tool, caller))).map(shown);
    return Promise.resolve({ tools, next_cursor: null, has_more: false } satisfies ExtensionToolList);
  };
}

function shown({ name, description, inputSchema, scope, confirm }: ReadyTool): ExtensionTool {
  return { name, description, input_schema: inputSchema, scope, confirm };
}
