import { notFound } from "@jst/errors";
import { requireId } from "@jst/resource";
import type { Handler } from "../../gen/rpc.ts";
import { findConsent, type FoundConsent } from "./consent.ts";

/** Answers one consent of the team. */
export const getWellnessConsent: Handler<"GetWellnessConsent"> = async ({ path }, call) => {
  const id = requireId(path.consent_id).toLowerCase();
  const [row] = await call.read<FoundConsent>(findConsent(call.caller.team_id, id));
  if (row === undefined) throw notFound();
  call.concerns({ contactId: row.contact_id });
  return { body: row.body };
};
