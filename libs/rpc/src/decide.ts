import { isLeading, type Caller, type Door, type Role, type TokenType } from "@jst/caller";
import { AppError, insufficientScope } from "@jst/errors";

/** Decision on a permitted call: it runs, it becomes a proposal, or a code of the catalogue refuses it. */
export type Decision = "execute" | "queue" | Refusal;

/** Reason for refusing a write of any proposer. */
export type Refusal = "mcp_export_disabled" | "insufficient_scope";

/** Trust of an rpc in its proto: by the matrix, never a proposal, or for service tokens alone. */
export type Trust = "matrix" | "direct" | "service_only";

/** True for a write that the matrix decides on: by tokens, and neither direct nor for service tokens alone. */
export function canBeProposed(rpc: { access: string; readOnly: boolean; trust: Trust }): boolean {
  const isOfTokens = rpc.access === "scope" || rpc.access === "authenticated";
  return isOfTokens && !rpc.readOnly && rpc.trust === "matrix";
}

/** The facts of a call that the gate looks at. */
export interface GatedCall {
  token_type: TokenType;
  door: Door;
  role?: Role | undefined;
  team: Pick<Caller["team"], "trust_rest" | "trust_console" | "agent_write_mode" | "mcp_export">;
}

/** A cell of the matrix: what a write does, or which setting of the team says so. */
type Rule = "execute" | "queue" | "trust.rest" | "trust.console" | "write_mode";

/** The same, for doors at which agents write only with the team's consent: the flag modules.mcp_export. */
interface Cell {
  rule: Rule;
  needsExport: boolean;
}

const cell = (rule: Rule): Cell => ({ rule, needsExport: false });
const exported = (rule: Rule): Cell => ({ rule, needsExport: true });

const trusted: Record<Door, Cell> = {
  rest: cell("execute"),
  mcp: exported("execute"),
  mcp_actions: exported("execute"),
  actions: cell("execute"),
  tools: exported("execute"),
  internal: cell("execute"),
  console: cell("execute"),
};

const untrusted: Record<Door, Cell> = {
  rest: cell("queue"),
  mcp: exported("queue"),
  mcp_actions: exported("queue"),
  actions: cell("queue"),
  tools: exported("queue"),
  internal: cell("queue"),
  console: cell("queue"),
};

/** A connected app is gated by the team's opt-in to apps, and by the flag at one door only. */
const connectedApp: Record<Door, Cell> = {
  rest: cell("write_mode"),
  mcp: cell("write_mode"),
  mcp_actions: exported("write_mode"),
  actions: cell("write_mode"),
  tools: cell("write_mode"),
  internal: cell("write_mode"),
  console: cell("write_mode"),
};

/** A human token, which the team may trust on plain REST. */
const human: Record<Door, Cell> = { ...untrusted, rest: cell("trust.rest") };

/** A member who is signed in comes by the console alone; what an owner or an admin does there needs nobody else. */
const signedIn: Record<Door, Cell> = { ...untrusted, console: cell("trust.console") };

/** The write matrix (trust.matrix): token type x door. */
export const matrix: Record<TokenType, Record<Door, Cell>> = {
  service: trusted,
  human,
  break_glass: untrusted,
  oauth_app: connectedApp,
  member: signedIn,
};

/** True for an owner or an admin who is signed in: what is for service tokens alone is for them too (sessions.api). */
function isLeader({ token_type: type, door, role }: GatedCall): boolean {
  return type === "member" && door === "console" && isLeading(role);
}

/**
 * Returns the kind of token that the trust matrix judges. A service token is trusted as its sponsor is, and as a human
 * token once the sponsor is neither an owner nor an admin (tokens.minter). A token of the operator has no role.
 */
export function judgedType({ token_type: type, role }: Pick<GatedCall, "token_type" | "role">): TokenType {
  return type === "service" && role != null && !isLeading(role) ? "human" : type;
}

/**
 * Decides for every door (trust.gate) whether a call runs, becomes a proposal, or is refused. Reads always run. The
 * decision depends on the arguments alone.
 */
export function decide(caller: GatedCall, rpc: { readOnly: boolean; trust: Trust }): Decision {
  if (rpc.readOnly) return "execute";
  const type = judgedType(caller);
  if (rpc.trust === "service_only" && type !== "service" && !isLeader(caller)) return "insufficient_scope";
  const { rule, needsExport } = matrix[type][caller.door];
  if (needsExport && !caller.team.mcp_export) return "mcp_export_disabled";
  return rpc.trust === "direct" ? "execute" : settled(rule, caller);
}

function settled(rule: Rule, caller: GatedCall): "execute" | "queue" {
  const { team } = caller;
  switch (rule) {
    case "trust.rest":
      return team.trust_rest;
    case "trust.console":
      return isLeader(caller) ? "execute" : (team.trust_console ?? "execute");
    case "write_mode":
      return team.agent_write_mode === "direct" ? "execute" : "queue";
    case "execute":
    case "queue":
      return rule;
  }
}

/** Builds the refusal as the caller reads it. */
export function refusalOf(code: Refusal, rpc: { resource: string; action: string }): AppError {
  switch (code) {
    case "mcp_export_disabled":
      return new AppError(
        code,
        "Writes by agents are off for this team. Ask an owner or admin to turn it on (the setting modules.mcp_export.enabled).",
      );
    case "insufficient_scope":
      return new AppError(code, "Only a service token can call this. Use a service token.", {
        extension: insufficientScope(rpc.resource, rpc.action).extension,
      });
  }
}
