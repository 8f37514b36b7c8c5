import { catalogue, type ErrorCode } from "./catalogue.ts";

/** Meaning of each code, and the way out: the text of the page that a problem's `type` leads to. */
const meanings: Readonly<Record<ErrorCode, string>> = {
  malformed_json:
    "The body is not valid JSON, is nested too deep, or has a character that cannot be stored. Correct the JSON and send it again.",
  invalid_parameter:
    "A parameter of the query, or a header, has a value that is not accepted. See detail and errors for what is.",
  unknown_parameter:
    "The route does not take one of the query parameters. Remove it, or correct its name; the reference lists those of each route.",
  invalid_filter:
    "The filter is malformed, too long, or asks for what its column cannot answer. position says where; correct it there.",
  invalid_sort:
    "The sort names a field that has no order, or is malformed. Write it as field:asc or field:desc.",
  invalid_cursor:
    "The cursor belongs to another list, sort or filter, or was changed. Start again without a cursor.",
  invalid_idempotency_key:
    "The Idempotency-Key is empty, too long, or has characters that cannot be printed. Send 1 to 255 printable ASCII characters.",
  invalid_format: "The format named is not one of those offered. See detail for the list.",
  bad_request:
    "The request is not valid HTTP, or asks for something that does not exist here. See detail, correct it and send it again.",
  missing_token: "The request carries no token. Send it as Authorization: Bearer followed by the token.",
  invalid_token:
    "The token is unknown, malformed, or belongs to another host. Check that it was copied whole, or use another one.",
  expired_token: "The token's time has passed. Refresh it, or use a new one.",
  revoked_token: "The token was revoked. Ask an owner or admin of the team for a new one.",
  insufficient_scope: "The token lacks the scope that required_scope names. Use a token that has it.",
  wildcard_required: "The route needs a token with full access to the team. Use one without a limited scope.",
  agent_connect_disabled: "Connected apps are off for this team. An owner or admin can turn them on.",
  mcp_export_disabled:
    "Agents may not write in this team. An owner or admin can allow it with modules.mcp_export.",
  mcp_actions_disabled: "The actions server is off for this team. An owner or admin can turn it on.",
  module_disabled:
    "The module, or the tool, is not available for this team. An owner or admin can turn a module on.",
  commerce_disabled: "Commerce is off for this team. An owner or admin can turn it on.",
  host_not_allowed:
    "The request names a host that this server does not answer for. Use the base URL of the team.",
  origin_not_allowed:
    "The request comes from a web page that may not call this server. Have its origin added to the allowed ones.",
  form_refused:
    "The form was not sent from its own page, or by somebody else than it was shown to. Load the page again.",
  sign_in_refused:
    "The provider has not vouched for a member of the team, or the passkey was not accepted. Begin again, or ask for a sign-in link.",
  step_up_required:
    "This needs a sign-in, or the use of a passkey, in the ten minutes before. Use one of methods, and repeat the request; without any, add a passkey first.",
  invalid_signature:
    "The signature is missing, wrong or too old, or nobody receives messages at the address. Check the secret, the URL and the clock.",
  isolated_tenant: "This deployment serves one tenant alone and does not offer this door. Use the REST API.",
  consent_required: "The person has not consented to this use of the data. Record the consent first.",
  viewer_read_only:
    "The member who holds the token, or made the proposal, is a viewer and may not write. An owner or admin can change the role.",
  proposals_unavailable:
    "Writes by this kind of token wait for approval, and this route has no proposals. Use a service token.",
  rule_refused:
    "An approval rule of the team refuses the write: rule names it, and detail has its message. Change what the rule is about, or ask an owner or admin of the team.",
  not_found:
    "There is no such resource, or the token may not see it. Check the id and the team of the token.",
  route_not_found: "There is no such route. GET /api/.well-known/openapi.json describes all routes.",
  unknown_tool: "There is no tool of this name, or a filter hides it. GET /api/v1/tools lists the tools.",
  method_not_allowed: "The route does not take this method. The Allow header lists those that it takes.",
  not_acceptable: "The answer does not come in a media type that Accept names. Accept application/json.",
  unsupported_media_type:
    "The body is not JSON, or is compressed. Send it plain, as application/json in UTF-8.",
  confirmation_required:
    "The action needs the user's consent and nothing was done. Show the preview; call again with confirm_token once the user agrees.",
  slug_taken: "Another resource of the team has this slug. Choose another one.",
  name_taken:
    "Another resource has this name; existing_id names it where it is one of the team. Choose another name.",
  contact_exists:
    "Another contact has the e-mail address or external id that field names. Change the contact that existing_id names, or send other values.",
  member_exists:
    "Somebody with this e-mail address is a member of the team. Change the role of that member instead.",
  last_owner: "The team would be left without an owner who can sign in. Make another member an owner first.",
  column_in_use:
    "Formulas, views or relations use the column; impact lists them. Change them first, or repeat with force.",
  unique_violation:
    "Another row has this value in a unique column. Change the row that existing_id names, or send another value.",
  slot_unavailable: "The time was taken meanwhile. Choose one of the alternatives.",
  invalid_state_transition: "The state cannot change in this way. Choose a state that allowed lists.",
  changeset_conflict:
    "The data was changed after this change; conflicts lists where. Read the data, and decide again.",
  changeset_not_pending: "The changeset is already decided, withdrawn or expired. Read its state.",
  not_undoable: "The change cannot be undone. Make the opposite change instead.",
  restore_window_passed:
    "The resource was deleted more than 30 days ago and cannot be restored. Create it again.",
  idempotency_in_progress:
    "An earlier request with this Idempotency-Key still runs. Wait a moment and send the same request again.",
  idempotency_conflict: "The idempotency key was used for other arguments. Use a new key for a new write.",
  asset_unavailable:
    "The asset is lent, in maintenance or retired. Read it, and try again once it is available.",
  malformed_multipart:
    "The body is not complete multipart/form-data: its boundary is missing, a part is broken, or it ends early. Send it again.",
  range_not_satisfiable:
    "The file has no bytes in the range that Range names; Content-Range tells how many it has.",
  sign_in_link_expired: "The link was used, is too old, or was never made. Ask for a new one.",
  upload_expired: "The upload was not finished in time. Start it again.",
  signed_url_expired: "The signed URL's time has passed. Ask for a new one.",
  version_conflict:
    "The resource has another version than If-Match names; current_version says which. Read it again and repeat the change on it.",
  payload_too_large: "The body is larger than limit. Send less, or send it in parts.",
  file_too_large:
    "The file is larger than the team may upload; limit says how many bytes it may have. Send a smaller one.",
  archive_too_large: "The archive holds too many files, or too many bytes once unpacked. Split it.",
  uri_too_long: "The URL is longer than 32 KiB. Shorten its parameters.",
  validation_failed:
    "Members of the body are not accepted; errors names each with the reason. Correct them and send the body again.",
  unknown_column: "The table has no column of this name. Read the table for its columns.",
  type_mismatch: "A value does not fit the type of its column. Send a value of that type.",
  formula_invalid:
    "The formula cannot be read, or names something unknown. See detail, and position for the place.",
  formula_cycle:
    "The formula depends on itself; path lists the columns on the way. Break the cycle at one of them.",
  field_not_whitelisted: "The body has a member that this resource does not take. Remove what errors names.",
  url_not_public: "The URL leads to an address that is not public. Give one that the Internet can reach.",
  invalid_slot: "The time is not one that can be booked. Choose one that the availability lists.",
  form_closed: "The form accepts no submissions now. Ask the team that published it.",
  form_already_submitted: "This person has submitted the form, and it takes one submission of each.",
  recipient_opted_out: "The recipient has opted out of such messages. Do not send them.",
  consent_missing: "No consent to such messages is on record for the recipient. Record it first.",
  recipient_suppressed: "Messages to this address have bounced or were reported. Use another address.",
  no_address_for_channel: "The contact has no address for this channel. Add one, or use another channel.",
  currency_unsupported: "The currency is not supported. Use an ISO 4217 code of a supported one.",
  amount_invalid: "The amount is not accepted, alone or with the others. See errors for the bounds.",
  idempotency_key_reused: "The Idempotency-Key was used for another body. Use a new key for a new write.",
  limit_reached: "The team has as many of these as it may have. Remove some first.",
  rate_limited: "The token has sent too many requests. Wait for the seconds of Retry-After.",
  headers_too_large:
    "The header block is larger than 60 KiB or has more than 100 headers. Send fewer or shorter headers.",
  internal_error:
    "Something failed on our side. Send the request again; quote request_id when it keeps failing.",
  upstream_failed: "A service behind this one gave no usable answer. Send the request again later.",
  unavailable: "A part of the platform cannot be reached now. Send the request again shortly.",
  request_timeout:
    "The request did not arrive in full in time, and nothing was done. Send it again over a faster connection.",
  timeout:
    "The answer took too long, and a write may have been done. Read what is there, or repeat the write with the same Idempotency-Key.",
};

/** Meaning of a code, and the way out. */
export function meaningOf(code: ErrorCode): string {
  return meanings[code];
}

/** True for a word of the catalogue. */
export function isErrorCode(word: string): word is ErrorCode {
  return Object.hasOwn(catalogue, word);
}
