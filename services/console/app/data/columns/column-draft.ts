import type { Schemas } from "../../api.ts";
import { countOf } from "../../parts/reading.ts";
import type { Choice } from "../column-choices.ts";
import type { Column } from "../tables.ts";

type NewColumn = Schemas["ColumnCreate"];
export type ColumnType = NewColumn["type"];
type Relation = NonNullable<NewColumn["relation"]>;

/** A choice or a state as it is being written. */
export interface ChoiceDraft {
  /** Knows it while its name is written. */
  key: string;
  /** Value that cells store for an existing choice; a new choice has only its name. */
  value?: string;
  name: string;
  /** Empty for none. */
  color: string;
}

/** Settings of a column's type while they are edited. */
export interface ColumnDraft {
  type: ColumnType;
  precision: string;
  currency: string;
  max: string;
  multiple: boolean;
  choices: readonly ChoiceDraft[];
  /** The key of the state that a new row has. */
  initial: string;
  /** Whether a state leads only to those that are named for it. */
  isOrdered: boolean;
  /** Keys of the states that may follow each, by its key. */
  follows: Readonly<Record<string, readonly string[]>>;
  relation: Required<Relation>;
}

/** Options of every type, as the API shows them. */
interface Options {
  precision?: number;
  currency?: string;
  max?: number;
  multiple?: boolean;
  options?: Choice[];
  states?: Choice[];
  initial?: string;
  transitions?: Record<string, string[]>;
}

const RATING_AT_FIRST = 5;

/** Starts a draft from a column, or from the most frequent type for a new one. */
export function draftOf(column?: Pick<Column, "type" | "options" | "relation">): ColumnDraft {
  const options = (column?.options ?? {}) as Options;
  const all = options.options ?? options.states ?? [];
  return {
    type: column?.type ?? "text",
    precision: textOf(options.precision),
    currency: options.currency ?? "EUR",
    max: textOf(options.max ?? RATING_AT_FIRST),
    multiple: options.multiple ?? false,
    choices: all.map((choice) => ({
      key: choice.value,
      value: choice.value,
      name: choice.label ?? choice.value,
      color: choice.color ?? "",
    })),
    initial: options.initial ?? "",
    isOrdered: options.transitions !== undefined,
    follows: options.transitions ?? {},
    relation: {
      table_id: "",
      display_column: null,
      cardinality: "one",
      on_target_delete: "keep",
      ...column?.relation,
    },
  };
}

const textOf = (number: number | undefined) => (number === undefined ? "" : String(number));

/** A choice that nobody has named yet. */
export const newChoice = (key: string): ChoiceDraft => ({ key, name: "", color: "" });

/** Converts a draft into the settings that the API takes. */
export function settingsOf(draft: ColumnDraft): Pick<NewColumn, "options" | "relation"> {
  if (draft.type === "relation") return { relation: draft.relation };
  const options = OPTIONS[draft.type]?.(draft);
  return options === undefined ? {} : { options: options as Record<string, unknown> };
}

function withCount(member: "precision" | "max", text: string): Options {
  const count = countOf(text);
  return count === undefined ? {} : { [member]: count };
}

const chosenFrom = ({ choices }: ColumnDraft): Options => ({ options: written(choices) });

/** The options of each type that has some. */
const OPTIONS: Partial<Record<ColumnType, (draft: ColumnDraft) => Options>> = {
  number: ({ precision }) => withCount("precision", precision),
  currency: ({ currency }) => ({ currency }),
  rating: ({ max }) => withCount("max", max),
  file: ({ multiple }) => ({ multiple }),
  select: chosenFrom,
  multi_select: chosenFrom,
  state: statesOf,
};

const written = (choices: readonly ChoiceDraft[]): Choice[] => {
  const values = valuesOf(choices);
  return choices.flatMap(({ key, name, color }) => {
    const value = values.get(key);
    if (value === undefined) return [];
    return [{ value, label: name.trim(), ...(color === "" ? {} : { color }) }];
  });
};

/** Drops choices without a name. */
export const namedOf = (choices: readonly ChoiceDraft[]) => choices.filter(({ name }) => name.trim() !== "");

/** Maps each choice's key to the value that cells store. */
export function valuesOf(choices: readonly ChoiceDraft[]): ReadonlyMap<string, string> {
  const named = namedOf(choices);
  const taken = new Map(
    named.flatMap(({ value, name }) => (value === undefined ? [] : [[value, name.trim()]])),
  );
  // A new choice may have the name that another had; one that has it still is the API's to refuse.
  const isLeft = (name: string) => (taken.get(name) ?? name) !== name;
  return new Map(
    named.map(({ key, value, name }) => {
      const own = name.trim();
      return [key, value ?? (isLeft(own) ? distinct(own, taken) : own)];
    }),
  );
}

function distinct(name: string, taken: ReadonlyMap<string, unknown>): string {
  for (let n = 2; ; n += 1) if (!taken.has(`${name} ${n}`)) return `${name} ${n}`;
}

/** The keys of the states that may follow one. */
export const following = ({ follows }: Pick<ColumnDraft, "follows">, key: string): readonly string[] =>
  (Object.hasOwn(follows, key) ? follows[key] : undefined) ?? [];

function statesOf(draft: ColumnDraft): Options {
  const { choices, initial, isOrdered } = draft;
  const values = valuesOf(choices);
  const first = values.get(initial) ?? [...values.values()][0];
  const transitions = [...values].map(([key, value]) => {
    const next = following(draft, key).flatMap((one) => values.get(one) ?? []);
    return [value, next] as const;
  });
  return {
    states: written(choices),
    ...(first === undefined ? {} : { initial: first }),
    ...(isOrdered
      ? { transitions: Object.fromEntries(transitions.filter(([, next]) => next.length > 0)) }
      : {}),
  };
}
