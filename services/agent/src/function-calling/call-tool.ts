import { asAppError, problemOf } from "@jst/errors";
import { problemContext } from "@jst/http";
import { recordedStatus } from "@jst/rpc";
import type { Logger } from "@jst/telemetry";
import type { RequestHandler } from "express";
import { contextOf } from "../call-context.ts";
import { readEnvelope } from "../read-envelope.ts";
import { callTool as runTool, type CallParts } from "../tools/call-tool.ts";
import type { CallContext } from "../tools/tool-call.ts";
import type { Catalogue, ReadyTool } from "../tools/catalogue.ts";
import { withEnvelope } from "../tools/door-arguments.ts";
import { unknownTool } from "../tools/hints.ts";
import { readFilter } from "../tools/filters.ts";
import { resultKind } from "../tools/result-text.ts";
import { readArguments } from "./arguments.ts";
import type { CallResult } from "./format.ts";
import { formatOf, formats } from "./formats.ts";
import { readCall, type NativeCall } from "./native-calls.ts";

/** Options of the function-calling door. */
export interface FunctionCallingParts extends CallParts {
  catalogue: Catalogue;
  logger: Logger;
}

/** Refusals by which a call does not reach its tool: problems with their own status, not results. */
const unreached: ReadonlySet<string> = new Set([
  "insufficient_scope",
  "wildcard_required",
  "viewer_read_only",
  "mcp_export_disabled",
]);

/**
 * Answers POST /api/v1/tools/call: one call, in our shape or a vendor's. The answer is 200 with the tool's result. A
 * problem is answered if no tool was reached: token, scope, export flag, unknown tool, invalid body
 * (agents.function-door). With `?format=` it is the vendor's tool result.
 */
export function callTool(parts: FunctionCallingParts): RequestHandler {
  const { catalogue } = parts;
  return async (request, response) => {
    const format = formatOf(request.url);
    const isWanted = readFilter(request.url, (name) => request.get(name), catalogue, ["format"]);
    const context = contextOf(request, response);
    const call = readCall(await readEnvelope(request));
    const tool = catalogue.find(call.name);
    if (tool === undefined || !isWanted(tool))
      throw unknownTool(
        call.name,
        "A tool with this name does not exist. See GET /api/v1/tools for all tools.",
        {
          tools: catalogue.tools.filter(isWanted),
          caller: context.caller,
        },
      );
    const shown = { ...context, isShown: isWanted };
    const { kind, json } = await outcomeOf(tool, call, shown, parts).catch((thrown: unknown) => {
      const error = asAppError(thrown);
      if (unreached.has(error.code)) throw error;
      if (recordedStatus(error.status, context.departure.aborted) >= 500)
        parts.logger.error({ error: thrown, request_id: context.requestId }, "tool");
      return {
        kind: "refusal" as const,
        json: JSON.stringify(problemOf(error, problemContext(request, parts.baseUrl))),
      };
    });
    const result = { callId: call.callId, name: tool.name, kind, json };
    response
      .type("application/json")
      .send(format === undefined ? ownResult(result) : formats[format].result(result));
  };
}

async function outcomeOf(
  tool: ReadyTool,
  call: NativeCall,
  context: CallContext,
  parts: CallParts,
): Promise<Pick<CallResult, "kind" | "json">> {
  const read = () => ({
    values: withEnvelope(tool, readArguments(call.arguments), call),
    changeReason: call.change_reason,
  });
  const outcome = await runTool(tool, read, context, parts);
  return { kind: resultKind(tool, outcome), json: "problem" in outcome ? outcome.problem : outcome.json };
}

function ownResult({ callId, name, kind, json }: CallResult): string {
  const isOk = kind !== "refusal";
  const head = JSON.stringify({ call_id: callId, name, ok: isOk }).slice(0, -1);
  return `${head},"${isOk ? "result" : "error"}":${json}}`;
}
