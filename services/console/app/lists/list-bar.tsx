import type { RefObject } from "react";
import { Button, Toolbar } from "react-aria-components";
import { clippingOf } from "../grid/clipboard.ts";
import { chosenText } from "../grid/choice.ts";
import type { useChoice } from "../grid/use-choice.ts";
import { Failure } from "../parts/failure.tsx";
import { useSession } from "../session/session.ts";
import { CHOICE } from "../words/choice.ts";
import { gridColumn, gridRow } from "./cells.tsx";
import type { ListRow, RowList } from "./list-of.ts";

interface ListBarOf {
  bar: RefObject<HTMLDivElement | null>;
  choice: ReturnType<typeof useChoice<ListRow>>;
  /** The shown columns. */
  columns: RowList["columns"];
  /** How many rows the list has. */
  count: number;
  onClear: () => void;
  onAnnounce: (text: string) => void;
}

/** Acts on the chosen rows of a list. */
export function ListBar({ bar, choice, columns, count, onClear, onAnnounce }: ListBarOf) {
  const { rows, isReading, error } = choice;
  const copy = useCopyRows(columns);
  const isOpen = rows.length > 0 || isReading || error !== undefined;
  return (
    <div
      ref={bar}
      className={isOpen ? "row-bar open" : "row-bar"}
      onKeyDown={({ key }) => {
        if (key === "Escape") onClear();
      }}
    >
      {error !== undefined && <Failure error={error} />}
      <div className="actions">
        <p role="status">{chosenText(rows.length, count, isReading)}</p>
        {isOpen && (
          <Toolbar className="actions" aria-label={CHOICE.bar}>
            {rows.length > 0 && (
              <Button className="quiet" onPress={() => void copy(rows).then(onAnnounce)}>
                {CHOICE.copy}
              </Button>
            )}
            <Button className="quiet" onPress={onClear}>
              {CHOICE.clear}
            </Button>
          </Toolbar>
        )}
      </div>
    </div>
  );
}

/** Returns what copies rows with the titles of their columns, and says whether the browser let it. */
function useCopyRows(columns: RowList["columns"]) {
  const { team } = useSession();
  return async (rows: readonly ListRow[]): Promise<string> => {
    const heads = columns.map(({ title }) => ({ text: title, value: title }));
    const cells = rows.map((row) => {
      const { text, value } = gridRow(row, columns, "", team.timezone);
      return columns.map((_, at) => ({ text: text(at), value: value(at) }));
    });
    const types = columns.map((column) => gridColumn(column).type);
    const { text, html } = clippingOf({ source: { team: team.id, types }, cells: [heads, ...cells] });
    const item = new ClipboardItem({ "text/plain": text, "text/html": html });
    return navigator.clipboard.write([item]).then(
      () => CHOICE.copied(rows.length),
      () => CHOICE.notCopied,
    );
  };
}
