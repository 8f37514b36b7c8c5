import { hasRight, type Caller } from "@jst/caller";
import { notFound } from "@jst/errors";
import type { Call } from "@jst/rpc";
import { isOfSignedInApp, isProposer, personOf } from "./access.ts";
import { findMention, type MentionRow } from "./comments/queries.ts";
import type { DecidingCall } from "./deciding/decision-rule.ts";
import { isNamed } from "./deciding/standing.ts";
import { standingsFor } from "./deciding/standings.ts";
import type { Deps } from "./deps.ts";
import { changesetOf, findBriefly, touchesOf, type StoredChangeset } from "./queries.ts";
import { readable } from "./redacted.ts";

/** True for the token itself, the other tokens of its sign-in, and the grant of a connected app. */
function isOwn(caller: Caller, { token_id: token, family_id: family }: StoredChangeset): boolean {
  return caller.token_id === token || (caller.family_id !== undefined && caller.family_id === family);
}

/**
 * Answers the changeset where the caller may read it, and throws the 404 of an absent one else. It is read with
 * audit:read, by the sign-in or grant that made it, by members whom a comment mentions, and by approvers. Other tokens
 * of its member, and the signed-in member of its app, read it if they may read some of it (trust.reading).
 */
export async function requireReadable(
  call: DecidingCall,
  stored: StoredChangeset | undefined,
): Promise<StoredChangeset> {
  const { caller, read, deps } = call;
  if (stored === undefined) throw notFound();
  if (hasRight(caller, "audit", "read") || isOwn(caller, stored)) return stored;
  if (await isMentioned({ caller, read }, stored)) return stored;
  if (await isApprover(call, stored)) return stored;
  if (!isProposer(caller, stored) && !isOfSignedInApp(caller, stored)) throw notFound();
  const seen = readable(deps.resources, caller);
  if (seen === undefined) return stored;
  const [row] = await read<{ is_readable: boolean }>(touchesOf(caller.team_id, stored.id, seen));
  if (row?.is_readable !== true) throw notFound();
  return stored;
}

/** Reads a changeset without what it proposes, as requireReadable answers it. */
export async function readChangeset(call: DecidingCall, uuid: string): Promise<StoredChangeset> {
  return requireReadable(call, changesetOf(await call.read(findBriefly(call.caller.team_id, uuid))));
}

/** True for a member, signed in or by a token, whom a comment on the changeset mentions; an app is itself alone. */
async function isMentioned(
  { caller, read }: Pick<Call<Deps>, "caller" | "read">,
  { id }: StoredChangeset,
): Promise<boolean> {
  const member = personOf(caller);
  if (member === undefined) return false;
  const [row] = await read<MentionRow>(findMention(caller.team_id, id, member));
  return row?.is_mentioned === true;
}

/** True for a member whom the rule of an open proposal names, and for one who has decided on it (rules.reading). */
async function isApprover(call: DecidingCall, stored: StoredChangeset): Promise<boolean> {
  const member = personOf(call.caller);
  if (member === undefined || stored.version === null) return false;
  if (stored.votes.some(({ member_id: id }) => id === member) || stored.decided_by_id === member) return true;
  if (stored.status !== "queued" || call.caller.team.rules === undefined) return false;
  const standing = (await standingsFor(call, [stored]))(stored);
  return isNamed(call.caller, stored, standing);
}
