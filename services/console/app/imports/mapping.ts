import type { components } from "@jst/client";
import { verdictColumns } from "@jst/tabular/verdict-columns";
import { nameFor } from "../parts/naming.ts";

// Not from imports.ts and tables.ts, which only a browser can load.
type Schemas = components["schemas"];
export type Import = Schemas["DataImport"];
export type Part = Schemas["ImportPart"];
export type ImportColumn = Schemas["ImportColumn"];
export type To = Schemas["ImportTo"];
export type NewType = Schemas["ImportNewColumn"]["type"];
type Patch = Schemas["ImportPatch"];
type PartPatch = Schemas["ImportPartPatch"];
type ColumnPatch = Schemas["ImportColumnPatch"];
type TableColumn = Pick<Schemas["Column"], "name" | "display_name" | "type" | "unique">;
/** Column of a table, or a field of contacts or articles in its form, to which columns of a file go. */
export type GoalColumn = TableColumn & Pick<Schemas["Column"], "options" | "relation">;

/** Makes a field of a contact or an article in the form of a column. */
export const fieldGoal = (
  name: string,
  display_name: string,
  type: GoalColumn["type"] = "text",
  more: Partial<GoalColumn> = {},
): GoalColumn => ({ name, display_name, type, unique: false, options: {}, ...more });

/** Types that a new column may have, besides those that need a list of choices. */
const PLAIN_TYPES: readonly NewType[] = [
  ...(["text", "long_text", "number", "integer", "currency", "percent", "rating", "boolean"] as const),
  ...(["date", "datetime", "duration", "email", "phone", "url"] as const),
];
const CHOICE_TYPES: readonly NewType[] = ["select", "multi_select"];

/** Lists the types that a new column can have: choices only where the file shows which. */
export const typesFor = ({ guess, to }: ImportColumn): readonly NewType[] => [
  ...PLAIN_TYPES,
  ...(CHOICE_TYPES.includes(guess.type as NewType) ? CHOICE_TYPES : []),
  ...(guess.type === "file" ? ["file" as const] : []),
  ...(to?.new?.formula === undefined ? [] : ["formula" as const]),
];

/** Makes a new column of the type, with the settings that the type needs. */
export function newColumn(
  column: ImportColumn,
  type: NewType,
  { taken, currency, nameless }: { taken: ReadonlySet<string>; currency: string; nameless: string },
): To {
  const { header, guess, to } = column;
  const name = to?.new?.name ?? nameFor(header, taken, nameless);
  const options = optionsOf(type, guess, currency);
  const titled = header.trim() === "" ? {} : { display_name: header.slice(0, 120) };
  const unique = to?.new?.unique === true && type !== "multi_select" ? { unique: true } : {};
  const formula = type === "formula" && to?.new?.formula !== undefined ? { formula: to.new.formula } : {};
  return {
    new: { name, ...titled, type, ...unique, ...formula, ...(options === undefined ? {} : { options }) },
  };
}

function optionsOf(type: NewType, guess: ImportColumn["guess"], currency: string) {
  if (type === guess.type) return guess.options;
  if (CHOICE_TYPES.includes(type)) return guess.options;
  return type === "currency" ? { currency } : undefined;
}

/** Names that new columns of the part may not have. */
export const takenIn = (part: Part, reserved: readonly string[], table: readonly TableColumn[]) =>
  new Set([
    ...reserved,
    ...table.map(({ name }) => name),
    ...part.columns.flatMap(({ to }) => to?.new?.name ?? []),
  ]);

const folded = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[\s_-]+/gu, " ")
    .trim();

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether the column has the ids of rows, as a file has that was downloaded from a table. */
const hasIds = ({ header, samples }: ImportColumn): boolean =>
  folded(header) === "id" && samples.length > 0 && samples.every((one) => UUID.test(one));

/** Whether nobody has said yet where the columns of the part go. */
export const isUnmapped = ({ target, match, columns }: Part): boolean =>
  (target?.kind === "table" || target?.kind === "articles") &&
  match === null &&
  columns.every(({ to }) => to === null);

