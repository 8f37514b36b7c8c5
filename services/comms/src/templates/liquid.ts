import type { FieldError } from "@jst/errors";
import { Liquid, LiquidError, type Template as Parsed, UndefinedVariableError } from "liquidjs";

/** Characters that all strings and lists made while rendering may have (comms.template-bounds). */
const MEMORY_MAX = 1_000_000;
/** Milliseconds that the rendering of one part may take. */
const RENDER_MS_MAX = 250;
/** Missing variables that one refusal names. */
const MISSING_MAX = 100;

const bounded = {
  strictFilters: true,
  strictVariables: true,
  // Variables in an `if`, and those with a `default`, may be missing.
  lenientIf: true,
  ownPropertyOnly: true,
  memoryLimit: MEMORY_MAX,
  renderLimit: RENDER_MS_MAX,
} as const;

/** Parts of a message that a template may have. */
export type Part = "subject" | "text" | "html";

const plain = engine({});
const escaping = engine({ outputEscape: "escape" });

/** A part, parsed; `isEscaped` where variables are shown as text of HTML. */
export interface ParsedPart {
  templates: Parsed[];
  engine: Liquid;
}

/** Result of rendering: the text, or its fault. */
export type Rendered = { text: string } | { missing: string[] } | { isTooLarge: true };

/** Liquid without the tags that read other files: a template has access to its variables alone. */
function engine(more: { outputEscape?: "escape" }): Liquid {
  const liquid = new Liquid({ ...bounded, ...more });
  for (const tag of ["include", "render", "layout", "block"]) Reflect.deleteProperty(liquid.tags, tag);
  return liquid;
}

/** Parses the part, or returns where and why it is not valid Liquid (comms.template). */
export function parsePart(part: Part, source: string): ParsedPart | FieldError {
  const liquid = part === "html" ? escaping : plain;
  try {
    return { templates: liquid.parse(source), engine: liquid };
  } catch (error) {
    if (!LiquidError.is(error)) throw error;
    const [line, column] = error.token.getPosition();
    // The text of the library ends with the position, which has members of its own here.
    const message = `The template is not valid Liquid: ${error.message.replace(/, line:\d+, col:\d+.*$/su, "")}.`;
    return { field: part, code: "template_invalid", message, line: line ?? 1, column: column ?? 1 };
  }
}

/** A name that a part reads: the first names of its path, and where it stands. */
export interface ReadName {
  path: readonly unknown[];
  line: number;
  column: number;
}

/** Every name that the part reads of what it is given, in whatever branch. */
export function namesIn({ templates, engine: liquid }: ParsedPart): ReadName[] {
  const { globals } = liquid.analyzeSync(templates, { partials: false });
  return Object.values(globals)
    .flat()
    .map(({ segments, location }) => ({ path: segments, line: location.row, column: location.col }));
}

/** The part with the variables in it: nothing else is read, and its size and time are bounded. */
export function renderPart(
  part: ParsedPart,
  variables: Readonly<Record<string, unknown>>,
  lengthMax: number,
): Rendered {
  const known = structuredClone(variables) as Record<string, unknown>;
  const missing: string[] = [];
  while (missing.length < MISSING_MAX) {
    try {
      const text = String(part.engine.renderSync(part.templates, known));
      if (missing.length > 0) break;
      return text.length > lengthMax ? { isTooLarge: true } : { text };
    } catch (error) {
      const name = missingVariable(error);
      if (name === undefined || missing.includes(name)) return failed(error, missing);
      missing.push(name);
      place(known, name.split("."));
    }
  }
  return { missing };
}

function failed(error: unknown, missing: string[]): Rendered {
  if (missing.length > 0) return { missing };
  if (LiquidError.is(error) || error instanceof RangeError) return { isTooLarge: true };
  throw error;
}

function missingVariable(error: unknown): string | undefined {
  if (!(error instanceof UndefinedVariableError)) return undefined;
  return (error.originalError as { variableName?: string } | undefined)?.variableName;
}

/** Stands in for a variable that was found missing, so that the next missing one is found too. */
function place(variables: Record<string, unknown>, path: readonly string[]): void {
  const [name, ...rest] = path;
  if (name === undefined) return;
  const within = variables[name];
  const isObject = typeof within === "object" && within !== null;
  if (rest.length === 0) Object.defineProperty(variables, name, { value: "", enumerable: true });
  else if (isObject) place(within as Record<string, unknown>, rest);
}

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
