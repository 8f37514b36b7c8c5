import { AppError } from "@jst/errors";
import { anthropic } from "./anthropic.ts";
import type { Format } from "./format.ts";
import { gemini } from "./gemini.ts";
import { mcp } from "./mcp.ts";
import { openai, openaiResponses } from "./openai.ts";

/** Every format by its name in `?format=`. */
export const formats = {
  openai,
  "openai-responses": openaiResponses,
  anthropic,
  gemini,
  mcp,
} satisfies Record<string, Format>;

/** Name of a format. */
export type FormatName = keyof typeof formats;

/** `?format=` of a request target; undefined without one. Throws invalid_format. */
export function formatOf(target: string): FormatName | undefined {
  const start = target.indexOf("?");
  const given = new URLSearchParams(start < 0 ? "" : target.slice(start + 1)).getAll("format");
  const [name] = given;
  if (name === undefined) return undefined;
  if (given.length === 1 && Object.hasOwn(formats, name)) return name as FormatName;
  throw new AppError("invalid_format", `format must be one of: ${Object.keys(formats).join(", ")}.`);
}