/**
 * Returns a part whose columns go to those columns of its table that are called the same, until somebody has said where
 * they go. Rows are found by an id or a unique column that is among them. Verdicts of an import before go nowhere.
 */
export function suggested(part: Part, table: readonly TableColumn[]): Part {
  if (!isUnmapped(part)) return part;
  const free = new Map(
    table.flatMap((column) => [
      [folded(column.display_name), column] as const,
      [folded(column.name), column] as const,
    ]),
  );
  const isOfTable = part.target?.kind === "table";
  const taken = new Set<string>();
  const verdicts = verdictColumns(part.columns.map(({ header }) => header));
  const columns = part.columns.map((column, at) => {
    if (at < verdicts || column.unread !== undefined) return column;
    if (hasIds(column) && !taken.has("")) {
      taken.add("");
      return { ...column, to: { field: "id" as const } };
    }
    const found = free.get(folded(column.header));
    if (found === undefined || taken.has(found.name)) return column;
    taken.add(found.name);
    return { ...column, to: isOfTable ? { column: found.name } : { field: found.name } };
  });
  const unique = table.find((column) => column.unique && taken.has(column.name))?.name;
  const by = taken.has("") ? "id" : unique;
  return { ...part, columns, match: by === undefined ? null : { by, on_match: "update", on_new: "create" } };
}

/** Returns a part whose columns all become new ones, for a table that has none, until somebody has mapped them. */
export function withNewColumns(part: Part, { reserved, ...settings }: NewColumnsOf): Part {
  if (!isUnmapped(part)) return part;
  const columns = part.columns.reduce<ImportColumn[]>((made, column) => {
    const taken = takenIn({ ...part, columns: made }, reserved, []);
    const { type } = column.guess;
    const to = newColumn(column, type === "relation" ? "text" : (type as NewType), { taken, ...settings });
    return [...made, { ...column, to }];
  }, []);
  return { ...part, columns };
}

interface NewColumnsOf {
  reserved: readonly string[];
  currency: string;
  nameless: string;
}

/** Returns the columns and the match of a part, as a change of it. */
export const wholeOf = ({ index, match, columns }: Part): PartPatch => ({
  index,
  match,
  columns: columns.map(({ index: at, to }) => ({ index: at, to })),
});

/** A change of one column of a part as it is shown. */
export function columnChange(shown: Part, isStored: boolean, change: ColumnPatch): PartPatch {
  if (isStored) return { index: shown.index, columns: [change] };
  const whole = wholeOf(shown);
  const columns = (whole.columns ?? []).map((one) =>
    one.index === change.index ? { ...one, ...change } : one,
  );
  return { ...whole, columns };
}

/** Returns an import as a change of its mapping leaves it. */
export function merged(stored: Import, { name = stored.name, parts: patches = [] }: Patch): Import {
  const parts = (stored.parts ?? []).map((part) => {
    const {
      target = part.target,
      match = part.match,
      columns = [],
    } = patches.find(({ index }) => index === part.index) ?? {};
    const changed = part.columns.map((column) => {
      const change = columns.find(({ index }) => index === column.index);
      return change === undefined ? column : mergedColumn(column, change);
    });
    return { ...part, target, match, columns: changed };
  });
  return { ...stored, name, parts };
}

function mergedColumn(column: ImportColumn, change: ColumnPatch): ImportColumn {
  const { decimal = column.decimal, date_order: order = column.date_order } = change;
  const isAnswered =
    column.question === "link"
      ? change.to !== undefined
      : change.decimal !== undefined || change.date_order !== undefined;
  return { ...column, ...change, decimal, date_order: order, question: isAnswered ? null : column.question };
}

/** Lists what a part loses of the columns that go somewhere. */
export const lossesOf = ({ target, columns, losses = [] }: Part): Schemas["ImportLoss"][] =>
  target === null
    ? []
    : losses.filter(({ column }) =>
        column === null ? true : columns.some(({ header, to }) => header === column && to !== null),
      );
