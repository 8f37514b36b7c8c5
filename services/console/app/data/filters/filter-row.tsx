import type { ReactNode } from "react";
import { Button } from "react-aria-components";
import { Select } from "../../parts/select.tsx";
import { FILTERS } from "../../words/filters.ts";
import { AddFilter } from "./add-filter.tsx";
import { removeChip } from "./chip.tsx";
import { FilterChip, OwnChip, type FilterRowOf } from "./filter-chip.tsx";
import {
  NO_FILTERS,
  withConditionInGroup,
  withGroupJoins,
  without,
  withPart,
  type Group,
  type Joins,
  type Place,
} from "./tree.ts";

/** The conditions of a list as chips, and what adds one (console.filters). */
export function FilterRow({ children, ...of }: FilterRowOf & { children?: ReactNode }) {
  const { filters, onFilters } = of;
  const remove = (place: Place) => removeChip(() => onFilters(without(filters, place)));
  const other = filters.joins === "and" ? "or" : "and";
  const hasGroup = filters.parts.some((part) => "group" in part);
  return (
    <div className="filters">
      {filters.parts.length > 1 && (
        <JoinsSelect
          label={FILTERS.joins}
          is={filters.joins}
          onJoins={(joins) => onFilters({ ...filters, joins })}
        />
      )}
      <ul className="chips" aria-label={FILTERS.list}>
        {filters.parts.map((part, at) => {
          if ("own" in part)
            return <OwnChip key={at} {...of} node={part.own} onRemove={() => remove({ part: at })} />;
          if ("condition" in part)
            return <FilterChip key={at} {...of} place={{ part: at }} {...part} onRemove={remove} />;
          return <GroupChips key={at} {...of} part={at} {...part} onRemove={remove} />;
        })}
      </ul>
      <AddFilter
        {...of}
        label={FILTERS.add}
        onAdd={(condition) => onFilters(withPart(filters, { condition }))}
      />
      {filters.parts.length > 0 && !hasGroup && (
        <AddFilter
          {...of}
          label={FILTERS.addGroup}
          onAdd={(condition) =>
            onFilters(withPart(filters, { group: { joins: other, conditions: [condition] } }))
          }
        />
      )}
      {filters.parts.length > 0 && (
        <Button className="quiet" onPress={() => removeChip(() => onFilters(NO_FILTERS))}>
          {FILTERS.clear}
        </Button>
      )}
      {children}
    </div>
  );
}

interface GroupChipsOf extends FilterRowOf {
  part: number;
  group: Group;
  onRemove: (place: Place) => void;
}

/** Conditions of a group, within one chip. */
function GroupChips({ part, group, onRemove, ...of }: GroupChipsOf) {
  const { filters, onFilters } = of;
  const name = FILTERS.group(FILTERS.joined[group.joins]);
  return (
    <li className="chip-group">
      <JoinsSelect
        label={FILTERS.groupJoins}
        is={group.joins}
        onJoins={(joins) => onFilters(withGroupJoins(filters, part, joins))}
      />
      <ul className="chips" aria-label={name}>
        {group.conditions.map((condition, inGroup) => (
          <FilterChip
            key={inGroup}
            {...of}
            place={{ part, inGroup }}
            condition={condition}
            onRemove={onRemove}
          />
        ))}
      </ul>
      <AddFilter
        {...of}
        label={FILTERS.addToGroup}
        onAdd={(condition) => onFilters(withConditionInGroup(filters, part, condition))}
      />
    </li>
  );
}

interface JoinsSelectOf {
  label: string;
  is: Joins;
  onJoins: (joins: Joins) => void;
}

const JoinsSelect = ({ label, is, onJoins }: JoinsSelectOf) => (
  <Select label={label} of={FILTERS.joined} is={is} onChange={onJoins} />
);
