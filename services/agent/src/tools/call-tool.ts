import { requireModuleOn, requireRight, type Caller } from "@jst/caller";
import { AppError } from "@jst/errors";
import { decide, JSON_DEPTH_MAX, PREVIEW_HEADER, refusalOf, requireStrict } from "@jst/rpc";
import type { ReadyTool } from "./catalogue.ts";
import type { Confirmations } from "./confirmations.ts";
import { LOCAL, type LocalRpcs } from "./local-rpcs.ts";
import { splitArguments } from "./split-arguments.ts";
import { dryRun, refusal, unconfirmed } from "./previews.ts";
import type { UpstreamReply, Upstreams } from "./upstreams.ts";
import { writeOutcome } from "./write-outcome.ts";

const ACCEPTED = 202;

/** Who calls, and all that travels on with the call. */
export interface CallContext {
  caller: Caller;
  /** The signed caller, forwarded unchanged. */
  callerToken: string;
  requestId: string;
  traceparent: string | undefined;
  tracestate: string | undefined;
  /** Idempotency-Key of the HTTP request; the argument goes before it. */
  idempotencyKey: string | undefined;
  /** Milliseconds of Unix time. */
  deadline: number;
  /** A write shows what it would change, and changes nothing. */
  isDryRun?: boolean;
}

/** What a call came to: the JSON of its result, or the problem document of the service, both as text. */
export type ToolOutcome =
  { json: string; isQueued: boolean } | { problem: string; code: string; status: number };

/** What calls are made with. */
export interface CallParts {
  upstreams: Upstreams;
  confirmations: Confirmations;
  local: LocalRpcs;
  baseUrl: string;
}

/** What tells one sending of a call from another. */
interface Sending {
  isPreview?: boolean;
  /** Names the write where the call does not. */
  key?: string | undefined;
}

/**
 * Runs a tool as its REST twin would run, in the order of agent-surfaces D5: scope, module and export flag, schema,
 * confirm, the rpc. Throws AppError for what is refused here; insufficient_scope and its kin come first of all.
 */
export async function callTool(
  tool: ReadyTool,
  values: Readonly<Record<string, unknown>>,
  context: CallContext,
  parts: CallParts,
): Promise<ToolOutcome> {
  const { confirmations, baseUrl } = parts;
  requireRight(context.caller, tool.scope.resource, tool.scope.action);
  requireModuleOn(context.caller.team.modules, tool.module);
  requireBuilt(tool);
  requireDecision(tool, context.caller);
  requireArguments(tool, values);
  const send = (how: Sending) => sent(tool, values, withKey(context, how.key), { ...parts, ...how });
  if (context.isDryRun === true && !tool.readOnly) return dryRun(await send({ isPreview: true }));
  const consent = tool.confirm ? confirmations.consent(tool, values, context.caller) : {};
  if (consent === undefined) {
    const token = confirmations.token(tool, values, context.caller);
    return unconfirmed(await send({ isPreview: true }), token);
  }
  const reply = await send({ key: consent.key });
  const text = reply.body.toString();
  if (reply.status >= 400) return refusal(reply);
  const json = tool.changes === null ? text : writeOutcome(tool.changes, text, reply, baseUrl);
  return { json, isQueued: reply.status === ACCEPTED };
}

function sent(
  tool: ReadyTool,
  values: Readonly<Record<string, unknown>>,
  context: CallContext,
  { upstreams, local, isPreview = false }: CallParts & Sending,
): Promise<UpstreamReply> {
  const own = local[tool.rpc.method];
  if (tool.rpc.owner === LOCAL && own !== undefined) return own(values, context);
  const { path, target, body } = splitArguments(tool, values);
  const headers = headersOf(values, target, context);
  if (isPreview) headers[PREVIEW_HEADER] = "1";
  const deadline = Math.min(context.deadline, Date.now() + tool.rpc.timeoutMs);
  return upstreams.call(tool, { path, body, headers, deadline });
}

/** A token that stands for consent names the write, so that it is good for one; an argument of the call goes before it. */
function withKey(context: CallContext, key: string | undefined): CallContext {
  return key === undefined ? context : { ...context, idempotencyKey: key };
}

function requireBuilt({ planned, name }: ReadyTool): void {
  if (planned)
    throw new AppError(
      "module_disabled",
      `The tool ${name} is not available on this server yet; its schema will stay.`,
    );
}

/** Throws what the gate refuses: before the arguments are looked at; whether a write runs or is queued, the service says. */
export function requireDecision(tool: ReadyTool, caller: Caller): void {
  const decision = decide(caller, tool);
  if (decision !== "execute" && decision !== "queue") throw refusalOf(decision, tool.scope);
}

function requireArguments(tool: ReadyTool, values: Readonly<Record<string, unknown>>): void {
  if (nestsDeeper(values, JSON_DEPTH_MAX))
    throw new AppError("malformed_json", `The arguments nest deeper than ${JSON_DEPTH_MAX} levels.`);
  requireStrict(values);
  tool.validator.requireBody(values);
}

function nestsDeeper(value: unknown, levels: number): boolean {
  if (value === null || typeof value !== "object") return false;
  return levels === 0 || Object.values(value).some((member) => nestsDeeper(member, levels - 1));
}

function headersOf(
  values: Readonly<Record<string, unknown>>,
  target: string,
  { callerToken, requestId, traceparent, tracestate, idempotencyKey }: CallContext,
): Record<string, string> {
  const key = (values["idempotency_key"] as string | undefined) ?? idempotencyKey;
  return {
    "x-internal-token": callerToken,
    "x-envoy-original-path": target,
    "x-request-id": requestId,
    ...(traceparent === undefined ? {} : { traceparent }),
    ...(tracestate === undefined ? {} : { tracestate }),
    ...(key === undefined ? {} : { "idempotency-key": key }),
  };
}
