import { readFileSync } from "node:fs";

/** The platform's descriptions of itself, as generated. */
export interface Documents {
  index: object;
  openapi: object;
}

/** Reads them from gen/. */
export function readDocuments(): Documents {
  return { index: generated("index.json"), openapi: generated("openapi.json") };
}

function generated(name: string): Record<string, unknown> {
  return JSON.parse(readFileSync(new URL(`../../gen/${name}`, import.meta.url), "utf8")) as Record<
    string,
    unknown
  >;
}
