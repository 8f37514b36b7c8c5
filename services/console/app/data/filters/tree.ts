/** A condition of the rows that are shown, as the API takes it (conventions.filter). */
export interface Condition {
  field: string;
  op: string;
  value?: unknown;
}

/** Whether all conditions hold, or one of them. */
export type Joins = "and" | "or";

/** Conditions that are one part of a filter. */
export interface Group {
  joins: Joins;
  conditions: readonly Condition[];
}

/** A part of a filter: a condition, a group of them, or a node that chips cannot show. */
export type Part = { condition: Condition } | { group: Group } | { own: unknown };

/** A filter as chips show it. */
export interface Filters {
  joins: Joins;
  parts: readonly Part[];
}

export const NO_FILTERS: Filters = { joins: "and", parts: [] };

/** The place of a condition: its part, and within a group its index. */
export interface Place {
  part: number;
  inGroup?: number;
}

const MEMBERS = ["field", "op", "value"];

/** Whether a node is one condition and nothing else. */
export function isCondition(node: unknown): node is Condition {
  if (!isNode(node) || typeof node["field"] !== "string" || typeof node["op"] !== "string") return false;
  return Object.keys(node).every((name) => MEMBERS.includes(name));
}

/** Whether a node is an object. */
export const isNode = (node: unknown): node is Readonly<Record<string, unknown>> =>
  typeof node === "object" && node !== null && !Array.isArray(node);

/** The members of a node that joins others; undefined for every other node. */
export function joinedIn(node: unknown): { joins: Joins; nodes: readonly unknown[] } | undefined {
  if (!isNode(node) || Object.keys(node).length !== 1) return undefined;
  const joins = "and" in node ? "and" : "or";
  const nodes = node[joins];
  return Array.isArray(nodes) && nodes.length > 0 ? { joins, nodes: nodes as unknown[] } : undefined;
}

/** Reads a filter of the API; null and undefined are the empty filter. Each of its nodes is in one part. */
export function filtersOf(node: unknown): Filters {
  if (node === null || node === undefined) return NO_FILTERS;
  const joined = joinedIn(node);
  return joined === undefined
    ? { joins: "and", parts: [isCondition(node) ? { condition: node } : { own: node }] }
    : { joins: joined.joins, parts: joined.nodes.map(partOf) };
}

function partOf(node: unknown): Part {
  if (isCondition(node)) return { condition: node };
  const joined = joinedIn(node);
  if (joined === undefined || !joined.nodes.every(isCondition)) return { own: node };
  return { group: { joins: joined.joins, conditions: joined.nodes } };
}

/** Reads the filter of an address. A text that is not JSON is a part that chips cannot show. */
export function filtersIn(text: string): Filters {
  try {
    return filtersOf(JSON.parse(text));
  } catch {
    return filtersOf(text);
  }
}

/** Returns a filter as the API takes it; undefined for none. */
export function nodeOf({ joins, parts }: Filters): unknown {
  const nodes = parts.map(nodeOfPart);
  if (nodes.length === 0) return undefined;
  const [only] = parts;
  const isBare = joins === "and" && nodes.length === 1 && only !== undefined && !("group" in only);
  return isBare ? nodes[0] : { [joins]: nodes };
}

function nodeOfPart(part: Part): unknown {
  if ("condition" in part) return part.condition;
  return "group" in part ? { [part.group.joins]: part.group.conditions } : part.own;
}

/** Whether two filters are the same, part by part. */
export const isSameFilter = (one: Filters, other: Filters): boolean =>
  JSON.stringify(nodeOf(one) ?? null) === JSON.stringify(nodeOf(other) ?? null);

/** Lists the conditions that have chips of their own. */
export const conditionsOf = ({ parts }: Filters): readonly Condition[] =>
  parts.flatMap((part) =>
    "condition" in part ? [part.condition] : "group" in part ? part.group.conditions : [],
  );

/** Returns a filter with one more part. */
export const withPart = (filters: Filters, part: Part): Filters => ({
  ...filters,
  parts: [...filters.parts, part],
});

/** Returns a filter with another condition in a place, and all others as they are. */
export const withCondition = (filters: Filters, place: Place, condition: Condition): Filters =>
  changed(filters, place, () => [condition]);

/** Returns a filter with one more condition in the group of a part. */
export const withConditionInGroup = (filters: Filters, part: number, condition: Condition): Filters =>
  withGroup(filters, part, (group) => ({ ...group, conditions: [...group.conditions, condition] }));

/** Returns a filter whose group joins its conditions otherwise. */
export const withGroupJoins = (filters: Filters, part: number, joins: Joins): Filters =>
  withGroup(filters, part, (group) => ({ ...group, joins }));

/** Returns a filter without the part or the condition of a place; a group goes with its last condition. */
export const without = (filters: Filters, place: Place): Filters => changed(filters, place, () => []);

function withGroup(filters: Filters, at: number, change: (group: Group) => Group): Filters {
  const parts = filters.parts.map((part, index) =>
    index === at && "group" in part ? { group: change(part.group) } : part,
  );
  return { ...filters, parts };
}

function changed(filters: Filters, { part: at, inGroup }: Place, change: () => Condition[]): Filters {
  const parts = filters.parts.flatMap((part, index): Part[] => {
    if (index !== at) return [part];
    if (inGroup === undefined || !("group" in part)) return change().map((condition) => ({ condition }));
    const conditions = part.group.conditions.toSpliced(inGroup, 1, ...change());
    return conditions.length === 0 ? [] : [{ group: { ...part.group, conditions } }];
  });
  return { ...filters, parts };
}
