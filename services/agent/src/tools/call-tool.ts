import { requireModuleOn, requireRight, type Caller } from "@jst/caller";
import { AppError } from "@jst/errors";
import { decide, JSON_DEPTH_MAX, refusalOf, requireStrict } from "@jst/rpc";
import type { ReadyTool } from "./catalogue.ts";
import { splitArguments } from "./split-arguments.ts";
import type { Upstreams } from "./upstreams.ts";
import { writeOutcome } from "./write-outcome.ts";

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
}

/** What a call came to: the JSON of its result, or the problem document of the service, both as text. */
export type ToolOutcome = { json: string } | { problem: string; code: string };

/** What calls are made with. */
export interface CallParts {
  upstreams: Upstreams;
  baseUrl: string;
}

/**
 * Runs a tool as its REST twin would run, in the order of agent-surfaces D5: scope, module and export flag, schema,
 * confirm, the rpc. Throws AppError for what is refused here; insufficient_scope and its kin come first of all.
 */
export async function callTool(
  tool: ReadyTool,
  values: Readonly<Record<string, unknown>>,
  context: CallContext,
  { upstreams, baseUrl }: CallParts,
): Promise<ToolOutcome> {
  requireRight(context.caller, tool.scope.resource, tool.scope.action);
  requireModuleOn(context.caller.team.modules, tool.module);
  requireBuilt(tool);
  requireDecision(tool, context.caller);
  requireArguments(tool, values);
  const { path, target, body } = splitArguments(tool, values);
  const headers = headersOf(values, target, context);
  const deadline = Math.min(context.deadline, Date.now() + tool.rpc.timeoutMs);
  const reply = await upstreams.call(tool, { path, body, headers, deadline });
  const text = reply.body.toString();
  if (reply.status >= 400) return refusal(text);
  return { json: tool.changes === null ? text : writeOutcome(tool.changes, text, reply, baseUrl) };
}

function requireBuilt({ planned, name }: ReadyTool): void {
  if (planned)
    throw new AppError(
      "module_disabled",
      `The tool ${name} is not available on this server yet; its schema will stay.`,
    );
}

/** What the gate refuses is refused here, before the arguments are looked at; whether a write runs or is queued, the service says. */
function requireDecision(tool: ReadyTool, caller: Caller): void {
  const decision = decide(caller, tool);
  if (decision !== "execute" && decision !== "queue") throw refusalOf(decision, tool.scope);
}

function requireArguments(tool: ReadyTool, values: Readonly<Record<string, unknown>>): void {
  if (nestsDeeper(values, JSON_DEPTH_MAX))
    throw new AppError("malformed_json", `The arguments nest deeper than ${JSON_DEPTH_MAX} levels.`);
  requireStrict(values);
  tool.validator.requireBody(values);
  if (tool.confirm && values["confirm"] !== true)
    throw new AppError("confirmation_required", "Ask the user, then call again with confirm: true.");
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

function refusal(problem: string): ToolOutcome {
  const { code } = JSON.parse(problem) as { code: string };
  return { problem, code };
}
