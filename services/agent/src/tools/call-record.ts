import { actorIdOf, type Caller } from "@jst/caller";
import { AppError, asAppError } from "@jst/errors";
import { callJson, digestOf, type MadeCall } from "@jst/rpc";
import type { MadeToolCall } from "../../gen/internal.ts";
import { isObject } from "../is-object.ts";
import type { ReadyTool } from "./catalogue.ts";
import { redacted } from "./redacted.ts";
import type { CallContext, ClientWords, ToolOutcome } from "./tool-call.ts";

/** Puts calls on record; resolves once they are, rejects with unavailable or timeout when they are not. */
export interface CallRecord {
  add(call: MadeToolCall, deadline: number): Promise<void>;
}

const WORD_MAX = 100;

/** The call of a tool as it begins; its arguments follow when they have been read. */
export function madeCall(tool: ReadyTool, { caller, words = {} }: CallContext): MadeCall {
  const { name, scope } = tool;
  return {
    resource: scope.resource,
    tool: name,
    door: caller.door,
    ...noArguments,
    ...words,
    startedAt: Date.now(),
  };
}

const noArguments = { arguments: {}, arguments_digest: digestOf({}).toString("hex") };

/** Returns the recorded part of the arguments (agents.on-record). */
export function recordedArguments(
  values: Readonly<Record<string, unknown>>,
  { inputSchema }: ReadyTool,
): Pick<MadeCall, "arguments" | "arguments_digest"> {
  return { arguments: redacted(values, inputSchema), arguments_digest: digestOf(values).toString("hex") };
}

/** The words of a message's `_meta`: clientInfo, and the trace context that MCP puts there. */
export function clientWords(meta: unknown, infoKey: string): ClientWords {
  if (!isObject(meta)) return {};
  const { [infoKey]: info, traceparent } = meta;
  const { name, version = "" } = isObject(info) ? info : {};
  return {
    ...(typeof name === "string" && typeof version === "string"
      ? { client: { name: name.slice(0, WORD_MAX), version: version.slice(0, WORD_MAX) } }
      : {}),
    ...(typeof traceparent === "string" && /^[\da-f-]{55}$/.test(traceparent) ? { traceparent } : {}),
  };
}

/**
 * Runs a call and puts it on record before anybody learns how it ended: what cannot be recorded is not answered. A
 * write that the service has recorded in its own transaction is on record already (ADR 34, 51).
 */
export async function onRecord(
  call: MadeCall,
  context: CallContext,
  record: CallRecord,
  run: () => Promise<ToolOutcome>,
): Promise<ToolOutcome> {
  const add = (end: CallEnd) => record.add(entryOf(call, context, end), context.deadline);
  const outcome = await run().catch(async (thrown: unknown) => {
    await add(asAppError(thrown));
    throw thrown;
  });
  if ("problem" in outcome) await add(outcome);
  else if (!outcome.isRecorded) await add({ ...outcome, status: 200 });
  return outcome;
}

/** How a call ended, as far as the record tells. */
interface CallEnd {
  status: number;
  code?: string;
  changesetId?: string | undefined;
  more?: object;
}

function entryOf(call: MadeCall, { caller, requestId }: CallContext, end: CallEnd): MadeToolCall {
  const { status, code, changesetId, more } = end;
  return {
    ...actorOf(caller),
    request_id: requestId,
    resource: call.resource,
    outcome: outcomeOf(status),
    ...(status >= 400 && code !== undefined ? { code } : {}),
    ...(changesetId === undefined ? {} : { changeset_id: changesetId }),
    call: callJson(call, more),
  };
}

function actorOf(caller: Caller) {
  const { team_id, token_type: actor_type, token_id } = caller;
  return { team_id, actor_type, actor_id: actorIdOf(caller), token_id };
}

function outcomeOf(status: number): MadeToolCall["outcome"] {
  if (status < 400) return "success";
  if (status === 401 || status === 403) return "denied";
  return status === 404 ? "not_found" : "failed";
}

/** The refusal of a call that could not be put on record. */
export function unrecorded(cause: unknown): AppError {
  const detail =
    "This call could not be written to the audit log, so its result is not shown. Check the data, then try again.";
  return new AppError("unavailable", detail, { cause });
}
