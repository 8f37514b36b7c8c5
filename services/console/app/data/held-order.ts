import { useEffect, useRef, useState } from "react";
import { storedId } from "./new-rows.ts";
import type { Edit } from "./refused.ts";
import type { RowWindow } from "./row-window.ts";
import type { Row } from "./tables.ts";

/** Rows of a list at their positions. */
export type Ordered = Pick<RowWindow, "count" | "rowAt" | "rows" | "list">;

/** The row of the cursor, by the id that the list knows it by. */
interface Standing {
  id: string;
  index: number;
  isEditing: boolean;
  /** Whether the row was written since the cursor came to it. */
  isWritten: boolean;
}

/**
 * Locks the order of rows while the row of the cursor is edited and, once it is written, until the cursor leaves it. So
 * no row moves under the hands of a person. Rows show their newest values meanwhile (console.grid-live).
 */
export function useHeldOrder(now: Ordered) {
  const shown = useRef(now);
  const [standing, setStanding] = useState<Standing>();
  const isLocked = standing !== undefined && isKept(standing, shown.current, now);
  useEffect(() => {
    if (!isLocked) shown.current = now;
  });
  return {
    order: isLocked ? newestIn(shown.current, now) : now,
    /** Whether the row leaves its place when the cursor leaves the row. */
    isMoving: (row: Row): boolean => isLocked && standing.isWritten && storedId(row.id) === standing.id,
    /** Notes a write. */
    wrote: (edits: readonly Edit[]): void => {
      const ids = new Set(edits.map(({ row }) => storedId(row.id)));
      setStanding((was) => (was !== undefined && ids.has(was.id) ? { ...was, isWritten: true } : was));
    },
    /** Notes the row of the cursor. */
    stands: (row: Row | undefined, index: number, isEditing: boolean): void => {
      const id = row === undefined ? undefined : storedId(row.id);
      setStanding((was) => {
        if (id === undefined) return undefined;
        const now = { id, index, isEditing, isWritten: was?.id === id && was.isWritten };
        // Drawing the grid again for nothing would move the focus to the cell of the cursor.
        return isSame(was, now) ? was : now;
      });
    },
  };
}

const isSame = (one: Standing | undefined, other: Standing): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Reports whether the place that a list has shown the row at is to stay, although the list has it elsewhere now. */
function isKept(standing: Standing, shown: Ordered, now: Ordered): boolean {
  const { id, index, isEditing, isWritten } = standing;
  if ((!isEditing && !isWritten) || shown.list !== now.list || shown.rowAt(index)?.id !== id) return false;
  return index >= (now.count ?? 0) || (now.rowAt(index)?.id ?? id) !== id;
}

/** Returns the rows in their former order, each as the list has it now if it is loaded. */
function newestIn(former: Ordered, { rows }: Ordered): Ordered {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const newest = (row: Row): Row => byId.get(row.id) ?? row;
  return {
    ...former,
    rows: former.rows.map(newest),
    rowAt: (index) => {
      const row = former.rowAt(index);
      return row && newest(row);
    },
  };
}
