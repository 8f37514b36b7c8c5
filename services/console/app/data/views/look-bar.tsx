import { useSession } from "../../session/session.ts";
import { useFilterNames } from "../filters/filter-names.ts";
import { FilterRow } from "../filters/filter-row.tsx";
import { SortChips } from "../filters/sort-chips.tsx";
import { conditionsOf } from "../filters/tree.ts";
import type { Table } from "../tables.ts";
import type { Looking } from "./use-look.ts";
import { ViewTabs } from "./view-tabs.tsx";

/** The views of a table, and below them the filter and the order of what is shown. */
export function LookBar({ table, looking }: { table: Table; looking: Looking }) {
  const { look, fields, change } = looking;
  const { timezone: timeZone } = useSession().team;
  const names = useFilterNames(conditionsOf(look.filters), fields);
  return (
    <>
      <ViewTabs table={table} looking={looking} />
      <FilterRow
        {...{ fields, names, timeZone }}
        filters={look.filters}
        onFilters={(filters) => change({ filters })}
      >
        <SortChips sorts={look.sorts} fields={fields} onSorts={(sorts) => change({ sorts })} />
      </FilterRow>
    </>
  );
}
