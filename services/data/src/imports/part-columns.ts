import { uuidv7 } from "@jst/db";
import type { FieldError } from "@jst/errors";
import type { ImportColumn, ImportPart, ImportPlan, NewColumn, TargetColumn } from "@jst/importing";
import type { Call } from "@jst/rpc";
import type { ColumnCreate } from "../../gen/rpc.ts";
import type { Deps } from "../deps.ts";
import { checkName, type ColumnDraft, draftOf } from "../engine/schema/new-columns.ts";
import type { ColumnSchema } from "../engine/schema/schema.ts";
import type { Choice } from "../engine/types/definition.ts";
import { columnTypes } from "../engine/types/types.ts";
import { cellValue, idValue } from "./cell-values.ts";
import { addingChoices, choiceColumn, missingIn, unknownFault, type ChoiceColumn } from "./choice-columns.ts";
import type { Linking } from "./link-columns.ts";
import { foldedValue } from "./read-links.ts";

/** Columns that a part maps to. */
export interface PartColumns {
  /** By the index of the column of the source. */
  targets: Map<number, TargetColumn>;
  /** Names of the columns that the table has. */
  names: string[];
  /** Columns that the run makes. */
  drafts: { draft: ColumnDraft; body: ColumnCreate }[];
  /** Columns that the run makes once the tables of all parts are there. */
  later: ColumnSchema[];
  /** Columns to which the run adds choices. */
  choices: ChoiceColumn[];
  /** Indexes of the columns of the source that go to files. */
  files: Set<number>;
  /** Columns whose cells name rows. */
  linkings: Linking[];
}

/** A part of an import, and the columns to which it goes as they were when it was opened. */
export interface OpenPart {
  call: Call<Deps>;
  part: ImportPart;
  columns: PartColumns;
  plan: ImportPlan;
  /** Fingerprint of the columns that the table has. */
  stamp: string;
}

/** Search for the columns of a part, with its faults. */
interface ColumnSearch {
  part: ImportPart;
  known: ReadonlyMap<string, ColumnSchema>;
  plan: ImportPlan;
  errors: FieldError[];
  found: PartColumns;
}

/** Finds the columns that a part maps to; faults go to `errors`. */
export function partColumns(
  part: ImportPart,
  known: ReadonlyMap<string, ColumnSchema>,
  plan: ImportPlan,
  errors: FieldError[],
): PartColumns {
  const found: PartColumns = {
    ...{ targets: new Map(), names: [], drafts: [], later: [], choices: [], files: new Set(), linkings: [] },
  };
  const search = { part, known, plan, errors, found };
  for (const column of part.columns) {
    const { to, index } = column;
    if (to === null) continue;
    if (to.field === "id") found.targets.set(index, { name: null, read: (cell) => idValue(cell) });
    else if (to.field !== undefined)
      errors.push({
        field: `parts.${part.index}.columns.${index}.to.field`,
        code: "unknown_field",
        message: "A row has no field but id. Send id, or the member column.",
      });
    else if (to.new === undefined) addKnown(search, column);
    else addNew(search, column, to.new);
  }
  return found;
}

const placeOf = ({ part }: ColumnSearch, { index }: ImportColumn): string =>
  `parts.${part.index}.columns.${index}`;

function addKnown(search: ColumnSearch, column: ImportColumn): void {
  const { known, errors, found } = search;
  const target = known.get(column.to?.column ?? "");
  const field = `${placeOf(search, column)}.to.column`;
  if (target === undefined) {
    const message = "The table does not have this column. Read the table to see its columns.";
    errors.push({ field, code: "unknown_column", message });
    return;
  }
  if (columnTypes[target.type].filledBy !== undefined) {
    const message = "The service fills this column itself. Choose another column.";
    errors.push({ field, code: "read_only", message });
    return;
  }
  found.names.push(target.name);
  addTarget(search, column, target, target.id);
}

function addNew(search: ColumnSearch, column: ImportColumn, made: NewColumn): void {
  const { part, known, plan, errors, found } = search;
  const place = placeOf(search, column);
  if (known.has(made.name)) {
    const message = "The table already has a column of this name. Choose another name, or send column.";
    errors.push({ field: `${place}.to.new.name`, code: "name_taken", message });
    return;
  }
  checkName(made.name, `${place}.to.new.`, errors);
  const key = `part ${part.index} ${made.name}`;
  const body = columnOf(made, plan.adds[key] ?? []);
  const position = known.size + found.drafts.length;
  const isLater = made.relation?.part !== undefined;
  const draft = draftOf(isLater ? toNoTable(body) : body, position, `${place}.to.new.`, errors);
  const schema = schemaOfDraft(draft);
  if (isLater) found.later.push(schema);
  else found.drafts.push({ draft, body });
  if (draft.type === "formula") return;
  addTarget(search, column, schema, key);
}

function columnOf(
  { name, display_name, type, unique = false, options, formula, relation }: NewColumn,
  added: readonly string[],
): ColumnCreate {
  const { options: choices = [] } = (options ?? {}) as { options?: Choice[] };
  const more = missingIn(choices, added);
  const settings = more.length === 0 ? options : { ...options, options: [...choices, ...more] };
  return {
    name,
    type: type as ColumnCreate["type"],
    unique,
    ...(display_name === undefined ? {} : { display_name }),
    ...(settings === undefined ? {} : { options: settings }),
    ...(formula === undefined ? {} : { formula }),
    ...(relation?.table_id === undefined ? {} : { relation: { ...relation, table_id: relation.table_id } }),
  };
}

/** Returns a column whose table is not there yet, as its other settings are judged. */
const toNoTable = (body: ColumnCreate): ColumnCreate => ({ ...body, relation: { table_id: uuidv7() } });

/** Returns a column that is to be made as handlers need it to judge cells; its id is its own. */
export const schemaOfDraft = (draft: ColumnDraft): ColumnSchema => ({
  id: uuidv7(),
  name: draft.name,
  type: draft.type,
  required: draft.is_required,
  unique: draft.is_unique,
  default: draft.default_value,
  options: draft.options,
});

function addTarget(search: ColumnSearch, column: ImportColumn, target: ColumnSchema, key: string): void {
  const { plan, errors, found } = search;
  const { index, to } = column;
  const fault = unknownFault(column, target.type);
  const field = `${placeOf(search, column)}.on_unknown`;
  if (fault !== undefined) errors.push({ field, code: "conflict", message: fault });
  if (target.type === "file") found.files.add(index);
  const { relation } = target.options;
  if (relation !== undefined)
    found.linkings.push({ column, relation: to?.new?.relation ?? shownRelation(relation) });
  const choices = column.on_unknown === "add" ? choiceColumn(target, key, plan.adds) : undefined;
  if (choices !== undefined) found.choices.push(choices);
  found.targets.set(index, {
    name: target.name,
    read: (cell, mapping, options) =>
      choices === undefined
        ? cellValue(target, cell, mapping, options)
        : addingChoices(choices, target, cell),
    ...(target.unique && { unique: (value) => foldedValue(target, value) }),
  });
}

const shownRelation = ({
  table_id,
  cardinality,
  display_column: shown,
}: NonNullable<ColumnSchema["options"]["relation"]>) => ({
  ...{ table_id, cardinality },
  ...(shown === null ? {} : { display_column: shown }),
});
