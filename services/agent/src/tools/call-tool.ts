import { requireCallerRight, requireModuleOn, type Caller } from "@jst/caller";
import { AppError } from "@jst/errors";
import {
  CALL_HEADER,
  composeMembers,
  decide,
  encodedCall,
  JSON_DEPTH_MAX,
  PREVIEW_HEADER,
  RECORDED_HEADER,
  refusalOf,
  strictFaults,
  type MadeCall,
} from "@jst/rpc";
import { headersOf } from "./call-headers.ts";
import { madeCall, onRecord, recordedArguments, type CallRecord } from "./call-record.ts";
import type { ReadyTool } from "./catalogue.ts";
import type { Confirmations } from "./confirmations.ts";
import type { LocalRpc, LocalRpcs } from "./local-rpcs.ts";
import { LOCAL } from "./tool.ts";
import type { CallContext, ToolInput, ToolOutcome } from "./tool-call.ts";
import { withHint } from "./hints.ts";
import { modelArguments } from "./model-arguments.ts";
import { splitArguments } from "./split-arguments.ts";
import { dryRun, refusal, unconfirmed } from "./previews.ts";
import type { UpstreamReply, Upstreams } from "./upstreams.ts";
import { isQueued, writeOutcome } from "./write-outcome.ts";

/** Parts that make calls. */
export interface CallParts {
  upstreams: Upstreams;
  confirmations: Confirmations;
  local: LocalRpcs;
  record: CallRecord;
  baseUrl: string;
}

/** Key that distinguishes one sending of a call from another. */
interface Sending {
  isPreview?: boolean;
  /** Names the write where the call does not. */
  key?: string | undefined;
}

/**
 * Runs a tool as its REST twin would run, in the order (agents.check-order): scope, module and export flag, schema,
 * confirm, the rpc; and puts the call on record. What is asked for is read after the flags. Throws AppError for what is
 * refused here; insufficient_scope and its kin come first of all. Each refusal has a `hint`.
 */
export function callTool(
  tool: ReadyTool,
  read: () => ToolInput | Promise<ToolInput>,
  context: CallContext,
  parts: CallParts,
): Promise<ToolOutcome> {
  const call = madeCall(tool, context);
  const recorded = () =>
    onRecord(call, context, parts.record, async () => {
      requireAccess(tool, context.caller);
      const sent = await read();
      requireDepth(sent.values);
      const input = { ...sent, values: modelArguments(sent.values, tool.acceptedSchema) };
      Object.assign(call, recordedArguments(input.values, tool));
      requireArguments(tool, input.values);
      return run(tool, input, context, { ...parts, call });
    });
  return withHint(tool, context, recorded);
}

/** Throws what the call is refused for, whatever it asks. */
function requireAccess(tool: ReadyTool, caller: Caller): void {
  requireCallerRight(caller, tool.scope.resource, tool.scope.action);
  requireModuleOn(caller.team.modules, tool.module);
  requireDecision(tool, caller);
}

async function run(
  tool: ReadyTool,
  { values, isDryRun = false, changeReason }: ToolInput,
  from: CallContext,
  parts: CallParts & { call: MadeCall },
): Promise<ToolOutcome> {
  const { confirmations, baseUrl } = parts;
  const context = { ...from, changeReason: changeReason ?? from.changeReason };
  const send = (how: Sending) => sent(tool, values, withKey(context, how.key), { ...parts, ...how });
  if (isDryRun && !tool.readOnly) return dryRun(await send({ isPreview: true }));
  const asks = tool.confirm && (localOf(tool, parts)?.needsConsent?.(values) ?? true);
  const consent = asks ? confirmations.consent(tool, values, context.caller) : {};
  if (consent === undefined) {
    const token = confirmations.token(tool, values, context.caller);
    return unconfirmed(await send({ isPreview: true }), token);
  }
  const reply = await send({ key: consent.key });
  const text = reply.body.toString();
  if (reply.status >= 400) return refusal(reply);
  const json = tool.changes === null ? text : writeOutcome(tool.changes, text, reply, baseUrl);
  return { json, isQueued: isQueued(reply), ...recordOf(reply) };
}

/** Returns the recorded part of a reply. */
function recordOf({ header }: UpstreamReply) {
  return {
    isRecorded: header(RECORDED_HEADER) !== undefined,
    changesetId: header("x-changeset-id"),
    ...(header("idempotency-replayed") === "true" ? { more: { replayed: true as const } } : {}),
  };
}

function sent(
  tool: ReadyTool,
  values: Readonly<Record<string, unknown>>,
  context: CallContext,
  { upstreams, local, call, isPreview = false }: CallParts & Sending & { call: MadeCall },
): Promise<UpstreamReply> {
  const own = localOf(tool, { local });
  if (own !== undefined) return own.answer(values, context, { isPreview, call });
  const { path, target, body } = splitArguments(tool, values);
  const headers = headersOf(values, target, context);
  if (isPreview) headers[PREVIEW_HEADER] = "1";
  else if (!tool.readOnly) headers[CALL_HEADER] = encodedCall(call);
  const deadline = Math.min(context.deadline, Date.now() + tool.rpc.timeoutMs);
  return upstreams.call(tool, { path, body, headers, deadline, departure: context.departure });
}

/** The rpc of this service that answers the tool, if one does. */
function localOf({ rpc }: ReadyTool, { local }: Pick<CallParts, "local">): LocalRpc | undefined {
  return rpc.owner === LOCAL ? local[rpc.method] : undefined;
}

/**
 * A token that stands for consent names the write, so that it is good for one; an argument of the call goes before it.
 */
function withKey(context: CallContext, key: string | undefined): CallContext {
  return key === undefined ? context : { ...context, idempotencyKey: key };
}

/**
 * Throws what the gate refuses: before the arguments are looked at; whether a write runs or is queued, the service
 * says.
 */
function requireDecision(tool: ReadyTool, caller: Caller): void {
  const decision = decide(caller, tool);
  if (decision !== "execute" && decision !== "queue") throw refusalOf(decision, tool.scope);
}

function requireDepth(values: Readonly<Record<string, unknown>>): void {
  if (nestsDeeper(values, JSON_DEPTH_MAX))
    throw new AppError(
      "malformed_json",
      `The arguments are nested more than ${JSON_DEPTH_MAX} levels deep. Nest them less.`,
    );
}

/** Refuses arguments that the tool does not take, and composes their texts (NFC) in place. */
function requireArguments(tool: ReadyTool, values: Readonly<Record<string, unknown>>): void {
  requireDepth(values);
  const faults = strictFaults(values);
  composeMembers(values, tool.exact, faults);
  tool.validator.requireBody(values, faults);
}

function nestsDeeper(value: unknown, levels: number): boolean {
  if (value === null || typeof value !== "object") return false;
  return levels === 0 || Object.values(value).some((member) => nestsDeeper(member, levels - 1));
}
