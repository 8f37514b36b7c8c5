import type { Caller } from "@jst/caller";
import {
  AppError,
  asAppError,
  toolHintOf,
  type ErrorCode,
  type FieldError,
  type ToolHint,
} from "@jst/errors";
import { nearestName } from "@jst/rpc";
import type { ReadyTool } from "./catalogue.ts";
import { isOffered } from "./offered.ts";
import type { CallContext, ToolOutcome } from "./tool-call.ts";

/** Characters of a hint (agents.way-out). */
export const HINT_MAX = 300;

type Asker = Pick<CallContext, "caller" | "isShown">;

/** Runs a call, and adds the next call as `hint` to what it is refused for (agents.way-out). */
export async function withHint(
  tool: ReadyTool,
  asker: Asker,
  run: () => Promise<ToolOutcome>,
): Promise<ToolOutcome> {
  try {
    const outcome = await run();
    return "problem" in outcome ? { ...outcome, problem: hinted(outcome.problem, tool, asker) } : outcome;
  } catch (thrown) {
    const error = asAppError(thrown);
    throw withMember(error, hintFor(tool, error, asker));
  }
}

/** Makes the refusal of a name that no tool has; `detail` says where tools are listed. */
export function unknownTool(
  name: string,
  detail: string,
  { tools, caller }: { tools: readonly ReadyTool[]; caller: Caller },
): AppError {
  const names = tools.filter((tool) => isOffered(tool, caller)).map((tool) => tool.name);
  const nearest = nearestName(name, names);
  const { text } = toolHintOf("unknown_tool");
  const hint = nearest === undefined ? text : `Did you mean ${nearest}? ${text}`;
  return new AppError("unknown_tool", detail, { extension: { hint } });
}

function withMember(error: AppError, hint: string): AppError {
  const { code, message, errors, extension, headers } = error;
  const options = { extension: { ...extension, hint }, headers, cause: error.cause ?? error };
  return new AppError(code, message, { ...options, ...(errors === undefined ? {} : { errors }) });
}

/** The problem of a service with the hint behind its members; every other byte stays. */
function hinted(problem: string, tool: ReadyTool, asker: Asker): string {
  const refusal = JSON.parse(problem) as { code: ErrorCode; errors?: FieldError[] };
  const hint = JSON.stringify(hintFor(tool, refusal, asker));
  return `${problem.slice(0, problem.lastIndexOf("}"))},"hint":${hint}}`;
}

function hintFor(
  tool: ReadyTool,
  { code, errors = [] }: { code: ErrorCode; errors?: FieldError[] | undefined },
  asker: Asker,
): string {
  const way = toolHintOf(code);
  const text = way.text.replaceAll("{tool}", tool.name);
  const whole = [text, nextCall(tool, way, errors, asker)].filter((part) => part !== "").join(" ");
  return whole.length <= HINT_MAX ? whole : text.slice(0, HINT_MAX);
}

/** A sentence with the call that shows what the refusal is about; empty where no tool that may be called does. */
function nextCall(
  tool: ReadyTool,
  { next, shows }: ToolHint,
  errors: readonly FieldError[],
  { caller, isShown = () => true }: Asker,
): string {
  if (next === undefined) return "";
  const callable = (one: ReadyTool | undefined) =>
    one !== undefined && one !== tool && isOffered(one, caller) && isShown(one) ? one.name : undefined;
  for (const plural of shows === undefined ? subjectsOf(tool, errors) : [shows]) {
    const { get, list } = tool.readers.get(plural) ?? {};
    const got = next === "read" ? callable(get) : undefined;
    if (got !== undefined) return `Call ${got} to see its present state.`;
    const listed = callable(list);
    if (listed !== undefined) return `Call ${listed} to see the ${plural}.`;
  }
  return "";
}

/** Plurals of what a refusal may be about: what refused members name, then what the path names, the last first. */
function subjectsOf({ rpc }: ReadyTool, errors: readonly FieldError[]): string[] {
  const named = errors.map(({ field }) => /(?:^|\.)([a-z_]+)_id$/.exec(field)?.[1]);
  const inPath = [...rpc.path.matchAll(/\/([a-z-]+)\/\{\w+\}/g)].map(([, plural = ""]) => plural);
  return [...named.flatMap((noun) => (noun === undefined ? [] : [`${noun}s`])), ...inPath.reverse()];
}
