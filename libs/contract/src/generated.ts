/** One generated file; its path is relative to the root of the tree. */
export interface Generated {
  path: string;
  content: string | Uint8Array;
}

/** First line of every generated source. */
export const HEADER = "// Generated from protos/ and ignored by git; edits are lost.\n";

/** JSON for programs: in one line. */
export function jsonFile(path: string, value: unknown): Generated {
  return { path, content: `${JSON.stringify(value)}\n` };
}

/** JSON that people read, as it is committed. */
export function readableJsonFile(path: string, value: unknown): Generated {
  return { path, content: `${JSON.stringify(value, null, 2)}\n` };
}
