import { misfit, type Reading } from "@jst/values";
import type { Thing } from "../../parts/pick.tsx";
import { countOf } from "../../parts/reading.ts";
import { FILTERS } from "../../words/filters.ts";
import { chosenFrom } from "../column-choices.ts";
import { cellFormOf } from "../column-values.ts";
import { isDay } from "./checks.ts";
import type { FoundNames } from "./chip-text.ts";
import { arityOf, fieldKindOf, operatorsOf, type FilterField } from "./operators.ts";
import { comparedWith, conditionIn, conditionOf } from "./reading.ts";
import { DAYS_MAX, isCounted, relativeIn } from "./relative-dates.ts";
import type { Condition } from "./tree.ts";

/** Input that the editor of a condition asks for. */
export type Asks =
  | "nothing"
  | "choice"
  | "choices"
  | "things"
  | "truth"
  | "when"
  | "text"
  | "texts"
  | "range";

/** A condition as it is being written. */
export interface ConditionDraft {
  op: string;
  texts: readonly string[];
  /** The chosen choices, people, contacts or rows. */
  things: readonly Thing[];
  /** A relative date, or `day` or `time` for a written one. */
  when: string;
  days: string;
  timezone?: string;
}

/** Returns what an operator of a field asks for. */
export function asksOf(field: FilterField, op: string): Asks {
  const kind = fieldKindOf(field);
  const arity = arityOf(op);
  if (arity === "none") return "nothing";
  if (kind === "boolean") return "truth";
  if (kind === "actor" || kind === "id" || kind === "ids") return "things";
  if (chosenFrom(field) !== undefined) return arity === "one" ? "choice" : "choices";
  if (arity === "range") return "range";
  if (arity === "several") return "texts";
  return kind === "date" || kind === "datetime" ? "when" : "text";
}

/** Begins a condition: as it is, or a new one with the most usual operator. */
export function draftOf(
  field: FilterField,
  is: Condition | undefined,
  { names, timeZone }: { names: FoundNames; timeZone: string },
): ConditionDraft {
  const operators = operatorsOf(field);
  const op = is !== undefined && operators.includes(is.op) ? is.op : (operators[0] ?? "empty");
  const values = valuesOf(is);
  const relative = relativeIn(is?.value);
  const asks = asksOf(field, op);
  const isChosen = asks === "things" || asks === "choices";
  const texts = isChosen || relative !== undefined ? [] : values.map((one) => textOf(field, one, timeZone));
  return {
    op,
    texts: asks === "texts" ? [...texts, ""] : texts,
    things: isChosen ? values.map((one) => ({ id: String(one), name: names[String(one)] ?? "…" })) : [],
    when: relative?.rel ?? (texts.some((text) => text !== "" && !isDay(text)) ? "time" : whenOf(is)),
    days: String(relative?.n ?? ""),
    ...(relative?.timezone === undefined ? {} : { timezone: relative.timezone }),
  };
}

const whenOf = (is: Condition | undefined): string => (is === undefined ? "today" : "day");

const valuesOf = (is: Condition | undefined): readonly unknown[] => {
  if (is?.value === undefined || is.value === null) return [];
  return Array.isArray(is.value) ? (is.value as unknown[]) : [is.value];
};

function textOf(field: FilterField, value: unknown, timeZone: string): string {
  if (typeof value === "string" && isDay(value)) return value;
  if (relativeIn(value) !== undefined) return "";
  return cellFormOf(field, timeZone).begins(value);
}

/** Reads a condition that was written. */
export function conditionOfDraft(
  field: FilterField,
  draft: ConditionDraft,
  timeZone: string,
): Reading<Condition> {
  const { op, texts, things } = draft;
  const asks = asksOf(field, op);
  if (asks === "nothing") return { value: conditionOf(field, op, []) };
  if (asks === "things" || asks === "choices") {
    const ids = things.map(({ id }) => id);
    return ids.length === 0
      ? misfit("invalid_format", FILTERS.needsValue)
      : { value: conditionOf(field, op, ids) };
  }
  if (asks === "when") return whenRead(field, draft, timeZone);
  const written = texts.filter((text) => text.trim() !== "");
  if (asks === "texts") return conditionIn(field, op, written, timeZone);
  const count = asks === "range" ? 2 : 1;
  return conditionIn(
    field,
    op,
    Array.from({ length: count }, (_, at) => texts[at] ?? ""),
    timeZone,
  );
}

function whenRead(field: FilterField, draft: ConditionDraft, timeZone: string): Reading<Condition> {
  const { op, texts, when: rel, days, timezone } = draft;
  const zone = timezone === undefined ? {} : { timezone };
  if (rel === "day" || rel === "time") {
    const { value, fault } = comparedWith(field, op, texts[0] ?? "", timeZone);
    return fault === undefined ? { value: conditionOf(field, op, [value]) } : { fault };
  }
  if (!isCounted(rel)) return { value: conditionOf(field, op, [{ rel, ...zone }]) };
  const n = countOf(days);
  if (n === undefined || n < 0 || n > DAYS_MAX) return misfit("out_of_range", FILTERS.needsDays(DAYS_MAX));
  return { value: conditionOf(field, op, [{ rel, n, ...zone }]) };
}
