import { setImmediate as turn } from "node:timers/promises";
import { AppError } from "@jst/errors";
import { parsePart, renderPart } from "../templates/liquid.ts";

/** Most characters that one text becomes. */
const TEXT_CHARS_MAX = 500_000;
/** Milliseconds for all texts of one action. */
const RENDERING_MS_MAX = 5_000;

/**
 * The data of an action with its texts rendered, at whatever depth; what they yield is data, and never Liquid again
 * (comms.rule-actions). Others have their turn between two texts. Throws limit_reached, and template_invalid for a text
 * that reads what no message has.
 */
export async function renderedData(
  data: unknown,
  message: Readonly<Record<string, unknown>>,
  endsAt: number = Date.now() + RENDERING_MS_MAX,
): Promise<unknown> {
  if (typeof data === "string") {
    await turn();
    if (Date.now() > endsAt) throw tooMuch();
    return renderedText(data, message);
  }
  if (Array.isArray(data)) {
    const values: unknown[] = [];
    for (const value of data) values.push(await renderedData(value, message, endsAt));
    return values;
  }
  if (typeof data !== "object" || data === null) return data;
  const members: [string, unknown][] = [];
  for (const [name, value] of Object.entries(data))
    members.push([name, await renderedData(value, message, endsAt)]);
  return Object.fromEntries(members);
}

function renderedText(source: string, message: Readonly<Record<string, unknown>>): string {
  if (!source.includes("{")) return source;
  const parsed = parsePart("text", source);
  // It was refused when it was written; an older release may have let it pass.
  if ("code" in parsed) throw invalid(parsed.message);
  const result = renderPart(parsed, { message }, TEXT_CHARS_MAX);
  if ("text" in result) return result.text;
  if ("missing" in result) throw invalid(`No message has ${result.missing.join(", ")}.`);
  throw tooMuch();
}

const invalid = (detail: string): AppError => new AppError("validation_failed", detail);
const tooMuch = (): AppError =>
  new AppError("limit_reached", "The texts of the action become too large, or take too long.");
