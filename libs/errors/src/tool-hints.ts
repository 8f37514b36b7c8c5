import type { ErrorCode } from "./catalogue.ts";
import { meaningOf } from "./meanings.ts";

/** Kind of the call that helps before the refused one is repeated: a list, or the present state of the resource. */
export type NextCall = "list" | "read";

/** The way out of a refusal for an agent. `{tool}` in the text stands for the tool that was called. */
export interface ToolHint {
  text: string;
  next?: NextCall;
  /** Plural of what the next call shows, if that is not the resource of the refused call. */
  shows?: string;
}

const again = (text: string): ToolHint => ({ text: `${text}, then call {tool} again.` });
const read = (text: string): ToolHint => ({ text, next: "read" });
const list = (text: string, shows?: string): ToolHint => ({
  text,
  next: "list",
  ...(shows === undefined ? {} : { shows }),
});

const correct = "Correct what errors and detail report, and call {tool} again. Nothing was stored.";
const later = "Wait a moment and call {tool} again; for a write, with the same idempotency_key.";
const newKey = "Call {tool} again without idempotency_key, or with a new one.";
const askOwner =
  "Inform the user that an owner or admin of the team can turn it on, and do not repeat the call.";
const askRight = "Inform the user which right is missing. Do not call {tool} again without it.";

/** Hints where the way out of an agent is not that of a program, or another tool helps. */
const own: Partial<Record<ErrorCode, ToolHint>> = {
  malformed_json: again("Nest the arguments less, and remove NUL and broken characters from them"),
  invalid_parameter: { text: correct },
  unknown_parameter: { text: correct },
  validation_failed: { text: correct },
  field_not_whitelisted: { text: correct },
  amount_invalid: { text: correct },
  invalid_filter: list("Correct the filter as detail says, and call {tool} again."),
  invalid_sort: list("Write the sort as field:asc or field:desc, with a field that detail lists."),
  unknown_column: list("Use the names of columns that the table has."),
  type_mismatch: list("Send values of the types that the columns have."),
  invalid_cursor: { text: "Call {tool} without cursor to start again at the first page." },
  invalid_idempotency_key: {
    text: "Send an idempotency_key of 1 to 255 printable ASCII characters, or leave it out.",
  },
  insufficient_scope: { text: askRight },
  wildcard_required: { text: askRight },
  viewer_read_only: {
    text: "The user has the role viewer, which can only read. Inform the user. You can still call tools that read.",
  },
  mcp_export_disabled: { text: `You can still call tools that read. ${askOwner}` },
  module_disabled: { text: askOwner },
  commerce_disabled: { text: askOwner },
  mcp_actions_disabled: { text: askOwner },
  agent_connect_disabled: { text: askOwner },
  proposals_unavailable: {
    text: "Inform the user that this token cannot make this change, not even as a proposal.",
  },
  rule_refused: {
    text: "Show the user the detail: an approval rule of the team refuses this change. Do not repeat the call, and do not split it.",
  },
  not_found: list("Check the id: the item does not exist, or this token has no access to it."),
  unknown_tool: { text: "List the tools, and call one of them by its exact name." },
  confirmation_required: {
    text: "Show the user the preview. Once the user agrees, call {tool} again with the same arguments and confirm_token.",
  },
  name_taken: list("Send another name, or use the existing item with the id in existing_id."),
  slug_taken: list("Send another slug."),
  contact_exists: list("Send other values, or change the contact with the id in existing_id."),
  unique_violation: list("Send another value, or change the row with the id in existing_id."),
  slot_unavailable: list("Call {tool} again with one of the alternatives.", "slots"),
  invalid_slot: list("Call {tool} again with a time that can be booked.", "slots"),
  invalid_state_transition: read("Choose a state that allowed lists."),
  changeset_conflict: read("The data was changed. Read it again, and make the change on the present data."),
  changeset_not_pending: {
    ...read("The proposal is already decided, withdrawn or expired."),
    shows: "changesets",
  },
  version_conflict: read("Read the item again, and send current_version with the change."),
  asset_unavailable: read("Call {tool} again once the asset is available."),
  idempotency_in_progress: again("The same call is still running: wait a moment"),
  idempotency_conflict: { text: newKey },
  idempotency_key_reused: { text: newKey },
  rate_limited: again("Wait for retry_after_seconds"),
  uri_too_long: again("Shorten the filter, the list or the id"),
  payload_too_large: again("Send less, or split it"),
  archive_too_large: again("Split the archive"),
  range_not_satisfiable: { text: "Ask for bytes within the size in Content-Range." },
  form_already_submitted: { text: "Inform the user that this form accepts one submission for each person." },
  internal_error: {
    text: "Wait a moment and call {tool} again; for a write, with the same idempotency_key. If it fails again, report request_id.",
  },
  upstream_failed: { text: later },
  unavailable: { text: later },
  timeout: {
    text: "A write may be done: check the data first. Call {tool} again only for a read, or with the same idempotency_key.",
  },
};

/** The way out of a refusal for an agent (agents.way-out): one of its own, or that of the code's meaning. */
export function toolHintOf(code: ErrorCode): ToolHint {
  return own[code] ?? { text: wayOutIn(meaningOf(code)) };
}

/** The sentences behind the first one, which says what has happened. */
function wayOutIn(meaning: string): string {
  return meaning.slice(meaning.indexOf(". ") + 1).trim();
}
