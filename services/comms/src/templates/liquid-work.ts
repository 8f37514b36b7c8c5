import type { FieldError } from "@jst/errors";
import { namesIn, parsePart, renderPart, type Part, type ReadName, type Rendered } from "./liquid.ts";

/** A text in Liquid, and the part that it is. */
export interface LiquidText {
  part: Part;
  source: string;
}

/** A text to render, and the most characters that it may become. */
export type RenderedText = LiquidText & { lengthMax: number };

/** Texts to read or to render, with the variables that they all have. */
export type LiquidInput =
  | { read: readonly LiquidText[] }
  | { render: readonly RenderedText[]; variables: Readonly<Record<string, unknown>> };

/** The names that a text reads, or its fault. */
export type ReadOutcome = { names: ReadName[] } | { fault: FieldError };

/** The text that was rendered, or why there is none. */
export type RenderOutcome = Rendered | { fault: FieldError };

/** Reads or renders texts that strangers wrote, which may take seconds: in a thread of its own (LiquidThread). */
export function doLiquid(input: LiquidInput): (ReadOutcome | RenderOutcome)[] {
  if ("read" in input)
    return input.read.map(({ part, source }) => {
      const parsed = parsePart(part, source);
      return "code" in parsed ? { fault: parsed } : { names: namesIn(parsed) };
    });
  return input.render.map(({ part, source, lengthMax }) => {
    const parsed = parsePart(part, source);
    return "code" in parsed ? { fault: parsed } : renderPart(parsed, input.variables, lengthMax);
  });
}
