import type { Schemas } from "../api.ts";
import { RESERVED_NAMES } from "../data/columns/reserved-names.ts";
import { NamedSelect } from "../parts/select.tsx";
import { MAPPING } from "../words/import-mapping.ts";
import { customField, customGoal, isCustom } from "./contact-goals.ts";
import { goalIn } from "./goals.ts";
import {
  newColumn,
  takenIn,
  typesFor,
  type GoalColumn,
  type ImportColumn,
  type NewType,
  type Part,
  type To,
} from "./mapping.ts";
import { choiceOf, chosenLink, linkChoices, LinkQuestion } from "./link-choices.tsx";
import { linkTo } from "./linking.ts";
import { MoreOfColumn } from "./more-of-column.tsx";
import { Question } from "./question.tsx";

type ColumnPatch = Schemas["ImportColumnPatch"];

interface ColumnGoalOf {
  part: Part;
  /** All parts of the source. */
  parts: readonly Part[];
  column: ImportColumn;
  columns: readonly GoalColumn[];
  onChange: (patch: ColumnPatch) => void;
}

/** Names of choices beside the columns, whose names begin with a letter. */
const OUT = "-out";
const NEW = "-new";
const ID = "-id";
const CUSTOM = "-custom";

/** Chooses the goal of a column: none, a column of the table, or a new one of a type; and asks what its values mean. */
export function ColumnGoal({ part, parts, column, columns, onChange }: ColumnGoalOf) {
  const { index, to, question, header } = column;
  // The ways of choices are not those of links.
  const isOfType = column.on_unknown === "add" || column.on_unknown === "create";
  const go = (goal: To | null) =>
    onChange({ index, to: goal, ...(isOfType && { on_unknown: "reject" as const }) });
  const toNew = (chosen: string) => {
    const made = newColumn(column, chosen as NewType, settingsOf(part, columns));
    const linked = chosenLink(chosen, parts);
    go(linked === undefined ? made : linkTo(column, linked, made.new?.name ?? MAPPING.nameless, header));
  };
  return (
    <div className="goal">
      {part.target?.kind === "new_table" && (
        <NewTableType {...{ part, column, parts, toNew }} onOut={() => go(null)} />
      )}
      {part.target?.kind === "table" && <TableGoal {...{ part, column, parts, columns, go, toNew }} />}
      {part.target?.kind === "contacts" && <FieldGoal {...{ column, columns, go }} hasCustom />}
      {part.target?.kind === "articles" && <FieldGoal {...{ column, columns, go }} />}
      {to !== null && question === "link" && <LinkQuestion {...{ column, parts, onChange }} />}
      {to !== null && question !== null && question !== "link" && <Question {...{ column, onChange }} />}
      {to !== null && <MoreOfColumn {...{ part, parts, column, columns, onChange }} />}
    </div>
  );
}

/** Settings of new columns. */
export const NEW_COLUMNS = { reserved: RESERVED_NAMES, currency: "EUR", nameless: MAPPING.nameless };

const settingsOf = (part: Part, columns: readonly GoalColumn[]) => ({
  ...NEW_COLUMNS,
  taken: takenIn(part, RESERVED_NAMES, columns),
});

interface NewTableTypeOf extends Pick<ColumnGoalOf, "part" | "column" | "parts"> {
  toNew: (chosen: string) => void;
  onOut: () => void;
}

/** Types of a new column, and the tables of the source to which it can link. */
const choicesOf = ({
  part,
  column,
  parts,
}: Pick<ColumnGoalOf, "part" | "column" | "parts">): Record<string, string> => ({
  ...Object.fromEntries(typesFor(column).map((type) => [type, MAPPING.types[type]] as const)),
  ...linkChoices(column, part, parts),
});

function NewTableType({ part, column, parts, toNew, onOut }: NewTableTypeOf) {
  return (
    <NamedSelect<string>
      label={MAPPING.typeOf(column.header)}
      of={{ ...choicesOf({ part, column, parts }), [OUT]: MAPPING.leaveOut }}
      is={choiceOf(column.to) ?? OUT}
      onChange={(chosen) => (chosen === OUT ? onOut() : toNew(chosen))}
    />
  );
}

interface TableGoalOf extends Pick<ColumnGoalOf, "part" | "column" | "columns" | "parts"> {
  go: (to: To | null) => void;
  toNew: (chosen: string) => void;
}

function TableGoal({ part, column, parts, columns, go, toNew }: TableGoalOf) {
  const { to, header, guess } = column;
  const choices = {
    [OUT]: MAPPING.leaveOut,
    ...Object.fromEntries(columns.map(({ name, display_name: title }) => [name, title] as const)),
    [NEW]: MAPPING.newColumn,
    [ID]: MAPPING.ofRow,
  };
  const onChoose = (chosen: string) => {
    if (chosen === OUT) go(null);
    else if (chosen === NEW) toNew(guess.type === "relation" ? "text" : guess.type);
    else go(chosen === ID ? { field: "id" } : { column: chosen });
  };
  return (
    <>
      <NamedSelect<string> label={MAPPING.goesOf(header)} of={choices} is={goalOf(to)} onChange={onChoose} />
      {to?.new !== undefined && (
        <NamedSelect<string>
          label={MAPPING.typeOf(header)}
          of={choicesOf({ part, column, parts })}
          is={choiceOf(to) ?? to.new.type}
          onChange={toNew}
        />
      )}
    </>
  );
}

interface FieldGoalOf extends Omit<TableGoalOf, "toNew" | "part" | "parts"> {
  /** Whether the records have fields of the team's own: contacts have, articles have not. */
  hasCustom?: boolean;
}

/** Chooses a field of a record, or one of the team's own that is called like the column. */
function FieldGoal({ column: { to, header }, columns, go, hasCustom = false }: FieldGoalOf) {
  const own = to?.field !== undefined && isCustom(to.field) ? to.field : customField(header);
  const choices = {
    [OUT]: MAPPING.leaveOut,
    ...Object.fromEntries(columns.map(({ name, display_name: title }) => [name, title] as const)),
    ...(hasCustom ? { [CUSTOM]: MAPPING.customField(customGoal(own).display_name) } : {}),
    [ID]: hasCustom ? MAPPING.ofContact : MAPPING.ofArticle,
  };
  const is = to?.field === "id" ? ID : isCustom(to?.field) ? CUSTOM : (to?.field ?? OUT);
  const fieldOf = (chosen: string) => ({ [CUSTOM]: own, [ID]: "id" })[chosen] ?? chosen;
  return (
    <NamedSelect<string>
      label={MAPPING.goesOf(header)}
      of={choices}
      is={is}
      onChange={(chosen) => go(chosen === OUT ? null : { field: fieldOf(chosen) })}
    />
  );
}

function goalOf(to: To | null): string {
  if (to === null) return OUT;
  if (to.new !== undefined) return NEW;
  return to.column ?? ID;
}

/** Says where a column went, once that cannot be changed. */
export function goalText({ to }: ImportColumn, columns: readonly GoalColumn[]): string {
  if (to === null) return MAPPING.leftOut;
  if (to.new !== undefined) return MAPPING.types[to.new.type];
  const known = goalIn(to, columns);
  if (known !== undefined) return known.display_name;
  return to.column ?? MAPPING.ofRow;
}
