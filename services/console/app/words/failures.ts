import type { Problem } from "@jst/client";
import { methodsOf } from "../session/methods.ts";

type Code = Problem["code"];
type Place = Pick<Location, "hostname" | "port">;

const reload =
  "Reload the page and try again. If it fails again, send your administrator the request number below.";
const unreadable = `The page sent something that the server does not accept. ${reload}`;
const signIn = "Your session has ended. Sign in again.";
const role = "Your role does not allow this. An owner or admin can give you the right.";
const moduleOff = "This is off for your team. An owner or admin can turn it on in Settings.";
const corrected = "Nothing was saved. A value is not valid; see the details, and correct it.";
const notOpen = "This page cannot be used at this address. Open the console at the address of your team.";
/** Text at a local address without a name, which passkeys need. */
const byName = ({ port }: Place) =>
  `Passkeys need an address with a name. Open http://localhost:${port}/console, and sign in there.`;
const linkExpired = "This link has expired. Ask for a new one.";
const sentBefore =
  "The page already sent this request with different values. Reload the page, check the data, and try again.";

/** A text for each code: what happened, and what a person does here. Details has the sentence of the API. */
export const REMEDIES: Readonly<Record<Code, string>> = {
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
  wildcard_required: role,
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
  invalid_parameter: unreadable,
  invalid_filter: "This filter is not valid. Change or clear it.",
  invalid_sort: "The list cannot be sorted like this. Choose another column.",
  malformed_multipart: "The file arrived incomplete. Upload it again.",
  bad_request: unreadable,
  insufficient_scope: role,
  viewer_read_only: role,
  host_not_allowed: notOpen,
  origin_not_allowed: notOpen,
  form_refused: "This form is out of date. Reload the page and send it again.",
  sign_in_refused: "The sign-in was not accepted. Try again, or ask for a sign-in link.",
  invalid_signature: "The signature is wrong or too old. Check the secret, the address and the clock.",
  isolated_tenant: "Agents and connected apps are not available for this team.",
  consent_required: "The person has not agreed to this. Ask the person, and record the answer first.",
  proposals_unavailable: "This cannot wait for approval, so it was not done. Ask an owner or admin to do it.",
  rule_refused: "An approval rule of the team does not allow this.",
  unknown_tool: "This tool does not exist. Reload the page to see the present ones.",
  request_timeout: "The page took too long to send this. Check your connection and try again.",
  confirmation_required: "This needs your consent, and nothing was done. Confirm it, then repeat it.",
  last_owner: "The team needs an owner who can sign in. Make another member an owner first.",
  slot_unavailable: "This time is not available now. Choose another time.",
  invalid_state_transition:
    "The state cannot change like this. Reload the page to see the present state, and choose another one.",
  not_undoable: "This change cannot be undone. To have the former values again, enter them.",
  restore_window_passed:
    "This was deleted more than 30 days ago and cannot be restored. Create a new one if you need it.",
  asset_unavailable: "The asset is lent, in maintenance or retired. Try again when it is available.",
  sign_in_link_expired: linkExpired,
  signed_url_expired: linkExpired,
  upload_expired: "The upload was not finished in time. Start it again.",
  file_too_large: "The file is larger than your team allows. Choose a smaller one.",
  archive_too_large: "The archive has too many or too large files. Split it.",
  range_not_satisfiable: "This part of the file does not exist. Reload the page, and open the file again.",
  validation_failed: corrected,
  unknown_column: "The table no longer has this column. Reload the page.",
  formula_invalid: "The formula cannot be read. The details say where; correct it there.",
  formula_cycle: "The formula depends on itself. Leave out one of the columns on the way.",
  field_not_whitelisted: unreadable,
  url_not_public: "This address cannot be reached from the internet. Enter a public one.",
  invalid_slot: "This time cannot be booked. Choose one of the free times.",
  form_closed: "The form takes no responses now. Publish it to open it.",
  form_already_submitted: "This person has already answered the form.",
  recipient_opted_out: "The recipient has opted out of these messages, so nothing was sent.",
  consent_missing:
    "The recipient has not agreed to these messages. Ask the person, and record the answer first.",
  recipient_suppressed: "Messages to this address failed or were reported as spam. Use another address.",
  no_address_for_channel: "The contact has no address for this channel. Add one, or choose another channel.",
  currency_unsupported: "This currency is not supported. Choose another one.",
  amount_invalid: "An amount or the total is too small or too large. Correct it.",
  limit_reached: "This exceeds a limit of your team; the details say which. Delete what you no longer need.",
  unavailable: "A part of the platform cannot be reached now. Try again in a moment.",
};

/** Texts for a refusal that only a passkey helps against, which a sign-in does not. */
const PASSKEYS = {
  use: "This needs your passkey. Repeat this, and use your passkey when the browser asks.",
  add: "This needs a passkey, and you have none. Add one under Account, then repeat this.",
};

/** Text for a code of a newer service. */
const UNKNOWN = "This was refused. The details say why.";
const WITH_ERRORS = "Nothing was saved. Correct these values:";

/** Codes of refusals that another role helps against. */
export const BY_ROLE: readonly Code[] = ["insufficient_scope", "viewer_read_only", "wildcard_required"];

/** Returns what a person reads about a refusal. */
export function remedyOf(
  problem: Pick<Problem, "code" | "errors"> & { detail?: string },
  place: Place | undefined = (globalThis as { location?: Place }).location,
): string {
  const { code, errors = [], detail } = problem;
  if (REMEDIES[code] === notOpen && place?.hostname === "127.0.0.1") return byName(place);
  const methods = methodsOf(problem);
  if (methods?.length === 0) return PASSKEYS.add;
  if (methods?.includes("sign_in") === false) return PASSKEYS.use;
  // Its detail is what the rule asks of the person (rules.refused).
  if (code === "rule_refused" && detail !== undefined) return `${REMEDIES.rule_refused} ${detail}`;
  return errors.length > 0 && REMEDIES[code] === corrected ? WITH_ERRORS : (REMEDIES[code] ?? UNKNOWN);
}
