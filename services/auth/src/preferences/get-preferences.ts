import { notFound } from "@jst/errors";
import type { Handler } from "../../gen/rpc.ts";
import { signedInMember } from "../sessions/signed-in-member.ts";
import { findPreferences, shownPreferences, type StoredPreferences } from "./queries.ts";

/** Answers the preferences of the member who is signed in (preferences.own). */
export const getPreferences: Handler<"GetPreferences"> = async (_request, call) => {
  const [stored] = await call.read<StoredPreferences>(findPreferences(signedInMember(call.caller)));
  if (stored === undefined) throw notFound();
  const headers = { "cache-control": "no-store", etag: `"${stored.version}"` };
  return { body: { ...shownPreferences(stored) }, headers };
};
