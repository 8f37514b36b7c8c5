import { AppError } from "@jst/errors";
import { isIP } from "node:net";
import { normalizedHost } from "../teams/host-name.ts";
import type { RouteFacts } from "./route-facts.ts";

/** Doors a page of the web must not reach under a name of its own choice (agents.origin). */
const guarded: ReadonlySet<RouteFacts["surface"]> = new Set(["mcp", "mcp_actions"]);

/** True for the routes of MCP, which refuse a host that belongs to no team. */
export function guardsHost(route: RouteFacts): boolean {
  return guarded.has(route.surface);
}

/** Throws 403 for an unmapped host that is neither the base URL's, nor loopback, nor an IP literal. */
export function requireKnownHost(sent: string, baseUrl: string): void {
  const host = normalizedHost(sent);
  const address = host.replace(/^\[(.*)\]$/, "$1");
  if (host === normalizedHost(new URL(baseUrl).host) || host === "localhost" || isIP(address) !== 0) return;
  throw new AppError(
    "host_not_allowed",
    "This host does not belong to a team. Use the base URL of your team.",
  );
}
