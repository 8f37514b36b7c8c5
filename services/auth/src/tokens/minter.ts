import { requireRight, type Caller, type Minter, type Role, type ScopeAction } from "@jst/caller";
import type { TeamTx } from "@jst/db";
import { AppError } from "@jst/errors";
import type { Operator } from "../operator.ts";

/** The head of a chain of minters (tokens.minter); null where it is unknown. */
export type Sponsor = { type: "operator" } | { type: "member"; id: string } | null;

/** How a token names who made it. */
export interface Origin {
  mintedBy: Minter | null;
  sponsor: Sponsor;
}

/** A token that the operator mints. */
export const OF_OPERATOR: Origin = {
  mintedBy: { type: "operator", id: null },
  sponsor: { type: "operator" },
};

/** A caller that mints tokens or manages members, as the database has it in this transaction. */
export interface Authority {
  origin: Origin;
  /** Role of the sponsor; null where that is the operator, or unknown. */
  role: Role | null;
}

/**
 * Reads the member who answers for the caller, and locks the sponsor's membership until the transaction ends. A removal
 * or a smaller role therefore comes before or after it, never in between. Throws 401 for a token or member that is
 * gone, and 403 if the role does not allow the action now.
 */
export async function lockAuthority(
  tx: TeamTx,
  caller: Caller,
  [resource, action]: readonly [resource: string, action: ScopeAction],
): Promise<Authority> {
  const origin = caller.token_type === "member" ? originOfMember(caller) : await originOfToken(tx, caller);
  const { sponsor } = origin;
  const role = sponsor?.type === "member" ? await lockRole(tx, tx.context.teamId, sponsor.id) : null;
  if (role === undefined)
    throw new AppError(
      "revoked_token",
      "The member who answers for this token is suspended. Ask an owner or admin of the team.",
    );
  requireRight({ scopes: caller.scopes, role }, resource, action);
  return { origin, role };
}

function originOfMember({ member_id: id }: Caller): Origin {
  if (id === undefined) throw new Error("A session has no member.");
  return { mintedBy: { type: "member", id }, sponsor: { type: "member", id } };
}

/** Returns the origin of a new token: a service token passes on its own sponsor. */
async function originOfToken(tx: TeamTx, { token_id: id }: Caller): Promise<Origin> {
  const [token] = await tx.query<StoredSponsor>({
    name: "tokens.sponsor",
    text: `select sponsor_type, sponsor_id from auth.tokens where team_id = $1 and id = $2 and revoked_at is null`,
    values: [tx.context.teamId, id],
  });
  if (token === undefined) throw new AppError("revoked_token", "This token is revoked. Create a new one.");
  return { mintedBy: { type: "service", id }, sponsor: sponsorOf(token) };
}

/** Columns of a token that name its sponsor. */
export interface StoredSponsor extends Record<string, unknown> {
  sponsor_type: "operator" | "member" | null;
  sponsor_id: string | null;
}

/** Reads the sponsor of its columns. */
export function sponsorOf({ sponsor_type: type, sponsor_id: id }: StoredSponsor): Sponsor {
  if (type === "member" && id !== null) return { type, id };
  return type === "operator" ? { type } : null;
}

/**
 * Answers the role of the member and locks it until the transaction ends; undefined for a member who is suspended,
 * removed or of another team.
 */
export async function lockRole(operator: Operator, teamId: string, id: string): Promise<Role | undefined> {
  const [member] = await operator.query<{ role: Role }>({
    name: "tokens.lock_role",
    text: `select role from auth.members
      where team_id = $1 and id = $2 and suspended_at is null
      for share`,
    values: [teamId, id],
  });
  return member?.role;
}
