import type { FormulaSet, Json, Viewpoint } from "@jst/formula";
import { EXPANDED_BYTES_MAX, targetSeparator } from "../rows/expand.ts";
import { eachRow } from "./each-row.ts";
import { PageTexts } from "./page-texts.ts";
import type { TeamViewpoint } from "./viewpoint.ts";
import type { RowShape } from "../rows/shown-row.ts";

/**
 * A row that an expanded cell names, and what its formulas read, behind the place of the cell's column in `expand` and
 * the row's id.
 */
interface Target {
  text: string;
  read: string;
}

/** A target, or what of a row's text stands before it, or behind the last one. */
type Part = Target | { text: string; isLast: boolean };

/**
 * Returns the texts of rows with the formula values of their targets, which stand there as expandedData wrote them. If
 * one row would pass EXPANDED_BYTES_MAX, its remaining targets are ids alone, but never the first. Rows beyond the size
 * of a page are left out.
 */
export async function targetTexts(
  rows: readonly string[],
  { expansions = [] }: RowShape,
  view: TeamViewpoint,
): Promise<readonly string[]> {
  const formulas = expansions.map(({ target }) => target?.formulas);
  const page = new PageTexts();
  const results = new TargetResults(formulas, view);
  let row = new TargetTexts(results);
  const ready = formulas.filter((set) => set !== undefined);
  await eachRow({ teamId: view.teamId, formulas: ready, rows: rows.flatMap(partsOf) }, (part) => {
    if ("read" in part) {
      row.add(part);
      return true;
    }
    row.text += part.text;
    if (!part.isLast) return true;
    const { text } = row;
    row = new TargetTexts(results);
    return page.add(text);
  });
  return page.texts;
}

function partsOf(row: string): Part[] {
  const texts = row.split(targetSeparator);
  const parts: Part[] = [];
  for (let i = 0; i < texts.length; i += 3) {
    parts.push({ text: texts[i] ?? "", isLast: i + 1 === texts.length });
    if (i + 1 < texts.length) parts.push({ text: texts[i + 1] ?? "", read: texts[i + 2] ?? "" });
  }
  return parts;
}

/**
 * Formula values of targets within one reply, evaluated once for all rows that name the same target. It stores no more
 * than the texts of a page, and the target that ends it.
 */
class TargetResults {
  readonly #formulas: readonly (FormulaSet | undefined)[];
  readonly #view: Viewpoint;
  readonly #known = new Map<string, string>();

  /** The formulas of each expanded column's table. */
  constructor(formulas: readonly (FormulaSet | undefined)[], view: Viewpoint) {
    this.#formulas = formulas;
    this.#view = view;
  }

  /** The JSON of the results, as members of the target. */
  of({ read }: Target): string {
    const known = this.#known.get(read);
    if (known !== undefined) return known;
    const { place, inputs } = partsOfRead(read);
    const formulas = this.#formulas[place];
    if (formulas === undefined) throw new Error("only targets with formulas say what these read");
    const json = formulas.json(formulas.evaluate(JSON.parse(inputs) as readonly Json[], this.#view));
    this.#known.set(read, json);
    return json;
  }
}

/** The text of one row, as far as it is made. */
class TargetTexts {
  text = "";
  readonly #results: TargetResults;
  #bytes = 0;

  constructor(results: TargetResults) {
    this.#results = results;
  }

  /** Adds a target with its results; its id alone behind one that did not fit: none there is evaluated. */
  add(target: Target): void {
    const whole = this.#bytes === Infinity ? undefined : this.#wholeText(target);
    const bytes = this.#bytes + Buffer.byteLength(whole ?? "");
    const isShown = whole !== undefined && (this.#bytes === 0 || bytes <= EXPANDED_BYTES_MAX);
    this.#bytes = isShown ? bytes : Infinity;
    this.text += isShown ? whole : omitted(target);
  }

  #wholeText(target: Target): string {
    return `${target.text.slice(0, -1)},${this.#results.of(target)}}`;
  }
}

function omitted({ read }: Target): string {
  return JSON.stringify({ id: partsOfRead(read).id, omitted: true });
}

/** Only what stands behind the id may hold further colons. */
function partsOfRead(read: string): { place: number; id: string; inputs: string } {
  const first = read.indexOf(":");
  const second = read.indexOf(":", first + 1);
  return {
    place: Number(read.slice(0, first)),
    id: read.slice(first + 1, second),
    inputs: read.slice(second + 1),
  };
}
