import {
  provesMember,
  requireModuleOn,
  requireRpcRight,
  requireSignedIn,
  unprovenMember,
  type TeamFacts,
} from "@jst/caller";
import { AppError } from "@jst/errors";
import type { KnownToken } from "./known-token.ts";
import type { RouteFacts } from "./route-facts.ts";

/**
 * Throws 403 if the token's scopes or its role do not allow the route. Also throws 403 if the route is for signed-in
 * members alone, or if a human token decides without proof of its member. The service that decides checks again in the
 * database; a service of the previous release relies on this check alone.
 */
export function requireScope(token: KnownToken, route: RouteFacts): void {
  if (route.access === "member") requireSignedIn(token.stored.type);
  if (needsRight(route))
    requireRpcRight({ ...token.stored, token_type: token.stored.type }, route.resource, route.action);
  if (isDecision(route)) requireProof(token);
}

/** True for the rpcs that approve, reject and undo: nothing else needs audit:admin (tokens.access). */
function isDecision({ resource, action }: RouteFacts): boolean {
  return resource === "audit" && action === "admin";
}

function requireProof({ stored: { type, member_id: member, minted_by: minter } }: KnownToken): void {
  if (type !== "human") return;
  const facts = {
    ...(member !== null && { member_id: member }),
    ...(minter !== null && { minted_by: minter }),
  };
  if (!provesMember({ token_type: type, ...facts })) throw unprovenMember();
}

/** Checks whether the route needs a right. Other routes may name a resource too, but only for the audit log. */
function needsRight({ access, resource }: RouteFacts): boolean {
  return access === "scope" || (access === "member" && resource !== "");
}

/** Throws as errors.module-off says when the route's module is off, or its door closed, for the team. */
export function requireModule(team: TeamFacts, route: RouteFacts): void {
  if (team.isolated && route.surface === "tools") {
    throw new AppError(
      "isolated_tenant",
      "Function calling is not available for this team. Use the REST API.",
    );
  }
  requireModuleOn(team.modules, route.module);
}
