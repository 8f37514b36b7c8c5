import { toldNames } from "@jst/errors";
import { invalidFilter } from "./condition.ts";
import type { Field, Fields } from "./field.ts";
import { operators } from "./operators.ts";

/** Groups (and, or, not) inside one another. */
export const FILTER_DEPTH_MAX = 5;
/** Conditions in one filter. */
export const FILTER_CONDITIONS_MAX = 50;

/** A condition whose field and operator there are; its value is not read yet. */
export interface ConditionTree {
  field: Field;
  op: string;
  value: unknown;
  /** Place in the filter, such as `$.and[0]`. */
  at: string;
  /** True for the items that do not fulfil it. */
  isDenied: boolean;
}

/** Conditions of which all, or any, must hold. */
export interface GroupTree {
  isAll: boolean;
  parts: FilterTree[];
  /** The parts as they are written. */
  written: readonly unknown[];
}

/** A parsed filter. A denial is carried inwards to the conditions, where an index may answer it. */
export type FilterTree = ConditionTree | GroupTree;

/** The one grammar of filters (conventions.filter). Throws `invalid_filter` with `position`. */
export function treeOf(node: unknown, fields: Fields): FilterTree {
  return parseNode({ fields, conditions: 0 }, { node, at: "$", depth: 0, isDenied: false });
}

interface Walk {
  fields: Fields;
  conditions: number;
}

/** One node, and where it is. */
interface Place {
  node: unknown;
  at: string;
  depth: number;
  isDenied: boolean;
}

function parseNode(walk: Walk, { node, at, depth, isDenied }: Place): FilterTree {
  if (typeof node !== "object" || node === null || Array.isArray(node)) {
    throw invalidFilter(
      at,
      'Each part of a filter must be an object: a condition such as {"field": "status", "op": "eq", "value": "open"}, or one of and, or, not.',
    );
  }
  const members = node as Record<string, unknown>;
  const group = (["and", "or", "not"] as const).find((key) => Object.hasOwn(members, key));
  if (group === undefined) return parseCondition(walk, members, { at, isDenied });
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
  if (group === "not") return parseNode(walk, { ...inside(inner, ".not"), isDenied: !isDenied });
  if (!Array.isArray(inner) || inner.length === 0)
    throw invalidFilter(`${at}.${group}`, `'${group}' must be a list of at least one condition.`);
  const parts = inner.map((child: unknown, index) => parseNode(walk, inside(child, `.${group}[${index}]`)));
  return { isAll: (group === "and") !== isDenied, parts, written: inner };
}

function parseCondition(
  walk: Walk,
  members: Record<string, unknown>,
  { at, isDenied }: Pick<Place, "at" | "isDenied">,
): ConditionTree {
  const stranger = Object.keys(members).find((key) => key !== "field" && key !== "op" && key !== "value");
  if (stranger !== undefined)
    throw invalidFilter(
      at,
      `A condition has the fields field, op and value. Remove '${stranger.slice(0, 80)}'.`,
    );
  walk.conditions += 1;
  if (walk.conditions > FILTER_CONDITIONS_MAX)
    throw invalidFilter(at, `The filter has more than ${FILTER_CONDITIONS_MAX} conditions. Remove some.`);
  const { field: name, op, value } = members;
  const field = typeof name === "string" ? walk.fields.get(name) : undefined;
  if (field === undefined || field.filter === false) {
    const shown =
      typeof name === "string"
        ? `You cannot filter by '${name.slice(0, 80)}'. ${whatFilters(walk.fields)}`
        : `A condition needs a field. ${whatFilters(walk.fields)}`;
    throw invalidFilter(`${at}.field`, shown);
  }
  const ofKind = operators[field.kind];
  if (typeof op !== "string" || !Object.hasOwn(ofKind, op)) {
    throw invalidFilter(
      `${at}.op`,
      `Field '${field.name}' (${field.kind}) does not support this operator. Use one of: ${Object.keys(ofKind).join(", ")}.`,
    );
  }
  return { field, op, value, at, isDenied };
}

function whatFilters(fields: Fields): string {
  const filtered = [...fields.values()].filter((field) => field.filter !== false);
  return `Filter by: ${toldNames(filtered.map((field) => field.name))}.`;
}
