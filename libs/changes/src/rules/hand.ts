import { isLeading, type Caller, type Door } from "@jst/caller";
import { judgedType } from "@jst/rpc";
import type { StoredChangeset } from "../queries.ts";
import type { Hand, HandType } from "./rule.ts";

/** Caller as far as rules see who writes. */
export type Proposer = Pick<
  Caller,
  "door" | "role" | "token_type" | "token_id" | "member_id" | "family_id" | "oauth_app"
>;

/** Returns who writes, and by what, as rules see the caller (rules.conditions). */
export function handOf(caller: Proposer): Hand {
  const { token_id: token, family_id: family, oauth_app: app } = caller;
  return {
    door: caller.door,
    type: handType(caller),
    token_id: token,
    ...(family !== undefined && { family_id: family }),
    ...(app !== undefined && { client_id: app.client_id }),
    counted_as: countedAs(caller),
  };
}

/** Returns the hand of a proposal; `proposer` is the caller behind its token as auth has it now. */
export function storedHand(stored: StoredChangeset, proposer: Proposer): Hand {
  const { door, oauth_app: app, family_id: family } = stored;
  const hand = handOf(proposer);
  return {
    ...hand,
    door: (door ?? hand.door) as Door,
    token_id: stored.token_id,
    ...(family !== null && { family_id: family }),
    ...(app !== null && { client_id: app.client_id }),
  };
}

/** A session is of an owner or admin, or of a member; a token is what the matrix takes it for (trust.matrix). */
function handType(caller: Proposer): HandType {
  const type = judgedType(caller);
  return type === "member" && isLeading(caller.role) ? "admin" : type;
}

/**
 * Returns the key of counts of a day: a grant, a member, or the sign-in of a token without a member. Another token of
 * the same member gives nothing more (rules.per-day).
 */
function countedAs({
  token_type: type,
  token_id: token,
  member_id: member,
  family_id: family,
}: Proposer): string {
  return type === "oauth_app" ? token : (member ?? family ?? token);
}
