import { isExactNumber } from "@jst/values";

/** Reads JSON and tells whether each number keeps its digits; undefined for a text that is not JSON. */
export function readJson(text: string): { value: unknown; isExact: boolean } | undefined {
  let isExact = true;
  const keep = (_name: string, value: unknown, { source }: { source?: string } = {}) => {
    if (typeof value === "number" && source !== undefined && !isExactNumber(source)) isExact = false;
    return value;
  };
  try {
    return { value: JSON.parse(text, keep) as unknown, isExact };
  } catch {
    return undefined;
  }
}
