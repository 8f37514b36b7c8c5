import { sourceText } from "@jst/tabular/read";
import type { ValueContext } from "@jst/tabular/values";
import { ownStretch } from "@jst/jobs/stretches";
import type { ImportColumn, ImportPart, Loss, NewRelation } from "../import.ts";
import { asNewColumn } from "../merged-parts.ts";
import type { BaseField, BaseTable } from "./base.ts";
import { shownFields, type ReadBase } from "./base-source.ts";
import { cellOf } from "./cells.ts";
import { sharedFormulas } from "./shared-formulas.ts";
import { isFit, lossKindOf, typesOf, type FieldType } from "./field-types.ts";

const NAME_CHARS_MAX = 120;
/** Records that are read before other work of the process has its turn. */
const STRETCH_RECORDS = 100;

/**
 * Maps the tables of a base to new tables, by their fields (imports.airtable). A field has its own type if all of its
 * values fit. Links find their rows by the ids of records, which are the last column of each table.
 */
export async function baseParts(
  base: ReadBase,
  { parts, values, teamId }: { parts: readonly ImportPart[]; values: ValueContext; teamId: string },
): Promise<ImportPart[]> {
  const goals = new Map(base.tables.map(({ id }, index) => [id, index]));
  const mappedTo: ImportPart[] = [];
  for (const part of parts) {
    const table = base.tables[part.index];
    if (table === undefined) continue;
    const evidence = await evidenceOf(base, part.index, {
      fields: shownFields(table),
      goals,
      values,
      teamId,
    });
    const guessed = part.columns.map((column, at) => withGuess(column, evidence.columns[at]));
    const columns = guessed.map(asNewColumn(guessed));
    const fields = evidence.columns.map(({ field, type }, at) => ({
      field,
      type,
      name: nameOf(columns[at]),
    }));
    const formulas = await sharedFormulas(base.records(part.index), fields, values, teamId);
    mappedTo.push({
      ...part,
      columns: columns.map((column) => withFormula(column, formulas.get(nameOf(column)))),
      losses: lossesOf(table, part, { ...evidence, taken: fields.map(({ name }) => formulas.has(name)) }),
    });
  }
  return mappedTo.map((part) => mapped(part, mappedTo, base.tables[part.index]?.name ?? ""));
}

const nameOf = (column: ImportColumn | undefined): string => column?.to?.new?.name ?? "";

/** Returns a column that computes its values, if the formula is one here too. */
function withFormula(column: ImportColumn, formula: string | undefined): ImportColumn {
  if (formula === undefined || column.to?.new === undefined) return column;
  const { options: _, ...made } = column.to.new;
  return { ...column, to: { new: { ...made, type: "formula", formula } } };
}

/** Facts of the records of a table. */
interface TableEvidence {
  columns: FieldEvidence[];
  comments: number;
}

/** Facts of a field that its values show. */
interface FieldEvidence {
  field: BaseField;
  type: FieldType;
  /** Table to which a link goes. */
  goal: number | undefined;
  isMany: boolean;
  filled: number;
}

interface EvidenceOf {
  fields: readonly BaseField[];
  goals: ReadonlyMap<string, number>;
  values: ValueContext;
  teamId: string;
}

async function evidenceOf(
  { records }: ReadBase,
  part: number,
  { fields, goals, values, teamId }: EvidenceOf,
): Promise<TableEvidence> {
  const found = fields.map((field) => new FieldValues(field, goals.get(field.options.linkedTableId ?? "")));
  let [read, comments] = [0, 0];
  for await (const record of records(part)) {
    if (read % STRETCH_RECORDS === 0) await ownStretch(teamId);
    read += 1;
    comments += record.comments;
    for (const one of found) one.add(record.fields[one.field.id], values);
  }
  return { columns: found.map((one) => one.evidence()), comments };
}

