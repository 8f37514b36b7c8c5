import { hasRight, type Caller } from "@jst/caller";
import type { RequestHandler } from "express";
import { createHash } from "node:crypto";
import type { ToolCatalogue } from "../../gen/rpc.ts";
import type { Catalogue } from "../tools/catalogue.ts";
import { readFilter } from "../tools/filters.ts";
import { formatOf, formats } from "./formats.ts";

/**
 * GET /api/v1/tools: the tools that the token's scopes and the client's filters leave, in a vendor's format, with an
 * entity tag (agent-surfaces D19, D20).
 */
export function listTools({ catalogue }: { catalogue: Catalogue }): RequestHandler {
  return (request, response) => {
    const { caller } = response.locals as { caller: Caller };
    const format = formatOf(request.url) ?? "openai";
    const isWanted = readFilter(request.url, (name) => request.get(name), catalogue, ["format"]);
    const tools = catalogue.tools.filter(
      (tool) => isWanted(tool) && hasRight(caller, tool.scope.resource, tool.scope.action),
    );
    const meta = tools.map(({ name, scope, confirm, annotations }) => [
      name,
      { scope, confirm, annotations },
    ]);
    const shown = {
      format,
      tools: formats[format].catalogue(tools) as ToolCatalogue["tools"],
      meta: Object.fromEntries(meta) as ToolCatalogue["meta"],
    };
    const etag = createHash("sha256").update(JSON.stringify(shown)).digest("base64url").slice(0, 22);
    response.set("etag", `"${etag}"`).set("cache-control", "private, no-cache").set("vary", "authorization");
    if (isKnown(request.get("if-none-match"), etag)) response.status(304).end();
    else response.json({ ...shown, etag } satisfies ToolCatalogue);
  };
}

/** True when a list of entity tags, or `*`, names this one; a weak tag is what a compressed reply carries of it. */
function isKnown(header: string | undefined, etag: string): boolean {
  const tags = (header ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes("*") || tags.includes(`"${etag}"`);
}
