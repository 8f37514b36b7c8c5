import type { Caller } from "@jst/caller";
import type { RequestHandler } from "express";
import type { ExtensionTool, ExtensionToolList } from "../../gen/rpc.ts";
import type { Catalogue, ReadyTool } from "../tools/catalogue.ts";
import { isOffered } from "../tools/offered.ts";

/** GET /api/v1/extension/tools: what the token's scopes and the team's modules leave, as at /mcp (extension.tools). */
export function listExtensionTools({ catalogue }: { catalogue: Catalogue }): RequestHandler {
  return (_request, response) => {
    const { caller } = response.locals as { caller: Caller };
    const tools = catalogue.tools.filter((tool) => isOffered(tool, caller)).map(shown);
    response.json({ tools, next_cursor: null, has_more: false } satisfies ExtensionToolList);
  };
}

function shown({ name, description, inputSchema, scope, confirm }: ReadyTool): ExtensionTool {
  return { name, description, input_schema: inputSchema, scope, confirm };
}