/** Collector of the types that all values of a field have. */
class FieldValues {
  readonly field: BaseField;
  readonly #goal: number | undefined;
  #types: FieldType[];
  #isMany = false;
  #filled = 0;

  constructor(field: BaseField, goal: number | undefined) {
    this.field = field;
    this.#goal = field.type === "multipleRecordLinks" ? goal : undefined;
    this.#types = this.#goal === undefined ? typesOf(field) : [{ type: "relation" }];
  }

  add(value: unknown, context: ValueContext): void {
    if (Array.isArray(value) && value.length > 1) this.#isMany = true;
    const cell = cellOf(this.field, value);
    if (sourceText(cell).trim() === "") return;
    this.#filled += 1;
    while (this.#types[0] !== undefined && this.#types.length > 1 && !isFit(cell, this.#types[0], context))
      this.#types = this.#types.slice(1);
  }

  evidence(): FieldEvidence {
    const { field } = this;
    const isOne = field.options.prefersSingleRecordLink === true && !this.#isMany;
    const [type = { type: "long_text" }] = this.#types;
    return { field, type, goal: this.#goal, isMany: !isOne, filled: this.#filled };
  }
}

/** Returns a column with the type of its field; the last one, with the ids of records, is a text. */
function withGuess(column: ImportColumn, evidence: FieldEvidence | undefined): ImportColumn {
  const plain = { ...column, decimal: null, date_order: null, question: null };
  if (evidence === undefined) return { ...plain, guess: { type: "text", confidence: 1 } };
  const { type, goal, isMany } = evidence;
  if (goal === undefined) return { ...plain, guess: { ...type, confidence: 1 } };
  const cardinality = isMany ? ("many" as const) : ("one" as const);
  return {
    ...plain,
    guess: { type: "relation", confidence: 1, parts: [goal], cardinality },
    on_unknown: "empty",
  };
}

function mapped(part: ImportPart, parts: readonly ImportPart[], name: string): ImportPart {
  const columns = part.columns.map((column, at): ImportColumn => {
    const { to, guess } = column;
    if (to?.new === undefined) return column;
    if (at === part.columns.length - 1) return { ...column, to: { new: { ...to.new, unique: true } } };
    const [goal] = guess.parts ?? [];
    const table = goal === undefined ? undefined : parts[goal];
    if (goal === undefined || table === undefined) return column;
    const shown = table.columns[0]?.to?.new?.name;
    const relation: NewRelation = {
      ...{ part: goal, cardinality: guess.cardinality ?? "many" },
      ...(shown === undefined ? {} : { display_column: shown }),
    };
    const link_by = table.columns.at(-1)?.to?.new?.name ?? null;
    return { ...column, to: { new: { ...to.new, relation } }, link_by };
  });
  const title = name.trim().slice(0, NAME_CHARS_MAX) || `Table ${part.index + 1}`;
  return { ...part, target: { kind: "new_table", display_name: title }, columns };
}

/** Lists what a base has and an import cannot bring as it is (imports.airtable-losses). */
function lossesOf(
  table: BaseTable,
  part: ImportPart,
  { columns, comments, taken }: TableEvidence & { taken: readonly boolean[] },
): Loss[] {
  const whole = (kind: string, count: number): Loss[] =>
    count === 0 ? [] : [{ kind, column: null, count, instead: null }];
  const buttons = table.fields.filter(({ type }) => type === "button").length;
  return [
    ...columns.flatMap(({ field, type, goal, filled }, at): Loss[] => {
      const isUnlinked = field.type === "multipleRecordLinks" && goal === undefined;
      const kind = isUnlinked ? "relation" : taken[at] === true ? undefined : lossKindOf(field);
      const column = part.columns[at]?.header ?? field.name;
      return kind === undefined ? [] : [{ kind, column, count: filled, instead: type.type }];
    }),
    ...whole("button", buttons),
    ...whole("comment", comments),
    ...whole("view", table.views),
  ];
}
