import type { Caller } from "@jst/caller";
import { etagOf, isKnown } from "@jst/http";
import type { RequestHandler } from "express";
import type { ToolCatalogue } from "../../gen/rpc.ts";
import type { Catalogue } from "../tools/catalogue.ts";
import { readFilter } from "../tools/filters.ts";
import { isOffered, listed } from "../tools/offered.ts";
import { formatOf, formats } from "./formats.ts";

/**
 * GET /api/v1/tools: the tools that the token's scopes, the team's modules and the client's filters leave, in the
 * format of a vendor, with an entity tag (agents.function-door, agents.filters).
 */
export function listTools({ catalogue }: { catalogue: Catalogue }): RequestHandler {
  return (request, response) => {
    const { caller } = response.locals as { caller: Caller };
    const format = formatOf(request.url) ?? "openai";
    const isWanted = readFilter(request.url, (name) => request.get(name), catalogue, ["format"]);
    const tools = listed(catalogue.tools.filter((tool) => isWanted(tool) && isOffered(tool, caller)));
    const meta = tools.map(({ name, scope, confirm, annotations }) => [
      name,
      { scope, confirm, annotations },
    ]);
    const shown = {
      format,
      tools: formats[format].catalogue(tools) as ToolCatalogue["tools"],
      meta: Object.fromEntries(meta) as ToolCatalogue["meta"],
    };
    const etag = etagOf(JSON.stringify(shown));
    response.set("etag", etag).set("cache-control", "private, no-cache").set("vary", "authorization");
    if (isKnown(request, etag)) response.status(304).end();
    else response.json({ ...shown, etag: etag.slice(1, -1) } satisfies ToolCatalogue);
  };
}
