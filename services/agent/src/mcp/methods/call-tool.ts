import { AppError, asAppError, jsonRpcCodeOf, problemOf } from "@jst/errors";
import { checkedReason, recordedStatus } from "@jst/rpc";
import { callTool as runTool } from "../../tools/call-tool.ts";
import type { ToolOutcome } from "../../tools/tool-call.ts";
import { clientWords } from "../../tools/call-record.ts";
import { resultKind } from "../../tools/result-text.ts";
import type { ReadyTool } from "../../tools/catalogue.ts";
import type { McpCall, McpMethod } from "../server.ts";
import { unknownTool } from "../../tools/hints.ts";
import { isObject } from "../../is-object.ts";
import { invalidParams, rpcCodes, RpcError } from "../json-rpc.ts";
import { META } from "../protocol.ts";
import { toolResult } from "../results.ts";

/** Refusals of a tool that are an HTTP 403 instead of a result (agents.protocol-errors). */
const rights: ReadonlySet<string> = new Set(["insufficient_scope", "wildcard_required", "viewer_read_only"]);

/**
 * tools/call: what the REST twin would answer. A refusal of the call is a result the model can read; a tool that is
 * not there is an error of the protocol, a missing scope an HTTP 403.
 */
export const callTool: McpMethod = async (call) => {
  const { message, request, parts } = call;
  const tool = toolOf(call);
  const values = argumentsOf(message.params["arguments"]);
  const changeReason = reasonIn(message.params["_meta"]);
  call.note({ tool: tool.name });
  try {
    const words = clientWords(message.params["_meta"], META.clientInfo);
    const isShown = (one: ReadyTool) => request.tools.includes(one);
    const outcome = await runTool(
      tool,
      () => ({ values, changeReason }),
      { ...request, words, isShown },
      parts,
    );
    if ("problem" in outcome) call.note({ code: outcome.code });
    return toolResult(call, textOf(outcome), resultKind(tool, outcome));
  } catch (thrown) {
    const error = asAppError(thrown);
    if (rights.has(error.code)) throw forbidden(tool, error);
    const isFault = recordedStatus(error.status, request.departure.aborted) >= 500;
    call.note({ code: error.code, ...(isFault ? { error } : {}) });
    return toolResult(call, JSON.stringify({ error: problemOf(error, request.problem) }), "refusal");
  }
};

function textOf(outcome: ToolOutcome): string {
  return "problem" in outcome ? `{"error":${outcome.problem}}` : outcome.json;
}

function toolOf({ message, request }: McpCall): ReadyTool {
  const name = message.params["name"];
  if (typeof name !== "string") throw invalidParams("params.name must be the name of a tool.");
  const tool = request.tools.find((one) => one.name === name);
  if (tool === undefined) {
    const detail = "A tool with this name does not exist. Use tools/list to see all tools.";
    throw new RpcError(rpcCodes.invalidParams, 200, unknownTool(name, detail, request));
  }
  return tool;
}

function argumentsOf(value: unknown): Readonly<Record<string, unknown>> {
  if (value === undefined || value === null) return {};
  if (!isObject(value)) throw invalidParams("params.arguments must be an object.");
  return value;
}

/** Member of `_meta` for the reason of a write, also of a tool that takes no such argument (trust.reason). */
const REASON = "jst/change_reason";

function reasonIn(meta: unknown): string | undefined {
  if (!isObject(meta) || meta[REASON] === undefined) return undefined;
  const reason = checkedReason(meta[REASON]);
  if (reason === undefined)
    throw invalidParams(
      `params._meta["${REASON}"] must be a text of 1 to 500 characters, without control characters.`,
    );
  return reason;
}

function forbidden({ scope }: ReadyTool, { code, message, headers, extension: own }: AppError): RpcError {
  const { required_scope: required = `${scope.resource}:${scope.action}` } = own;
  const extension = { ...own, required: [required], required_scope: required };
  return new RpcError(jsonRpcCodeOf(code), 403, new AppError(code, message, { extension, headers }));
}
