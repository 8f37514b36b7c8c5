import { AppError } from "@jst/errors";
import type { Caller } from "@jst/caller";
import type { RequestHandler } from "express";
import type { Catalogue } from "../tools/catalogue.ts";
import { readFilter } from "../tools/filters.ts";
import { entryOf } from "../tools/entry.ts";
import { visibleTools } from "./methods/list-tools.ts";
import { listed } from "../tools/offered.ts";
import type { McpServer } from "./server.ts";

/** GET on the URL of a server: who it is and its tools, filtered as tools/list, in one page (agents.actions-server). */
export function listActions(server: McpServer, { catalogue }: { catalogue: Catalogue }): RequestHandler {
  return (request, response) => {
    requireNoStream(request.get("accept"));
    const { caller } = response.locals as { caller: Caller };
    const filter = readFilter(request.url, (name) => request.get(name), catalogue);
    const tools = listed(visibleTools({ caller, tools: catalogue.tools.filter(filter) }, server));
    const serverInfo = JSON.stringify(server.info);
    response
      .type("application/json")
      .send(`{"serverInfo":${serverInfo},"tools":[${tools.map(entryOf).join(",")}]}`);
  };
}

/** Official clients ask so whether the server has a stream: only 405 says no (agents.actions-server). */
function requireNoStream(accept = "*/*"): void {
  const wanted = accept.split(",").map((one) => one.split(";")[0]?.trim().toLowerCase());
  if (wanted.some((type) => type !== "text/event-stream")) return;
  const headers = { allow: "GET, HEAD, POST, OPTIONS" };
  throw new AppError(
    "method_not_allowed",
    "This server does not support streams. Send GET with Accept: application/json to list its tools.",
    {
      headers,
    },
  );
}
