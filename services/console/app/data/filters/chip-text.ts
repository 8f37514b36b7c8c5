import { shownList, shownValue } from "../../parts/values.ts";
import { COMPARISONS, FILTERS } from "../../words/filters.ts";
import { chosenFrom } from "../column-choices.ts";
import { shownScalar } from "../column-values.ts";
import { faultOf, isDay, type ConditionFault } from "./checks.ts";
import { arityOf, fieldKindOf, type Fields, type FilterField } from "./operators.ts";
import { relativeIn, shownRelative } from "./relative-dates.ts";
import type { Condition } from "./tree.ts";

/** Names of people, contacts and rows by id: null for what no longer exists, undefined while it loads. */
export type FoundNames = Readonly<Record<string, string | null | undefined>>;

/** Text of a chip, and its faults. */
export interface ChipText {
  text: string;
  /** Why it is not applied. */
  fault: ConditionFault | undefined;
  /** Whether it compares with a value that no longer exists. */
  hasGoneValue: boolean;
}

interface Context {
  fields: Fields;
  names: FoundNames;
  timeZone: string;
}

/** Shows a condition as people say it: "Status is New". */
export function chipText(condition: Condition, { fields, names, timeZone }: Context): ChipText {
  const field = fields.get(condition.field);
  if (field === undefined) return { text: FILTERS.gone, fault: "gone", hasGoneValue: false };
  const { display_name: title } = field;
  if (faultOf(condition, fields) !== undefined)
    return { text: FILTERS.unfit(title), fault: "unfit", hasGoneValue: false };
  const { op, value } = condition;
  const says = COMPARISONS[op] ?? op;
  if (arityOf(op) === "none") return { text: `${title} ${says}`, fault: undefined, hasGoneValue: false };
  const values: readonly unknown[] = Array.isArray(value) ? (value as unknown[]) : [value];
  const shown = values.map((one) => shownIn(field, one, { names, timeZone }));
  const texts = shown.map(({ text }) => text);
  const [from = "", to = ""] = texts;
  const all = arityOf(op) === "range" ? FILTERS.between(from, to) : shownList(texts);
  return {
    text: `${title} ${says} ${all}`,
    fault: undefined,
    hasGoneValue: shown.some(({ isGone }) => isGone),
  };
}

interface ShownValue {
  text: string;
  isGone: boolean;
}

/** Shows a value that a condition compares with. */
function shownIn(
  field: FilterField,
  value: unknown,
  { names, timeZone }: Omit<Context, "fields">,
): ShownValue {
  const kind = fieldKindOf(field);
  if (kind === "actor" || kind === "id" || kind === "ids") return named(field, String(value), names);
  const choices = chosenFrom(field);
  if (choices !== undefined) {
    const choice = choices.find((one) => one.value === value);
    return choice === undefined ? gone(FILTERS.goneChoice) : present(choice.label ?? choice.value);
  }
  const relative = relativeIn(value);
  if (relative !== undefined) return present(shownRelative(relative));
  if (value === "") return present(FILTERS.emptyText);
  if (kind === "text" || kind === "choices") return present(shownValue(value));
  const isWholeDay = kind === "datetime" && typeof value === "string" && isDay(value);
  return present(shownScalar(isWholeDay ? { type: "date" } : field, value, timeZone));
}

function named({ type }: FilterField, id: string, names: FoundNames): ShownValue {
  const name = names[id];
  if (typeof name === "string") return present(name);
  if (name === undefined) return present("…");
  if (type === "relation") return gone(FILTERS.goneRow);
  return gone(type === "contact" ? FILTERS.goneContact : FILTERS.gonePerson);
}

const present = (text: string): ShownValue => ({ text, isGone: false });
const gone = (text: string): ShownValue => ({ text, isGone: true });
