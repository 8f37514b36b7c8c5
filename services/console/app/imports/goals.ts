import type { Schemas } from "../api.ts";
import { choicesOf } from "../data/column-choices.ts";
import { shownScalar } from "../data/column-values.ts";
import type { Column, Table } from "../data/tables.ts";
import { shownList } from "../parts/values.ts";
import { MAPPING } from "../words/import-mapping.ts";
import { articleGoals } from "./article-goals.ts";
import { contactGoals, customGoal, isCustom } from "./contact-goals.ts";
import type { GoalColumn, Part, To } from "./mapping.ts";

/** A column of a table to which a column of a file goes, as people call it. */
interface Goal extends Pick<Column, "name" | "type" | "options"> {
  title: string;
}

/** Lists the columns to which those of a part go, in the order of the file. */
export function goalsOf({ target, columns }: Part, tables: ReadonlyMap<string, Table>): readonly Goal[] {
  const known = fieldsOf(target) ?? tables.get(target?.table_id ?? "")?.columns ?? [];
  const goals = columns.flatMap(({ to, header }): readonly Goal[] => {
    if (to?.new !== undefined) {
      const { name, type, options = {} } = to.new;
      return [{ name, type, options, title: header }];
    }
    const column = goalIn(to, known);
    return column === undefined ? [] : [{ ...column, title: column.display_name }];
  });
  // Several columns may go to one list.
  return [...new Map(goals.map((goal) => [goal.name, goal])).values()];
}

/** Lists the fields of records that are not rows of a table. */
export function fieldsOf(target: Part["target"]): readonly GoalColumn[] | undefined {
  if (target?.kind === "contacts") return contactGoals;
  return target?.kind === "articles" ? articleGoals : undefined;
}

/** Finds the column or the field to which a column of a file goes. */
export function goalIn(to: To | null, known: readonly GoalColumn[]): GoalColumn | undefined {
  const named = to?.column ?? to?.field;
  if (named !== undefined && isCustom(named)) return customGoal(named);
  return known.find(({ name }) => name === named);
}

/** Shows the cells of a row, each in a line with the name of its column. */
export function valuesOf(
  { data }: Pick<Schemas["ImportRow"], "data">,
  goals: readonly Goal[],
  zone: string,
): string {
  return goals
    .filter(({ name }) => Object.hasOwn(data, name))
    .map((goal) => `${goal.title}: ${shortened(shownIn(goal, data[goal.name], zone))}`)
    .join("\n");
}

const SHOWN_CHARS = 300;

/** Cuts a long text, such as the body of an article. */
const shortened = (text: string): string =>
  text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS).toWellFormed()}…` : text;

function shownIn(goal: Goal, value: unknown, zone: string): string {
  const labels = choicesOf(goal) ?? {};
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (goal.type === "relation") return shownLinks(values);
  if (goal.type === "file") return shownList(values.map(fileName));
  const texts = values.map((one) =>
    typeof one === "string" && Object.hasOwn(labels, one) ? (labels[one] ?? one) : undefined,
  );
  if (texts.some((text) => text !== undefined))
    return shownList(texts.map((text, at) => text ?? String(values[at])));
  return shownScalar(goal, value, zone);
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Rows that the import writes are shown by their names, and those that are there by their number. */
function shownLinks(values: readonly unknown[]): string {
  const names = values.map(String);
  const known = names.filter((name) => UUID.test(name)).length;
  const others = names.filter((name) => !UUID.test(name));
  return shownList(known === 0 ? others : [...others, MAPPING.linked(known)]);
}

/** Name of a file that the run loads; one that is there is shown by its id. */
const fileName = (file: unknown): string =>
  typeof file === "object" && file !== null && "name" in file ? String(file.name) : String(file);
