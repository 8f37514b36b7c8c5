import { isRoundedInteger, toldNames } from "@jst/errors";
import { type FilterContext, invalidFilter } from "./condition.ts";
import type { Fields } from "./field.ts";
import { denied } from "./denials.ts";
import { operators } from "./operators.ts";
import type { Params } from "./params.ts";
import { joinShared, SHARED_TEXT, type SharedTexts, sharedTextOf, sharedTexts } from "./shared-texts.ts";

/** Bytes of a filter after decoding (limits.filter: longer is 400, not 414). */
export const FILTER_BYTES_MAX = 8192;
/** Groups (and, or, not) inside one another. */
export const FILTER_DEPTH_MAX = 5;
/** Conditions in one filter. */
export const FILTER_CONDITIONS_MAX = 50;

interface Walk {
  fields: Fields;
  params: Params;
  context: FilterContext;
  conditions: number;
}

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
  return compileNode(
    { fields, params, context, conditions: 0 },
    { node, at: "$", depth: 0, isDenied: false },
  );
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

/** One node, and where it is. */
interface Place {
  node: unknown;
  at: string;
  depth: number;
  /** True for the rows that do not fulfil it. */
  isDenied: boolean;
  /** Texts that the conditions of its group have one copy of. */
  shared?: SharedTexts | undefined;
}

/** A denial is carried inwards to the conditions, where an index may answer it. */
function compileNode(walk: Walk, { node, at, depth, isDenied, shared }: Place): string {
  if (typeof node !== "object" || node === null || Array.isArray(node)) {
    throw invalidFilter(
      at,
      'Each part of a filter must be an object: a condition such as {"field": "status", "op": "eq", "value": "open"}, or one of and, or, not.',
    );
  }
  const members = node as Record<string, unknown>;
  const group = (["and", "or", "not"] as const).find((key) => Object.hasOwn(members, key));
  if (group === undefined) return compileCondition(walk, members, { at, isDenied, shared });
  if (Object.keys(members).length > 1)
    throw invalidFilter(at, `An object with '${group}' cannot have another field. Remove the other fields.`);
  if (depth >= FILTER_DEPTH_MAX)
    throw invalidFilter(at, `The filter is nested more than ${FILTER_DEPTH_MAX} levels deep. Nest it less.`);
  const inner = members[group];
  const inside = (child: unknown, step: string): Place => ({
    node: child,
    at: at + step,
    depth: depth + 1,
    isDenied,
  });
  if (group === "not") return compileNode(walk, { ...inside(inner, ".not"), isDenied: !isDenied });
  if (!Array.isArray(inner) || inner.length === 0)
    throw invalidFilter(`${at}.${group}`, `'${group}' must be a list of at least one condition.`);
  const sign = (group === "and") !== isDenied ? " and " : " or ";
  const sharing = sharedTexts(inner, walk.fields);
  const parts = inner.map((child: unknown, index) =>
    compileNode(walk, { ...inside(child, `.${group}[${index}]`), shared: sharing }),
  );
  return `(${joinShared(inner, parts, { shared: sharing, sign }).join(sign)})`;
}

function compileCondition(
  walk: Walk,
  members: Record<string, unknown>,
  { at, isDenied, shared }: Omit<Place, "node" | "depth">,
): string {
  const stranger = Object.keys(members).find((key) => key !== "field" && key !== "op" && key !== "value");
  if (stranger !== undefined)
    throw invalidFilter(
      at,
      `A condition has the fields field, op and value. Remove '${stranger.slice(0, 80)}'.`,
    );
  walk.conditions += 1;
  if (walk.conditions > FILTER_CONDITIONS_MAX)
    throw invalidFilter(at, `The filter has more than ${FILTER_CONDITIONS_MAX} conditions. Remove some.`);
  const { field: name, op } = members;
  const field = typeof name === "string" ? walk.fields.get(name) : undefined;
  if (field === undefined || field.filter === false) {
    const shown =
      typeof name === "string"
        ? `You cannot filter by '${name.slice(0, 80)}'. ${whatFilters(walk.fields)}`
        : `A condition needs a field. ${whatFilters(walk.fields)}`;
    throw invalidFilter(`${at}.field`, shown);
  }
  const ofKind = operators[field.kind];
  const operator = typeof op === "string" && Object.hasOwn(ofKind, op) ? ofKind[op] : undefined;
  if (operator === undefined) {
    throw invalidFilter(
      `${at}.op`,
      `Field '${field.name}' (${field.kind}) does not support this operator. Use one of: ${Object.keys(ofKind).join(", ")}.`,
    );
  }
  const asked = shared?.has(sharedTextOf(members)) === true ? { ...field, lowered: SHARED_TEXT } : field;
  const condition = { field: asked, value: members.value, at, params: walk.params, context: walk.context };
  return isDenied ? denied(op as string, condition) : operator(condition);
}

function whatFilters(fields: Fields): string {
  const filtered = [...fields.values()].filter((field) => field.filter !== false);
  return `Filter by: ${toldNames(filtered.map((field) => field.name))}.`;
}
