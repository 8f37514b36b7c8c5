import { requireModuleOn, requireRight, requireSignedIn, type TeamFacts } from "@jst/caller";
import { AppError } from "@jst/errors";
import type { KnownToken } from "./known-token.ts";
import type { RouteFacts } from "./route-facts.ts";

/**
 * Throws 403 unless the token's scopes hold what the route needs and its member's role allows it, and for a token where
 * members alone may call who are signed in.
 */
export function requireScope(token: KnownToken, route: RouteFacts): void {
  if (route.access === "member") requireSignedIn(token.stored.type);
  if (needsRight(route)) requireRight(token.stored, route.resource, route.action);
}

/** What nobody has made may name a resource too, by which its refusal is recorded. */
function needsRight({ access, resource }: RouteFacts): boolean {
  return access === "scope" || (access === "member" && resource !== "");
}

/** Throws as errors.module-off says when the route's module is off, or its door closed, for the team. */
export function requireModule(team: TeamFacts, route: RouteFacts): void {
  if (team.isolated && route.surface === "tools") {
    throw new AppError("isolated_tenant", "The function-calling door is closed for this team.");
  }
  requireModuleOn(team.modules, route.module);
}
