/**
 * Effect of a refusal on a proposal that is being approved (trust.approve): its data changed meanwhile, its input is
 * not valid, or it stays queued.
 */
export type ApprovalEffect = "conflict" | "fail" | "wait";

/**
 * Every error code of the platform with its HTTP status, its title (errors.codes) and its effect on an approval, unless
 * that follows from the status. A code is declared here and nowhere else; meanings.ts explains each.
 */
export const catalogue = {
  malformed_json: [400, "Malformed JSON"],
  invalid_parameter: [400, "Invalid parameter"],
  unknown_parameter: [400, "Unknown parameter"],
  invalid_filter: [400, "Invalid filter"],
  invalid_sort: [400, "Invalid sort"],
  invalid_cursor: [400, "Invalid cursor"],
  invalid_idempotency_key: [400, "Invalid idempotency key"],
  invalid_format: [400, "Invalid format"],
  malformed_multipart: [400, "Malformed multipart body"],
  bad_request: [400, "Bad request"],
  missing_token: [401, "Missing token"],
  invalid_token: [401, "Invalid token"],
  expired_token: [401, "Expired token"],
  revoked_token: [401, "Revoked token"],
  insufficient_scope: [403, "Insufficient scope"],
  wildcard_required: [403, "Wildcard scope required"],
  agent_connect_disabled: [403, "Connected apps are disabled"],
  mcp_export_disabled: [403, "Writes by agents are disabled"],
  mcp_actions_disabled: [403, "The actions server is disabled"],
  module_disabled: [403, "Module disabled"],
  commerce_disabled: [403, "Commerce disabled"],
  host_not_allowed: [403, "Host not allowed"],
  origin_not_allowed: [403, "Origin not allowed"],
  form_refused: [403, "Form refused"],
  sign_in_refused: [403, "Sign-in refused"],
  step_up_required: [403, "Fresh sign-in required"],
  invalid_signature: [403, "Invalid signature"],
  isolated_tenant: [403, "Isolated tenant"],
  consent_required: [403, "Consent required"],
  viewer_read_only: [403, "Viewers only read"],
  proposals_unavailable: [403, "Proposals unavailable"],
  rule_refused: [403, "Refused by a rule"],
  not_found: [404, "Not found"],
  route_not_found: [404, "Route not found"],
  unknown_tool: [404, "Unknown tool"],
  method_not_allowed: [405, "Method not allowed"],
  not_acceptable: [406, "Not acceptable"],
  request_timeout: [408, "Request timeout"],
  unsupported_media_type: [415, "Unsupported media type"],
  confirmation_required: [409, "Confirmation required"],
  slug_taken: [409, "Slug taken"],
  name_taken: [409, "Name taken"],
  contact_exists: [409, "Contact exists"],
  member_exists: [409, "Member exists"],
  last_owner: [409, "Last owner"],
  column_in_use: [409, "Column in use"],
  unique_violation: [409, "Value already taken"],
  slot_unavailable: [409, "Slot unavailable"],
  invalid_state_transition: [409, "Invalid state transition"],
  changeset_conflict: [409, "Changeset conflict"],
  changeset_not_pending: [409, "Changeset not pending", "wait"],
  not_undoable: [409, "Not undoable"],
  restore_window_passed: [409, "Restore window passed"],
  idempotency_in_progress: [409, "Request in progress", "wait"],
  idempotency_conflict: [409, "Idempotency key conflict", "wait"],
  asset_unavailable: [409, "Asset unavailable"],
  sign_in_link_expired: [410, "Sign-in link expired"],
  upload_expired: [410, "Upload expired"],
  signed_url_expired: [410, "Signed URL expired"],
  version_conflict: [412, "Version conflict", "wait"],
  payload_too_large: [413, "Payload too large"],
  file_too_large: [413, "File too large"],
  archive_too_large: [413, "Archive too large"],
  range_not_satisfiable: [416, "Range not satisfiable"],
  uri_too_long: [414, "URL too long"],
  validation_failed: [422, "Validation failed"],
  unknown_column: [422, "Unknown column"],
  type_mismatch: [422, "Type mismatch"],
  formula_invalid: [422, "Invalid formula"],
  formula_cycle: [422, "Formula cycle"],
  field_not_whitelisted: [422, "Field not accepted"],
  url_not_public: [422, "URL not public"],
  invalid_slot: [422, "Invalid slot", "conflict"],
  form_closed: [422, "Form closed"],
  form_already_submitted: [422, "Form already submitted"],
  recipient_opted_out: [422, "Recipient opted out", "wait"],
  consent_missing: [422, "Consent missing", "wait"],
  recipient_suppressed: [422, "Recipient suppressed", "wait"],
  no_address_for_channel: [422, "No address for this channel"],
  currency_unsupported: [422, "Currency not supported"],
  amount_invalid: [422, "Invalid amount"],
  idempotency_key_reused: [422, "Idempotency key reused", "wait"],
  limit_reached: [422, "Limit reached"],
  rate_limited: [429, "Rate limited"],
  headers_too_large: [431, "Headers too large"],
  internal_error: [500, "Internal error"],
  upstream_failed: [502, "Upstream failed"],
  unavailable: [503, "Unavailable"],
  timeout: [504, "Timeout"],
} as const satisfies Record<string, readonly [status: number, title: string, onApproval?: ApprovalEffect]>;

/** A stable word of the catalogue: what callers branch on, never the text. */
export type ErrorCode = keyof typeof catalogue;

/** HTTP status of a code. */
export function statusOf(code: ErrorCode): number {
  return catalogue[code][0];
}

/** Human title of a code. */
export function titleOf(code: ErrorCode): string {
  return catalogue[code][1];
}

/** Effect of a code on a proposal that is being approved. */
export function approvalEffectOf(code: ErrorCode): ApprovalEffect {
  const [status, , declared]: readonly [number, string, ApprovalEffect?] = catalogue[code];
  if (declared !== undefined) return declared;
  if (status === 403 || status >= 500) return "wait";
  return status === 400 || status === 422 ? "fail" : "conflict";
}
