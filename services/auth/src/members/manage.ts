import type { Caller, Role } from "@jst/caller";
import type { TeamTx } from "@jst/db";
import { AppError } from "@jst/errors";
import { roleScopes } from "../sessions/role-scopes.ts";
import { requireNoBroader } from "../tokens/require-no-broader.ts";
import { hasOtherOwner, type ShownMember } from "./queries.ts";

/**
 * Throws 403 unless the caller may have members of this role in its hands: an owner is an owner's matter, and a token
 * gives nobody what it lacks itself (tokens.manage-members).
 */
export function requireMayManage(caller: Caller, role: Role): void {
  const isFull = roleScopes(role).length === 0;
  if (isFull && caller.scopes.length > 0)
    throw refused("An owner or an admin may do everything, which this token may not.");
  if (role === "owner" && caller.token_type === "member" && caller.role !== "owner")
    throw refused("Only an owner adds, changes or removes an owner.");
  if (!isFull) requireNoBroader(caller, roleScopes(role));
}

function refused(detail: string): AppError {
  return new AppError("insufficient_scope", detail);
}

/** Throws 409 where the member is the last owner: nobody could make another one. */
export async function requireOwnerLeft(tx: TeamTx, { id, role }: ShownMember): Promise<void> {
  if (role === "owner" && !(await hasOtherOwner(tx, id)))
    throw new AppError("last_owner", "A team keeps an owner: make another member an owner first.");
}
