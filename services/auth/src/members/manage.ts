import { isLeading, roleScopes, type Caller, type Role } from "@jst/caller";
import type { TeamTx } from "@jst/db";
import { AppError } from "@jst/errors";
import { lockAuthority, type Authority } from "../tokens/minter.ts";
import { requireNoBroader } from "../tokens/require-no-broader.ts";
import { hasOtherOwner, lockMembers, type ShownMember } from "./queries.ts";

/**
 * Locks the team's members until the transaction ends. Returns a check that throws 403 if the caller may not change
 * members of a role. Only owners, the operator and the tokens that they minted may change an owner. A token cannot give
 * a right that it lacks itself (tokens.manage-members). The caller is read from the database in this transaction, so
 * that a role that it has lost does not count.
 */
export async function startManaging(tx: TeamTx, caller: Caller): Promise<(role: Role) => void> {
  await lockMembers(tx);
  const authority = await lockAuthority(tx, caller, ["config", "admin"]);
  return (role) => {
    requireMayManage(caller, authority, role);
  };
}

function requireMayManage(caller: Caller, authority: Authority, role: Role): void {
  if (isLeading(role) && caller.scopes.length > 0)
    throw refused(
      "This token has limited scopes, so it cannot manage owners and admins. Use a token with full access.",
    );
  if (role === "owner" && !managesOwners(authority))
    throw refused(
      "Only an owner can add, change or remove an owner. Sign in as an owner, or use a token that an owner created.",
    );
  if (!isLeading(role)) requireNoBroader(caller, roleScopes(role));
}

/** True if the authority covers owners. An unknown sponsor does not count as an owner. */
function managesOwners({ origin: { sponsor }, role }: Authority): boolean {
  return sponsor?.type === "operator" || role === "owner";
}

function refused(detail: string): AppError {
  return new AppError("insufficient_scope", detail);
}

/** Throws 409 where the member is the last owner: nobody could make another one. */
export async function requireOwnerLeft(tx: TeamTx, { id, role }: ShownMember): Promise<void> {
  if (role === "owner" && !(await hasOtherOwner(tx, id)))
    throw new AppError("last_owner", "The team would have no owner. Make another member an owner first.");
}
