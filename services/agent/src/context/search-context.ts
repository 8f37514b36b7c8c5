import { isModuleOn } from "@jst/caller";
import { type FieldError, validationFailed } from "@jst/errors";
import { readJson } from "@jst/http";
import { JSON_DEPTH_MAX, strictFaults, Validator } from "@jst/rpc";
import { composedTexts } from "@jst/values";
import type { RequestHandler } from "express";
import type { ContextAnswer, ContextQuestion } from "../../gen/rpc.ts";
import { ContextQuestion as ContextQuestionSchema } from "../../gen/schemas.ts";
import { contextOf } from "../call-context.ts";
import { BODY_MAX_BYTES } from "../read-envelope.ts";
import type { CallContext } from "../tools/tool-call.ts";
import { localReply, type LocalRpc } from "../tools/local-rpcs.ts";
import { withinBudget } from "./fuse.ts";
import { type SourceName, sourceNames } from "./knowledge-sources.ts";
import type { Searcher } from "./searcher.ts";

const LIMIT_DEFAULT = 10;
const MAX_CHARS_DEFAULT = 8_000;

const validator = new Validator(ContextQuestionSchema);

/** POST /api/v1/context: the passages of tables, contacts and bases that answer a question (context.search). */
export function searchContext(searcher: Searcher): RequestHandler {
  return async (request, response) => {
    const context = contextOf(request, response);
    const body = await readJson(request, { maxBytes: BODY_MAX_BYTES, depthMax: JSON_DEPTH_MAX });
    validator.requireBody(body, strictFaults(body));
    response.json(await answerTo(searcher, body as ContextQuestion, context));
  };
}

/** The same as a tool. */
export function searchContextTool(searcher: Searcher): LocalRpc {
  return {
    answer: async (values, context) =>
      localReply(await answerTo(searcher, values as unknown as ContextQuestion, context)),
  };
}

async function answerTo(
  searcher: Searcher,
  question: ContextQuestion,
  context: CallContext,
): Promise<ContextAnswer> {
  const { caller, requestId, traceparent, callerToken, deadline } = context;
  composedTexts(question);
  const asked = sourcesOf(question);
  const {
    query,
    limit = LIMIT_DEFAULT,
    table_ids,
    base_ids,
    filter,
    mode = "hybrid",
    max_chars = MAX_CHARS_DEFAULT,
  } = question;
  const wanted = {
    team_id: caller.team_id,
    query,
    limit,
    timezone: caller.team.timezone,
    ...(table_ids === undefined ? {} : { table_ids }),
    ...(base_ids === undefined ? {} : { base_ids }),
    ...(filter === undefined ? {} : { filter }),
  };
  const hop = { requestId, traceparent, callerToken, deadline, departure: () => context.departure };
  const sources = asked.filter((name) => isModuleOn(caller.team.modules, name));
  const { fused, modeUsed } = await searcher.search({ sources, mode, wanted }, hop);
  return { ...withinBudget(fused, max_chars), mode_used: modeUsed, untrusted: true };
}

/** Where to look. Throws validation_failed for ids of a source that is not asked, and a filter that fits none. */
function sourcesOf({ sources, table_ids, base_ids, filter }: ContextQuestion): readonly SourceName[] {
  const named = [
    ...(table_ids === undefined ? [] : ["tables"]),
    ...(base_ids === undefined ? [] : ["bases"]),
  ];
  const asked = sources ?? (named.length === 0 ? sourceNames : named);
  const faults: FieldError[] = [];
  const refuse = (field: string, message: string) => faults.push({ field, code: "invalid_value", message });
  if (table_ids !== undefined && !asked.includes("tables"))
    refuse(
      "table_ids",
      'table_ids can be used only if sources has "tables". Add "tables" to sources, or remove table_ids.',
    );
  if (base_ids !== undefined && !asked.includes("bases"))
    refuse(
      "base_ids",
      'base_ids can be used only if sources has "bases". Add "bases" to sources, or remove base_ids.',
    );
  const isOfOneTable = table_ids?.length === 1 && asked.length === 1 && asked[0] === "tables";
  if (filter !== undefined && !isOfOneTable)
    refuse(
      "filter",
      "A filter needs exactly one table in table_ids and no other source. Send one table, or remove filter.",
    );
  if (faults.length > 0) throw validationFailed(faults);
  return sourceNames.filter((name) => asked.includes(name));
}
