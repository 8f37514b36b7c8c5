import { permits, type Role, type ScopeAction, type TeamFacts } from "@jst/caller";
import { AppError, insufficientScope, notFound } from "@jst/errors";
import { isModuleOn } from "../teams/modules.ts";
import type { KnownToken } from "./known-token.ts";
import type { RouteFacts } from "./route-facts.ts";

/** Resources only an owner or an admin may use (contract 22). */
const administrative: readonly string[] = ["audit", "tokens"];

/** Throws 403 unless the token's scopes hold what the route needs and its member's role allows it. */
export function requireScope(token: KnownToken, route: RouteFacts): void {
  if (route.access !== "scope") return;
  const { resource, action } = route;
  const { scopes, role } = token.stored;
  if (!permits(scopes, resource, action)) throw insufficientScope(resource, action);
  if (role !== null && !roleAllows(role, resource, action)) throw lacksRole(role, resource, action);
}

/** What a member may do at most, whatever the scopes of a token say. */
function roleAllows(role: Role, resource: string, action: ScopeAction): boolean {
  if (role === "owner" || role === "admin") return true;
  if (administrative.includes(resource)) return false;
  return role === "member" ? action !== "admin" : action === "read";
}

function lacksRole(role: Role, resource: string, action: ScopeAction): AppError {
  if (role === "viewer" && action !== "read") {
    return new AppError("viewer_read_only", "The member behind this token is a viewer and may only read.");
  }
  const required = `${resource}:${action}`;
  return new AppError("insufficient_scope", `${required} needs an owner or an admin of the team.`, {
    extension: { required_scope: required },
  });
}

/** Throws as contract 18 says when the route's module is off, or its door closed, for the team. */
export function requireModule(team: TeamFacts, route: RouteFacts): void {
  if (team.isolated && route.surface === "tools") {
    throw new AppError("isolated_tenant", "The function-calling door is closed for this team.");
  }
  if (route.module !== "" && !isModuleOn(team.modules, route.module)) throw moduleOff(route.module);
}

function moduleOff(module: string): AppError {
  const enable = `An owner or admin can enable modules.${module}.`;
  switch (module) {
    case "extension.tools":
      return new AppError("module_disabled", `Extension tools are off for this team. ${enable}`);
    case "commerce":
      return new AppError("commerce_disabled", `Commerce is off for this team. ${enable}`);
    case "mcp_actions":
      return new AppError("mcp_actions_disabled", `The actions server is off for this team. ${enable}`);
    case "agent_connect":
      return new AppError("agent_connect_disabled", `Connected apps are off for this team. ${enable}`);
    default:
      return notFound();
  }
}
