import type { Schemas } from "../api.ts";
import { Select } from "../parts/select.tsx";
import { MAPPING } from "../words/import-mapping.ts";
import { goalIn } from "./goals.ts";
import { LinkBy } from "./link-choices.tsx";
import type { GoalColumn, ImportColumn, Part } from "./mapping.ts";

type ColumnPatch = Schemas["ImportColumnPatch"];
type Way = NonNullable<ColumnPatch["on_unknown"]>;

interface MoreOfColumnOf {
  part: Part;
  /** All parts of the source. */
  parts: readonly Part[];
  column: ImportColumn;
  columns: readonly GoalColumn[];
  onChange: (patch: ColumnPatch) => void;
}

const CHOICES = ["select", "multi_select", "state"];
const DATES = ["date", "datetime"];
const NUMBERS = ["number", "integer", "currency", "percent", "duration", "rating"];

/** Choices about a column that few people need: empty, wrong and unknown values, and how its values are written. */
export function MoreOfColumn({ part, parts, column, columns, onChange }: MoreOfColumnOf) {
  const { index, to, header } = column;
  const goal = goalIn(to, columns);
  const type = to?.new?.type ?? goal?.type ?? "";
  return (
    <details>
      <summary aria-label={MAPPING.more(header)}>{MAPPING.moreSign}</summary>
      <div className="form">
        <Ways {...{ column, type, onChange }} />
        {part.match !== null && (
          <Select
            label={MAPPING.onEmpty}
            of={MAPPING.onEmpties}
            is={column.on_empty === "clear" ? "clear" : "keep"}
            onChange={(on_empty) => onChange({ index, on_empty })}
          />
        )}
        <Select
          label={MAPPING.onError}
          of={MAPPING.onErrors}
          is={column.on_error === "empty" ? "empty" : "reject"}
          onChange={(on_error) => onChange({ index, on_error })}
        />
        {type === "relation" && <LinkBy {...{ column, goal, parts, onChange }} />}
        <Unknown {...{ column, type, onChange }} />
      </div>
    </details>
  );
}

/** Chooses the way of choices, and of names of rows, that are not known. */
function Unknown({ column: { index, on_unknown: is }, type, onChange }: WaysOf) {
  if (type === "relation") {
    const { onUnknownRows: of, onUnknownRow: label } = MAPPING;
    return (
      <Select<Way>
        {...{ label, of }}
        is={Object.hasOwn(of, is) ? (is as Way) : "reject"}
        onChange={(on_unknown) => onChange({ index, on_unknown })}
      />
    );
  }
  if (!CHOICES.includes(type)) return null;
  const of = type === "state" ? MAPPING.onErrors : MAPPING.onUnknowns;
  return (
    <Select<Way>
      label={MAPPING.onUnknown}
      of={of}
      is={Object.hasOwn(of, is) ? (is as Way) : "reject"}
      onChange={(on_unknown) => onChange({ index, on_unknown })}
    />
  );
}

interface WaysOf extends Pick<MoreOfColumnOf, "column" | "onChange"> {
  type: string;
}

/** How dates and numbers are written, once that is known: a guess or an answer can be changed. */
function Ways({ column: { index, question, date_order: order, decimal }, type, onChange }: WaysOf) {
  if (question !== null) return null;
  return (
    <>
      {DATES.includes(type) && order !== null && (
        <Select
          label={MAPPING.date_order}
          of={MAPPING.orders}
          is={order === "mdy" ? "mdy" : "dmy"}
          onChange={(date_order) => onChange({ index, date_order })}
        />
      )}
      {NUMBERS.includes(type) && decimal !== null && (
        <Select
          label={MAPPING.decimal}
          of={MAPPING.decimals}
          is={decimal === "," ? "," : "."}
          onChange={(sign) => onChange({ index, decimal: sign })}
        />
      )}
    </>
  );
}
