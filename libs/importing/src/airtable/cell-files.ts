import type { CellFile } from "@jst/tabular/read";
import { isObject } from "./base.ts";

/** Returns the files of a value that the run loads; undefined for any other value. */
export function filesIn(value: unknown): readonly CellFile[] | undefined {
  const all: unknown[] = Array.isArray(value) ? value : [value];
  return all.length > 0 && all.every(isFile) ? all : undefined;
}

const isFile = (value: unknown): value is CellFile => isObject(value) && "place" in value && "url" in value;

/** Returns data without the files that the run loads, as rows are judged. */
export const withoutFiles = (data: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(data).filter(([, value]) => filesIn(value) === undefined));
