import type { Schema } from "./field-rules.ts";
import type { Rpc } from "./model.ts";

/** Every tool that writes takes it (agents.tool). */
export const IDEMPOTENCY_KEY: Schema = {
  type: "string",
  minLength: 1,
  maxLength: 255,
  pattern: "^[ -~]+$",
  description:
    "A text of your own that names this write, such as a new UUID. If you send the same call with the same key again within 24 hours, it is not done twice: you get the first result with replayed: true. The same key with other arguments is refused.",
};
/** Every tool that writes takes it, but for those whose schemas are promised; these get it otherwise (trust.reason). */
export const CHANGE_REASON: Schema = {
  type: "string",
  minLength: 1,
  maxLength: 500,
  pattern: "^[^\\x00-\\x1f\\x7f-\\x9f]+$",
  description: "Why you make this change, in a sentence. The people who approve it read this.",
};
/** A tool that changes a resource with a version takes it (agents.tool). */
export const VERSION: Schema = {
  type: "integer",
  minimum: 1,
  description:
    "Version that you have read. If it is no longer the newest, the call changes nothing and its error is version_conflict. Without it you may overwrite what others changed since.",
};
/** Tools with confirm take these; the dispatcher asks for them, not the schema (agents.confirm). */
export const CONFIRMATION: Record<string, Schema> = {
  confirm: {
    type: "boolean",
    description:
      "true if the user has already agreed to exactly this call. Otherwise leave it out: the call then changes nothing and returns a preview with a confirm_token.",
  },
  confirm_token: {
    type: "string",
    description:
      "confirm_token of the error confirmation_required, once the user has agreed to its preview. Within five minutes repeat the call with exactly the same arguments (idempotency_key too) and this token, without confirm.",
  },
};
/** The problem of a refused call, which every tool may answer. */
export const ERROR: Schema = {
  type: "object",
  description:
    "Problem document of a refused call: code, detail, errors with the refused arguments, and hint with the next call. With code confirmation_required it also has preview, confirm_token and expires_in (seconds).",
};
export const TRUNCATED: Schema = {
  type: "boolean",
  description: "True if the text of this result was cut; the structured content is whole.",
};

/** Builds the members of a write outcome (trust.executed) around what the rpc replies. */
export function outcomeOf(result: Schema): Record<string, Schema> {
  const text = { type: "string" };
  const changed = { type: "object", properties: { resource: text, id: text, op: text } };
  return {
    queued: {
      type: "boolean",
      description:
        "True if the change waits for approval: nothing has changed yet, and there is no result. get_changeset shows its state.",
    },
    result,
    changed: { type: "array", items: changed, description: "What the write changed." },
    changeset_id: { ...text, description: "Id of the change or proposal; get_changeset takes it." },
    changeset_url: { ...text, description: "Address at which REST shows the change or proposal." },
    replayed: { type: "boolean", description: "The result of an earlier call with this idempotency_key." },
    expires_at: { ...text, description: "When a proposal that nobody decides on expires." },
    preview: {
      type: "array",
      items: { type: "object" },
      description: "What a proposal would change, before and after.",
    },
  };
}

/** Returns the description of a tool that agents see: its own, and what holds for each tool of its kind. */
export function descriptionOf({ tool, readOnly, trust }: Rpc): string {
  const parts = [tool?.description ?? ""];
  if (tool?.confirm === true)
    parts.push(
      "Needs the user's consent: without confirm or confirm_token the call changes nothing, and its error confirmation_required has a preview to show and a confirm_token.",
    );
  if (!readOnly && trust === "matrix")
    parts.push("It may wait for approval: then the result has queued: true and a changeset_id.");
  return parts.join(" ");
}

/** Leaves out the sentences of a description that are about URLs: tools have none. */
export const withoutUrls = (description: string): string =>
  description.replaceAll(/ ?\bIn a URL [^.]*\./g, "").trim();
