import { ArrowDown, ArrowUp } from "lucide-react";
import { Button } from "react-aria-components";
import { PARTS } from "../../words/parts.ts";
import { SORTS } from "../../words/views.ts";
import type { Sort } from "../views/look.ts";
import { removeChip, removing } from "./chip.tsx";

interface SortChipsOf {
  sorts: readonly Sort[];
  /** Sorted fields by their names. */
  fields: ReadonlyMap<string, { display_name: string }>;
  onSorts: (sorts: readonly Sort[]) => void;
}

/** The orders of the rows as chips, the first one first: a press turns one round, × and Delete remove it. */
export function SortChips({ sorts, fields, onSorts }: SortChipsOf) {
  if (sorts.length === 0) return null;
  return (
    <ul className="chips" aria-label={SORTS.list}>
      {sorts.map((sort, at) => {
        const { field, direction } = sort;
        const title = fields.get(field)?.display_name ?? field;
        const isAscending = direction === "asc";
        const remove = () => removeChip(() => onSorts(sorts.toSpliced(at, 1)));
        const turned = { field, direction: isAscending ? ("desc" as const) : ("asc" as const) };
        return (
          <li key={field} className="chip">
            <Button
              className="chip-text"
              aria-label={SORTS.turn(title, isAscending)}
              onPress={() => onSorts(sorts.with(at, turned))}
              onKeyDown={removing(remove)}
            >
              {title} {isAscending ? <ArrowUp size={12} aria-hidden /> : <ArrowDown size={12} aria-hidden />}
            </Button>
            <Button
              className="chip-remove"
              aria-label={SORTS.remove(title)}
              onPress={remove}
              onKeyDown={removing(remove)}
            >
              {PARTS.takeSign}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
