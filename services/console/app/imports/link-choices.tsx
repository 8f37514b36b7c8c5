import type { Schemas } from "../api.ts";
import { useTable } from "../data/tables.ts";
import { Select } from "../parts/select.tsx";
import { MAPPING } from "../words/import-mapping.ts";
import { linkableOf, linkTo, offeredTo, titleOf, uniqueIn } from "./linking.ts";
import type { GoalColumn, ImportColumn, Part, To } from "./mapping.ts";

type ColumnPatch = Schemas["ImportColumnPatch"];

interface LinkQuestionOf {
  column: ImportColumn;
  parts: readonly Part[];
  onChange: (patch: ColumnPatch) => void;
}

/** Asks to which table of the source a column links whose values name rows of several. */
export function LinkQuestion({ column, parts, onChange }: LinkQuestionOf) {
  const { index, header, to } = column;
  return (
    <fieldset className="question" aria-label={`${header}: ${MAPPING.link}`}>
      <legend>{MAPPING.link}</legend>
      {linkableOf(column, parts).map((part) => (
        <label key={part.index}>
          <input
            type="radio"
            name={`link ${index}`}
            value={part.index}
            checked={false}
            onChange={() => onChange({ index, to: linkTo(column, part, to?.new?.name ?? "link", header) })}
          />
          {titleOf(part)}
        </label>
      ))}
    </fieldset>
  );
}

interface LinkByOf {
  column: ImportColumn;
  goal: GoalColumn | undefined;
  parts: readonly Part[];
  onChange: (patch: ColumnPatch) => void;
}

/** Chooses the column by which a link finds its rows; nothing without a choice. */
export function LinkBy({ column: { index, to, link_by: by }, goal, parts, onChange }: LinkByOf) {
  const relation = to?.new?.relation;
  const { data: table } = useTable(goal?.relation?.table_id ?? relation?.table_id);
  const known = (table?.columns ?? []).flatMap(({ name, display_name: title, unique }) =>
    unique ? [[name, title] as const] : [],
  );
  const made = uniqueIn(parts.find((part) => part.index === relation?.part));
  const choices = {
    "": MAPPING.linkedByDefault,
    ...Object.fromEntries(known),
    ...made,
    ...(relation?.part === undefined ? { id: MAPPING.ofRow } : {}),
  };
  return (
    <Select<string>
      label={MAPPING.linkBy}
      of={choices}
      is={by ?? ""}
      onChange={(chosen) => onChange({ index, link_by: chosen === "" ? null : chosen })}
    />
  );
}

/** New columns that link to parts, as choices beside the types. */
export const linkChoices = (
  column: ImportColumn,
  own: Part,
  parts: readonly Part[],
): Record<string, string> =>
  Object.fromEntries(
    offeredTo(column, own, parts).map((part) => [`-part ${part.index}`, MAPPING.linkTo(titleOf(part))]),
  );

/** The part that a choice names; undefined for a type. */
export const chosenLink = (chosen: string, parts: readonly Part[]): Part | undefined =>
  parts.find(({ index }) => chosen === `-part ${index}`);

/** The choice of a column as it is: its type, or the part to which it links. */
export const choiceOf = (to: To | null): string | undefined =>
  to?.new?.relation?.part === undefined ? to?.new?.type : `-part ${to.new.relation.part}`;
