import { AppError } from "@jst/errors";
import type { LiquidThread } from "../templates/liquid-thread.ts";
import type { RenderOutcome } from "../templates/liquid-work.ts";

/** Most characters that one text becomes. */
const TEXT_CHARS_MAX = 500_000;

/**
 * Renders the texts in the data of an action, at whatever depth; their output is data, and never Liquid again
 * (comms.rule-actions). Throws limit_reached, and validation_failed for a text that reads what no message has.
 */
export async function renderedData(
  data: unknown,
  message: Readonly<Record<string, unknown>>,
  { liquid, team }: { liquid: LiquidThread; team: string },
): Promise<unknown> {
  const sources: string[] = [];
  mapTexts(data, (text) => (text.includes("{") && sources.push(text), text));
  const texts = sources.map((source) => ({ part: "text" as const, source, lengthMax: TEXT_CHARS_MAX }));
  const outcomes = await liquid.render(team, texts, { message });
  let at = 0;
  return mapTexts(data, (text) => (text.includes("{") ? textOf(outcomes[at++]) : text));
}

/** Copies the data with other texts, in the order in which they stand. */
function mapTexts(data: unknown, map: (text: string) => string): unknown {
  if (typeof data === "string") return map(data);
  if (Array.isArray(data)) return data.map((one) => mapTexts(one, map));
  if (typeof data !== "object" || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([name, one]) => [name, mapTexts(one, map)]));
}

function textOf(outcome: RenderOutcome | undefined): string {
  if (outcome === undefined) throw new Error("A text was not rendered.");
  if ("text" in outcome) return outcome.text;
  // A fault was refused when the rule was written; an older release may have let it pass.
  if ("fault" in outcome) throw new AppError("validation_failed", outcome.fault.message);
  if ("missing" in outcome)
    throw new AppError("validation_failed", `No message has ${outcome.missing.join(", ")}.`);
  throw new AppError("limit_reached", "The texts of the action become too large, or take too long.");
}
