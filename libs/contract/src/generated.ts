/** One generated file; its path is relative to the root of the tree. */
export interface Generated {
  path: string;
  content: string | Uint8Array;
}

/** First line of every generated source. */
export const HEADER = "// Generated from protos/ by `make gen`; edits are lost.\n";

/** JSON as it is committed: two blanks, a newline at the end. */
export function jsonFile(path: string, value: unknown): Generated {
  return { path, content: `${JSON.stringify(value, null, 2)}\n` };
}
