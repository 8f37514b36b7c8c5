import { useState } from "react";
import { SortChips } from "../data/filters/sort-chips.tsx";
import { RowHeight } from "../data/views/row-height.tsx";
import { ShownColumns } from "../data/views/shown-columns.tsx";
import { CardsOrGrid, useCards } from "../parts/cards-or-grid.tsx";
import { Download } from "../parts/download.tsx";
import { Failure } from "../parts/failure.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { TABLES } from "../words/tables.ts";
import { ListCards } from "./list-cards.tsx";
import { ListGrid } from "./list-grid.tsx";
import type { RowList } from "./list-of.ts";
import { useListWindow } from "./list-window.ts";
import { useListLook, type ListLook } from "./use-list-look.ts";

/** A list of things: found, filtered, sorted, chosen and copied (console.lists). */
export function Listed({ list }: { list: RowList }) {
  const looking = useListLook(list);
  const cards = useCards();
  const [wanted, setWanted] = useState<readonly number[]>([0]);
  const { count, ...rows } = useListWindow(list, looking.sort, wanted);
  const { error } = rows;
  const isShown = count !== undefined && count > 0;
  return (
    <>
      <div className="actions list-tools">
        {list.tools}
        {isShown && <Tools {...{ list, looking, cards }} />}
      </div>
      {error !== null && <Failure error={error} />}
      {count === undefined && error === null && <Waiting />}
      {count === 0 && <div className="empty">{list.none}</div>}
      {isShown && looking.shown.length === 0 && <p className="empty">{TABLES.noShownColumns}</p>}
      {isShown && looking.shown.length > 0 && (
        <div className="grid-area">
          {cards.isCards ? (
            <ListCards {...{ list, columns: looking.shown }} rows={{ ...rows, count }} onWant={setWanted} />
          ) : (
            <ListGrid {...{ list, looking }} rows={{ ...rows, count }} onWant={setWanted} />
          )}
        </div>
      )}
    </>
  );
}

interface ToolsOf {
  list: RowList;
  looking: ListLook;
  cards: ReturnType<typeof useCards>;
}

function Tools({ list: { columns, file }, looking: { look, change, sort }, cards }: ToolsOf) {
  const fields = new Map(columns.map(({ name, title }) => [name, { display_name: title }]));
  return (
    <>
      <SortChips sorts={look.sorts} fields={fields} onSorts={(sorts) => change({ sorts })} />
      <ShownColumns columns={columns} look={look} onLook={change} />
      <RowHeight is={look.rowHeight} onLook={change} />
      {file !== undefined && (
        <Download {...file} query={{ ...file.query, ...(sort === "" ? {} : { sort }) }} />
      )}
      <CardsOrGrid {...cards} />
    </>
  );
}
