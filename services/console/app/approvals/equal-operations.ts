import type { Schemas } from "../api.ts";
import { isRestored } from "./differences.ts";

type Operation = Schemas["ChangesetOperation"];

/** Neighbours that do the same with things of the same kind. */
export interface EqualOperations {
  operations: readonly Operation[];
  /** Number of the first one, from 1. */
  from: number;
}

/** Groups neighbours by what they do, `after` operations that come before them. */
export function equalOperations(operations: readonly Operation[], after: number): EqualOperations[] {
  const groups: { operations: Operation[]; from: number }[] = [];
  for (const [index, operation] of operations.entries()) {
    const last = groups.at(-1);
    const [first] = last?.operations ?? [];
    if (last !== undefined && first !== undefined && isEqual(first, operation))
      last.operations.push(operation);
    else groups.push({ operations: [operation], from: after + index + 1 });
  }
  return groups;
}

function isEqual(one: Operation, other: Operation): boolean {
  const key = keyOf(one);
  return key !== undefined && key === keyOf(other);
}

/** Names what an operation does, with the table of a row; undefined for what is not shown beside another. */
function keyOf(operation: Operation): string | undefined {
  const { op, resource, before, after } = operation;
  const image = (after ?? before) as { table_id?: unknown } | null;
  if (image === null || isRestored(operation)) return undefined;
  return [op, resource, String(image.table_id)].join(" ");
}
