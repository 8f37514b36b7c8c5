import { isDeepStrictEqual } from "node:util";
import type { TeamTx } from "@jst/db";
import { AppError, notFound, validationFailed, type FieldError } from "@jst/errors";
import { recordAudit } from "@jst/events";
import type { Handler, Preferences, PreferencesPatch } from "../../gen/rpc.ts";
import type { MemberKey } from "../passkeys/queries.ts";
import { signedInMember } from "../sessions/signed-in-member.ts";
import {
  findPreferences,
  lockMember,
  shownPreferences,
  storeDocument,
  storeName,
  type StoredPreferences,
} from "./queries.ts";

/**
 * Changes the members that are given of the preferences of the member who is signed in (preferences.own). A change of
 * the name is in the audit log, as one by an owner is.
 */
export const updatePreferences: Handler<"UpdatePreferences"> = ({ body }, call) => {
  const member = signedInMember(call.caller);
  requireSound(body);
  return call.write(async (tx) => {
    await lockMember(tx, member.memberId);
    const former = await preferencesOf(tx, member);
    requireUnchanged(former.version, call.ifMatch);
    await store(tx, member, former, { ...former, ...body });
    const next = await preferencesOf(tx, member);
    return { body: { ...next }, headers: { etag: `"${next.version}"` }, isUnchanged: true };
  });
};

/** Throws validation_failed with what the schema cannot see: a malformed locale, and a thing with two stars. */
function requireSound({ locale, starred = [] }: PreferencesPatch): void {
  const errors: FieldError[] = [];
  if (locale != null && !isLocale(locale)) {
    const message = "Must be a language tag of BCP 47, such as de-AT.";
    errors.push({ field: "locale", code: "invalid", message });
  }
  const seen = new Set<string>();
  for (const [at, { type, id }] of starred.entries()) {
    const thing = JSON.stringify([type, id]);
    const message = "This item is starred twice. Send each item once.";
    if (seen.has(thing)) errors.push({ field: `starred.${at}`, code: "duplicate", message });
    seen.add(thing);
  }
  if (errors.length > 0) throw validationFailed(errors);
}

function isLocale(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}

async function preferencesOf(tx: TeamTx, member: MemberKey): Promise<Preferences> {
  const [stored] = await tx.query<StoredPreferences>(findPreferences(member));
  if (stored === undefined) throw notFound();
  return shownPreferences(stored);
}

/** Throws 412 if the preferences have changed since they were read. */
function requireUnchanged(current: number, ifMatch: number | undefined): void {
  if (ifMatch === undefined || ifMatch === current) return;
  throw new AppError(
    "version_conflict",
    "Your preferences were changed after you read them. Read them again, then repeat your change.",
    { extension: { current_version: current } },
  );
}

/** Stores what differs. */
async function store(
  tx: TeamTx,
  { memberId }: MemberKey,
  { name: formerName, version: _former, ...former }: Preferences,
  { name, version: _next, ...next }: Preferences,
): Promise<void> {
  if (!isDeepStrictEqual(former, next)) await storeDocument(tx, memberId, next);
  if (name === formerName) return;
  await storeName(tx, memberId, name);
  recordAudit(tx, { action: "update", resource: "members", resourceId: memberId, outcome: "success" });
}
