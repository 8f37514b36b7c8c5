import { stepUpChallenge, type Audience } from "@jst/caller";
import { AppError } from "@jst/errors";
import { doorClosed } from "../teams/open-door.ts";
import { isShared, issuerOf } from "../teams/place.ts";
import { callerOf, type KnownToken } from "./known-token.ts";
import { notOurs } from "./living-token.ts";
import type { RouteFacts } from "./route-facts.ts";

/** Doors that a token for this resource may be used at (oauth.audience). */
const doors: Record<Audience, readonly RouteFacts["surface"][]> = {
  base: ["rest", "mcp", "mcp_actions", "actions", "tools"],
  mcp: ["mcp", "mcp_actions", "actions", "tools"],
  actions: ["mcp_actions"],
};

/**
 * Throws 401 for the token of an app at a door that it is not for, and at another host than that of its issuer; `host`
 * is normalised, and known to be no other team's.
 */
export function requireAudience(
  { stored }: KnownToken,
  route: RouteFacts,
  host: string,
  baseUrl: string,
): void {
  if (stored.app === null) return;
  const { audience, host: own } = stored.app;
  const isOwnHost = own === null ? isShared(host, baseUrl) : own === host;
  if (!isOwnHost || !doors[audience].includes(route.surface)) throw notOurs();
}

/** Throws 403 for the token of an app whose team is isolated, or lets no app connect any more (oauth.switch). */
export function requireOpenDoor({ stored, team }: KnownToken): void {
  if (stored.app === null) return;
  if (team.isolated)
    throw new AppError(
      "isolated_tenant",
      "Connected apps are not available for this team. Use an API token.",
    );
  if (team.modules["agent_connect"] !== true) throw doorClosed();
}

/**
 * Builds the WWW-Authenticate challenge by which an app asks for more scopes; undefined if consent cannot grant them.
 */
export function stepUp(
  error: AppError,
  token: KnownToken | undefined,
  route: RouteFacts | undefined,
  baseUrl: string,
): string | undefined {
  if (error.code !== "insufficient_scope" || route?.access !== "scope") return undefined;
  if (token?.stored.app == null) return undefined;
  const caller = callerOf(token, route.surface, issuerOf(token.stored.app.host, baseUrl));
  return stepUpChallenge(caller, route.resource, route.action);
}
