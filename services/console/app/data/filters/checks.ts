import { relativeIn } from "./relative-dates.ts";
import { arityOf, fieldKindOf, operatorsOf, type Arity, type FieldKind, type Fields } from "./operators.ts";
import {
  isCondition,
  isNode,
  joinedIn,
  nodeOf,
  type Condition,
  type Filters,
  type Group,
  type Part,
} from "./tree.ts";

/** Why the API would refuse a condition: its column is gone, or the column does not have this comparison. */
export type ConditionFault = "gone" | "unfit";

const VALUES_MAX = 500;
/** Groups inside one another that the API takes (limits.filter). */
const DEPTH_MAX = 5;

/** Finds why the API would refuse a condition; undefined if it takes it. */
export function faultOf(condition: Condition, fields: Fields): ConditionFault | undefined {
  const field = fields.get(condition.field);
  if (field === undefined) return "gone";
  const { op, value } = condition;
  if (!operatorsOf(field).includes(op)) return "unfit";
  return fitsArity(arityOf(op), value, fieldKindOf(field)) ? undefined : "unfit";
}

function fitsArity(arity: Arity, value: unknown, kind: FieldKind): boolean {
  if (arity === "none") return value === undefined || value === null;
  if (arity === "one") return fits(value, kind);
  if (!Array.isArray(value) || value.length === 0 || value.length > VALUES_MAX) return false;
  return (arity === "several" || value.length === 2) && value.every((one) => fits(one, kind));
}

const ID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
const INSTANT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/i;

function fits(value: unknown, kind: FieldKind): boolean {
  if (kind === "date" || kind === "datetime")
    return typeof value === "string"
      ? isDay(value) || (kind === "datetime" && INSTANT.test(value))
      : relativeIn(value) !== undefined;
  if (kind === "number") return typeof value === "number" && isExact(value);
  if (kind === "boolean") return typeof value === "boolean";
  if (kind === "none" || typeof value !== "string") return false;
  return kind === "id" || kind === "ids" ? ID.test(value) : true;
}

/** Whether a text is a day of the calendar. */
export function isDay(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

const isExact = (value: number): boolean =>
  Number.isSafeInteger(value) || (Number.isFinite(value) && !Number.isInteger(value));

/** Whether the API takes a node of any form. */
export function fitsNode(node: unknown, fields: Fields, depth = 0): boolean {
  if (isCondition(node)) return faultOf(node, fields) === undefined;
  if (depth >= DEPTH_MAX || !isNode(node)) return false;
  if (Object.keys(node).length === 1 && "not" in node) return fitsNode(node["not"], fields, depth + 1);
  return joinedIn(node)?.nodes.every((one) => fitsNode(one, fields, depth + 1)) === true;
}

/** Reports whether the API would refuse no part of the filter. */
export const isWhole = (filters: Filters, fields: Fields): boolean =>
  JSON.stringify(applied(filters, fields)) === JSON.stringify(nodeOf(filters));

/** The filter without what the API would refuse, as it is asked for; undefined for every row. */
export function applied({ joins, parts }: Filters, fields: Fields): unknown {
  const fit = (condition: Condition) => faultOf(condition, fields) === undefined;
  const kept = parts.flatMap((part): Part[] => {
    if ("condition" in part) return fit(part.condition) ? [part] : [];
    if ("own" in part) return fitsNode(part.own, fields, 1) ? [part] : [];
    const group: Group = { ...part.group, conditions: part.group.conditions.filter(fit) };
    return group.conditions.length === 0 ? [] : [{ group }];
  });
  return nodeOf({ joins, parts: kept });
}
