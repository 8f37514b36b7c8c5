import type { Problem } from "@jst/client";
import { methodsOf } from "../session/methods.ts";

type Code = Problem["code"];

const reload =
  "Reload the page and try again. If it fails again, send your administrator the request number below.";
const unreadable = `The page sent something that the server does not accept. ${reload}`;
const signIn = "Your session has ended. Sign in again.";
const moduleOff = "This is off for your team. An owner or admin can turn it on in Settings.";
const sentBefore =
  "The page already sent this request with different values. Reload the page, check the data, and try again.";

/** Texts for refusals whose sentence in the API is for programs: what happened, and what a person does here. */
export const REMEDIES: Readonly<Partial<Record<Code, string>>> = {
  malformed_json: unreadable,
  unknown_parameter: unreadable,
  invalid_idempotency_key: unreadable,
  invalid_format: unreadable,
  route_not_found: unreadable,
  method_not_allowed: unreadable,
  not_acceptable: unreadable,
  unsupported_media_type: unreadable,
  headers_too_large: unreadable,
  internal_error: `Something failed on the server. ${reload}`,
  upstream_failed: `A part of the server did not respond as it should. ${reload}`,
  invalid_cursor: "The list has changed. Reload the page.",
  missing_token: signIn,
  invalid_token: signIn,
  expired_token: signIn,
  revoked_token: signIn,
  step_up_required:
    "You signed in more than ten minutes ago, and this needs a fresh sign-in. Sign in again, then repeat this.",
  wildcard_required: "Your role does not allow this. Ask an owner or admin.",
  module_disabled: moduleOff,
  commerce_disabled: moduleOff,
  agent_connect_disabled: moduleOff,
  mcp_export_disabled: moduleOff,
  mcp_actions_disabled: moduleOff,
  not_found: "This item does not exist, or you do not have access to it. It may have been deleted.",
  slug_taken: "Another item of the team already has this address. Choose another address.",
  name_taken: "Another item of the team already has this name. Choose another name.",
  contact_exists:
    "Another contact already has this e-mail address or ID in another system. Enter another value, or change that contact.",
  member_exists:
    "A member already has this e-mail address, so nobody was added. Check the address; you can change the role of that member in the list.",
  unique_violation:
    "Another row already has this value, and the column allows no duplicates. Enter another value.",
  column_in_use:
    "Formulas, links or views use this column; the list shows them. Change them first. If you choose below to do it anyway, they stop working.",
  type_mismatch: "A value does not fit the type of its column. Enter another value, or empty the cell.",
  changeset_conflict:
    "Someone changed the same data after this change was made or proposed, so nothing was done. Check the data, then decide again.",
  changeset_not_pending:
    "This proposal is already approved, rejected, withdrawn or expired. Reload the page to see its state.",
  version_conflict:
    "Someone changed this in the meantime, so nothing was saved. Reload the page, and make your change again.",
  idempotency_in_progress: "The first attempt is still running. Wait a moment, then reload the page.",
  idempotency_conflict: sentBefore,
  idempotency_key_reused: sentBefore,
  payload_too_large: "This is too large to save at once. Save less, or save it in parts.",
  uri_too_long: "The filter is too long. Use fewer or shorter conditions.",
  rate_limited: "There were too many requests. Wait a minute and try again.",
  timeout:
    "This took too long, so it may or may not be done. Reload the page and check before you try again.",
};

/** Texts for a refusal that only a passkey helps against, which a sign-in does not. */
const PASSKEYS = {
  use: "This needs your passkey. Repeat this, and use your passkey when the browser asks.",
  add: "This needs a passkey, and you have none. Add one under Account, then repeat this.",
};

/** Returns what a person reads about a refusal: its own text, or the sentence of the API. */
export function remedyOf(problem: Pick<Problem, "code" | "detail" | "errors">): string {
  const { code, detail, errors = [] } = problem;
  const methods = methodsOf(problem);
  if (methods?.length === 0) return PASSKEYS.add;
  if (methods?.includes("sign_in") === false) return PASSKEYS.use;
  const remedy = REMEDIES[code];
  if (remedy !== undefined) return remedy;
  return errors.length > 0 ? "Nothing was saved. Correct these values:" : detail;
}
