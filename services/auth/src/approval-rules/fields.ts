import type { FieldError } from "@jst/errors";
import { isSameJson } from "@jst/resource";
import { nearestName } from "@jst/rpc";
import { readFileSync } from "node:fs";
import type { RuleCondition } from "../../gen/rpc.ts";

/** Fields that changes of a resource touch. */
export interface TouchedFields {
  members: readonly string[];
  /** Pattern of the names of columns, for a resource with cells. */
  cells?: string;
}

/** Fields of every resource, as the services declare them; e2e/registering/rule-fields.test.ts writes the file. */
export const fieldsOfResources = JSON.parse(
  readFileSync(new URL("./fields.json", import.meta.url), "utf8"),
) as Readonly<Record<string, TouchedFields>>;

/** Most fields that a message lists. */
const LISTED_MAX = 40;
/** Begin of the name of a cell. */
const CELL = "data.";

/** Finds the fields that no named resource has: the rule would never match by them (rules.fields). */
export function fieldFaults({ fields = [], resources }: RuleCondition, before?: RuleCondition): FieldError[] {
  if (isSameJson([fields, resources ?? null], [before?.fields ?? [], before?.resources ?? null])) return [];
  const named = resources ?? Object.keys(fieldsOfResources);
  return fields.flatMap((name, at) => {
    if (named.some((resource) => hasField(resource, name))) return [];
    const message = `${JSON.stringify(name)} is not a field of ${resources?.join(" or ") ?? "any resource"}. ${remedyOf(named, name)}`;
    return [{ field: `when.fields.${at}`, code: "invalid_value", message }];
  });
}

function hasField(resource: string, name: string): boolean {
  const { members = [], cells } = fieldsOfResources[resource] ?? {};
  if (members.includes(name)) return true;
  return cells !== undefined && name.startsWith(CELL) && new RegExp(cells).test(name.slice(CELL.length));
}

/** Says what would be right: the field that is probably meant, all if they are few, and how a cell is named. */
function remedyOf(resources: readonly string[], name: string): string {
  const all = resources.flatMap((resource) => fieldsOfResources[resource] ?? []);
  const pattern = all.find(({ cells }) => cells !== undefined)?.cells;
  const members = [...new Set(all.flatMap((one) => (one.cells === undefined ? one.members : [])))];
  const nearest = nearestName(name, members);
  return [
    ...(pattern === undefined ? [] : [cellOf(pattern, name)]),
    ...(nearest === undefined ? [] : [`Did you mean ${nearest}?`]),
    ...(nearest === undefined && members.length > 0 && members.length <= LISTED_MAX
      ? [`Use one of these: ${members.join(", ")}.`]
      : []),
    ...(nearest === undefined && members.length > LISTED_MAX ? ["Use a field as the API names it."] : []),
  ].join(" ");
}

/** Says how a cell is named, by the example of the column that is probably meant. */
function cellOf(pattern: string, name: string): string {
  const column = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "_");
  const example = new RegExp(pattern).test(column) ? column : "price";
  return `A cell of a row is data.<column>, with the name of the column, such as data.${example}.`;
}
