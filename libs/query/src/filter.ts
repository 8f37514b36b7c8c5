import { isRoundedInteger } from "@jst/errors";
import { type FilterContext, invalidFilter, type Operator } from "./condition.ts";
import type { Fields } from "./field.ts";
import { denied } from "./denials.ts";
import { type ConditionTree, type FilterTree, treeOf } from "./filter-tree.ts";
import { operators } from "./operators.ts";
import type { Params } from "./params.ts";
import { joinShared, SHARED_TEXT, type SharedTexts, sharedTextOf, sharedTexts } from "./shared-texts.ts";

/** Bytes of a filter after decoding (limits.filter: longer is 400, not 414). */
export const FILTER_BYTES_MAX = 8192;
/**
 * Compiles the filter JSON (conventions.filter) into a boolean SQL expression; every value becomes a parameter. Throws
 * `invalid_filter` with `position` for anything it does not understand.
 */
export function compileFilter(
  jsonText: string,
  fields: Fields,
  params: Params,
  context: FilterContext,
): string {
  if (Buffer.byteLength(jsonText) > FILTER_BYTES_MAX) {
    throw invalidFilter("$", `The filter is longer than ${FILTER_BYTES_MAX} bytes. Shorten it.`);
  }
  return compileFilterNode(parseFilter(jsonText), fields, params, context);
}

/** Compiles a filter that has been parsed already, such as one stored with a view. */
export function compileFilterNode(
  node: unknown,
  fields: Fields,
  params: Params,
  context: FilterContext,
): string {
  return sqlOf(treeOf(node, fields), { fields, params, context });
}

/**
 * Parses the JSON of a filter. An integer that a double would round becomes infinite, as a number beyond a double does:
 * its condition refuses it with its place. Throws `invalid_filter` for invalid JSON.
 */
export function parseFilter(jsonText: string): unknown {
  try {
    return JSON.parse(jsonText, (_name, value: unknown, of?: { source?: string }) =>
      typeof value === "number" && isRoundedInteger(of?.source ?? "") ? Infinity : value,
    );
  } catch {
    throw invalidFilter(
      "$",
      'The filter is not valid JSON. Write it such as {"field": "status", "op": "eq", "value": "open"}.',
    );
  }
}

/** Parts that the SQL of a whole filter shares. */
interface Compiling {
  fields: Fields;
  params: Params;
  context: FilterContext;
}

/** Builds the SQL of a part; `shared` are the texts of which the conditions of its group have one copy. */
function sqlOf(tree: FilterTree, whole: Compiling, shared?: SharedTexts): string {
  if ("op" in tree) return conditionSql(tree, whole, shared);
  const sign = tree.isAll ? " and " : " or ";
  const sharing = sharedTexts(tree.written, whole.fields);
  const parts = tree.parts.map((part) => sqlOf(part, whole, sharing));
  return `(${joinShared(tree.written, parts, { shared: sharing, sign }).join(sign)})`;
}

function conditionSql(
  { field, op, value, at, isDenied }: ConditionTree,
  { params, context }: Compiling,
  shared: SharedTexts | undefined,
): string {
  const isShared = shared?.has(sharedTextOf({ field: field.name, op })) === true;
  const condition = {
    field: isShared ? { ...field, lowered: SHARED_TEXT } : field,
    value,
    at,
    params,
    context,
  };
  return isDenied ? denied(op, condition) : (operators[field.kind][op] as Operator)(condition);
}
