import { catalogue, type ErrorCode } from "./catalogue.ts";

/** Meaning of each code, and the way out: the text of the page that a problem's `type` leads to. */
const meanings: Readonly<Record<ErrorCode, string>> = {
  malformed_json:
    "The body is not valid JSON, is nested too deeply, or has a character that cannot be stored. Correct the JSON and send it again.",
  invalid_parameter:
    "A query parameter or a header has a value that is not accepted. See `detail` and `errors` for the accepted values.",
  unknown_parameter:
    "The route does not accept one of the query parameters. Remove it, or correct its name; the API reference lists the parameters of each route.",
  invalid_filter:
    "The filter is malformed, too long, or uses an operator that its field does not support. Correct it at the place in `position`.",
  invalid_sort:
    "The sort is malformed, or uses a field that cannot be sorted by. Write it as field:asc or field:desc.",
  invalid_cursor:
    "The cursor belongs to another list, sort or filter, or was changed. Start again without a cursor.",
  invalid_idempotency_key:
    "The Idempotency-Key is empty, too long, or has characters that cannot be printed. Send 1 to 255 printable ASCII characters.",
  invalid_format: "The requested format is not supported. See `detail` for the supported formats.",
  bad_request:
    "The request is not valid HTTP, or asks for something that this route does not support. See `detail`, correct the request and send it again.",
  missing_token:
    "The request does not have a token. Send the header Authorization: Bearer followed by the token.",
  invalid_token:
    "The token is unknown, malformed, or belongs to another host. Check that you copied the whole token, or use another one.",
  expired_token: "The token has expired. Refresh it, or use a new one.",
  revoked_token: "The token is revoked. Ask an owner or admin of the team for a new one.",
  insufficient_scope: "The token lacks the scope in `required_scope`. Use a token that has it.",
  wildcard_required:
    "The route needs a token with full access to the team. Use a token without limited scopes.",
  agent_connect_disabled: "Connected apps are off for this team. Ask an owner or admin to turn them on.",
  mcp_export_disabled:
    "Writes by agents are off for this team. Ask an owner or admin to turn it on (the setting modules.mcp_export.enabled).",
  mcp_actions_disabled: "The actions server is off for this team. Ask an owner or admin to turn it on.",
  module_disabled: "The module or tool is off for this team. Ask an owner or admin to turn the module on.",
  commerce_disabled: "Commerce is off for this team. Ask an owner or admin to turn it on.",
  host_not_allowed:
    "The host of the request does not belong to this server or team. Use the base URL of the team.",
  origin_not_allowed:
    "The request comes from a web page whose origin is not allowed. Call from a server, or ask your administrator to allow the origin.",
  form_refused:
    "This form is out of date, or comes from another session. Reload the page and send the form again.",
  sign_in_refused:
    "The sign-in provider did not confirm that you are a member of this team, or the passkey was not accepted. Try again, or ask for a sign-in link.",
  step_up_required:
    "This request needs a sign-in, or the use of a passkey, in the last ten minutes. Use one of `methods`, then repeat the request. If `methods` is empty, add a passkey first.",
  invalid_signature:
    "The signature is missing, wrong or too old, or no team receives messages at this address. Check the secret, the URL and the clock.",
  isolated_tenant: "Function calling and connected apps are not available for this team. Use the REST API.",
  consent_required:
    "The person has not consented to this use of the data. Ask the person, and record the answer before you try again.",
  viewer_read_only:
    "A member with the role viewer can only read, and this request writes. Ask an owner or admin to change the role.",
  proposals_unavailable:
    "This action does not support approval, so a person's token cannot use it. Use a service token.",
  rule_refused:
    "An approval rule of the team refuses this write; `rule` names it, and `detail` has its message. Change the write, or ask an owner or admin.",
  not_found:
    "This item does not exist, or you do not have access to it. Check the id and the team of the token.",
  route_not_found: "This route does not exist. See GET /api/.well-known/openapi.json for all routes.",
  unknown_tool:
    "A tool with this name does not exist, or a filter hides it. See GET /api/v1/tools for all tools.",
  method_not_allowed:
    "The route does not support this method. See the Allow header for the supported methods.",
  not_acceptable: "The reply is not available in a media type of the Accept header. Accept application/json.",
  unsupported_media_type:
    "The body is not JSON, or is compressed. Send it as application/json in UTF-8, without compression.",
  confirmation_required:
    "The action needs the user's consent, and nothing was done. Show the user the `preview`, then call again with `confirm_token` if the user agrees.",
  slug_taken: "Another item of the team has this slug. Choose another one.",
  name_taken:
    "Another item has this name; if it belongs to your team, `existing_id` has its id. Choose another name.",
  contact_exists:
    "Another contact has this e-mail address or external id; `field` and `existing_id` show which. Send other values, or change that contact.",
  member_exists:
    "A member of the team already has this e-mail address, so nobody was added. Check the address.",
  last_owner: "The team would have no owner who can sign in. Make another member an owner first.",
  column_in_use:
    "Formulas, views or relations use this column; `impact` lists them. Change those uses first; force=true breaks them.",
  unique_violation:
    "Another row has this value in a unique column. Send another value, or change the row with the id in `existing_id`.",
  slot_unavailable: "This time is no longer available. Choose one of the `alternatives`.",
  invalid_state_transition: "The state cannot change in this way. Choose one of the states in `allowed`.",
  changeset_conflict:
    "The data was changed after this change was made; `conflicts` lists the places. Read the data, then decide again.",
  changeset_not_pending: "The proposal is already decided, withdrawn or expired. Read its status.",
  not_undoable:
    "The change cannot be undone. If you need the former values, write them again as a new change.",
  restore_window_passed:
    "The item was deleted more than 30 days ago and cannot be restored. Create a new one if you need it.",
  idempotency_in_progress:
    "An earlier request with this Idempotency-Key is still running. Wait a moment and send the same request again.",
  idempotency_conflict: "You already used this Idempotency-Key for another request. Use a new key.",
  asset_unavailable:
    "The asset is lent, in maintenance or retired. Read the asset, and try again when it is available.",
  malformed_multipart:
    "The body is not complete multipart/form-data: its boundary is missing, a part is broken, or it ends early. Send it again.",
  range_not_satisfiable:
    "The file does not have the bytes in the Range header; Content-Range has its size. Ask for bytes within that size.",
  sign_in_link_expired: "The sign-in link is used, expired or not valid. Ask for a new one.",
  upload_expired: "The upload was not finished in time. Start it again.",
  signed_url_expired: "The signed URL has expired. Ask for a new one.",
  version_conflict:
    "The item was changed, so its version is not the one in If-Match or in the body; `current_version` has the present one, and `row` the id of a row in a batch. Read the item again and repeat the change.",
  payload_too_large: "The body is larger than `limit` bytes. Send less, or send it in parts.",
  file_too_large: "The file is larger than the `limit` of the team, in bytes. Send a smaller one.",
  archive_too_large: "The archive contains too many files, or too many bytes when unpacked. Split it.",
  uri_too_long: "The URL is longer than 32 KiB. Shorten its parameters.",
  validation_failed:
    "Some fields of the body are not valid; `errors` lists each field with the reason. Correct them and send the body again.",
  unknown_column: "The table does not have a column with this name. Read the table for its columns.",
  type_mismatch: "A value does not fit the type of its column. Send a value of that type.",
  formula_invalid:
    "The formula cannot be read, or uses an unknown column or function. See `detail`, and `position` for the place.",
  formula_cycle:
    "The formula depends on itself; `path` lists the columns on the way. Break the cycle at one of them.",
  field_not_whitelisted: "The body has a field that is not accepted here. Remove the fields in `errors`.",
  url_not_public: "The URL leads to an address that is not public. Send a URL that the internet can reach.",
  invalid_slot: "This time cannot be booked. Choose a time from the availability.",
  form_closed: "The form does not accept submissions now. Contact the team that published it.",
  form_already_submitted:
    "You already submitted this form, and it accepts one submission for each person. No further step is needed.",
  recipient_opted_out: "The recipient has opted out of these messages. Do not send them.",
  consent_missing:
    "The recipient has no recorded consent to these messages. Ask the person, and record the answer before you try again.",
  recipient_suppressed: "Messages to this address bounced or were reported as spam. Use another address.",
  no_address_for_channel:
    "The contact does not have an address for this channel. Add one, or use another channel.",
  currency_unsupported: "The currency is not supported. Use the ISO 4217 code of a supported one.",
  amount_invalid: "An amount, or the sum of the amounts, is out of range. See `errors` for the limits.",
  idempotency_key_reused: "You already used this Idempotency-Key for another request. Use a new key.",
  limit_reached:
    "The request exceeds a limit of the team. See `detail` for the limit. Send less, or delete items that you no longer need.",
  rate_limited: "The token has sent too many requests. Wait for the seconds in Retry-After.",
  headers_too_large:
    "The headers are larger than 60 KiB together, or more than 100. Send fewer or shorter headers.",
  internal_error:
    "Something failed on our side. Send the request again; if it fails again, report the `request_id`.",
  upstream_failed: "A service behind this one did not send a valid reply. Send the request again later.",
  unavailable: "A part of the platform cannot be reached now. Send the request again in a moment.",
  request_timeout:
    "The whole request did not arrive in time, and nothing was done. Send it again over a faster connection.",
  timeout:
    "The request took too long, and a write may be done. Check the data, or repeat the write with the same Idempotency-Key.",
};

/** Meaning of a code, and the way out. */
export function meaningOf(code: ErrorCode): string {
  return meanings[code];
}

/** True for a word of the catalogue. */
export function isErrorCode(word: string): word is ErrorCode {
  return Object.hasOwn(catalogue, word);
}
