import { readFileSync } from "node:fs";
import type { Index } from "../../gen/rpc.ts";

/** The platform's descriptions of itself, as generated. */
export interface Documents {
  index: Pick<Index, "actions">;
  openapi: object;
}

/** Reads them from gen/. */
export function readDocuments(): Documents {
  // The generator wrote it from the message of this type.
  return { index: generated("index.json") as unknown as Index, openapi: generated("openapi.json") };
}

function generated(name: string): Record<string, unknown> {
  return JSON.parse(readFileSync(new URL(`../../gen/${name}`, import.meta.url), "utf8")) as Record<
    string,
    unknown
  >;
}
