import { FILTERS } from "../../words/filters.ts";
import { fitsNode } from "./checks.ts";
import { Chip } from "./chip.tsx";
import { chipText, type FoundNames } from "./chip-text.ts";
import { ConditionEditor } from "./editor.tsx";
import type { Fields } from "./operators.ts";
import { withCondition, type Condition, type Filters, type Place } from "./tree.ts";

/** Filter that chips show and change. */
export interface FilterRowOf {
  filters: Filters;
  fields: Fields;
  names: FoundNames;
  timeZone: string;
  onFilters: (filters: Filters) => void;
}

interface FilterChipOf extends FilterRowOf {
  place: Place;
  condition: Condition;
  onRemove: (place: Place) => void;
}

/** The chip of a condition. One that the table does not take says so, and is not applied. */
export function FilterChip({ place, condition, onRemove, ...of }: FilterChipOf) {
  const { filters, fields, names, timeZone, onFilters } = of;
  const { text, fault, hasGoneValue } = chipText(condition, { fields, names, timeZone });
  const field = fields.get(condition.field);
  return (
    <Chip text={text} isFaulty={fault !== undefined || hasGoneValue} onRemove={() => onRemove(place)}>
      {(close) =>
        field === undefined ? (
          <p>{FILTERS.goneSays}</p>
        ) : (
          <>
            <strong>{field.display_name}</strong>
            {fault === "unfit" && <p>{FILTERS.unfitSays(field.display_name)}</p>}
            <ConditionEditor
              {...{ field, names, timeZone }}
              is={condition}
              onCondition={(changed) => {
                close();
                onFilters(withCondition(filters, place, changed));
              }}
            />
          </>
        )
      }
    </Chip>
  );
}

interface OwnChipOf extends Pick<FilterRowOf, "fields"> {
  node: unknown;
  onRemove: () => void;
}

/** The chip of a part that is too complex to edit here; it stays as it is. */
export function OwnChip({ node, fields, onRemove }: OwnChipOf) {
  const fits = fitsNode(node, fields, 1);
  return (
    <Chip text={FILTERS.own} isFaulty={!fits} onRemove={onRemove}>
      {() => (
        <>
          <p>{fits ? FILTERS.ownSays : FILTERS.ownUnfit}</p>
          <details>
            <summary>{FILTERS.program}</summary>
            <pre>{typeof node === "string" ? node : JSON.stringify(node, null, 2)}</pre>
          </details>
        </>
      )}
    </Chip>
  );
}
