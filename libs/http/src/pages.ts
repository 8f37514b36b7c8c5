import { AppError } from "@jst/errors";
import type { Request, RequestHandler } from "express";

/** Name of the header in which the gateway says whether the page behind the request may call (agents.origin). */
export const PAGE_HEADER = "x-internal-page";

const OF_ANY = ["authorization", "content-type", "mcp-protocol-version"];
const OF_ALLOWED = [
  ...OF_ANY,
  "idempotency-key",
  "mcp-method",
  "mcp-name",
  "mcp-session-id",
  "x-change-reason",
];

/** Route that pages may call: pages of any origin, or of origins that the deployment allows. */
export interface PageRoute {
  verb: string;
  pages?: "any" | "allowed";
}

/** Answers the preflight of a page: it may send anything but credentials of the browser. */
export function preflight({ verb, pages }: PageRoute): RequestHandler {
  const methods = verb === "get" ? "GET, HEAD, OPTIONS" : `${verb.toUpperCase()}, OPTIONS`;
  const headers = {
    "access-control-allow-methods": methods,
    "access-control-max-age": "600",
    allow: methods,
  };
  return (request, response) => {
    if (pages === "allowed") requirePage(request);
    const names = pages === "allowed" ? [...new Set([...OF_ALLOWED, ...ofMcp(request)])] : OF_ANY;
    response
      .status(204)
      .set({ ...headers, "access-control-allow-headers": names.join(", ") })
      .end();
  };
}

/** Lists the headers of MCP clients that the page wants to send: their names are open. */
function ofMcp(request: Request): string[] {
  const wanted = (request.get("access-control-request-headers") ?? "").toLowerCase().split(",");
  return wanted.map((name) => name.trim()).filter((name) => /^(x-)?mcp-[a-z0-9-]+$/.test(name));
}

/** Throws 403 for a request of a page that the gateway did not allow: DNS rebinding ends here. */
export function requirePage(request: Request): void {
  if (request.get("origin") === undefined || request.get(PAGE_HEADER) === "allowed") return;
  throw new AppError(
    "origin_not_allowed",
    "Web pages of this origin cannot call this server. Call from a server, or ask your administrator to allow the origin.",
  );
}
