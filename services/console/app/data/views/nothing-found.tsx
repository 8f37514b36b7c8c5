import { useSession } from "../../session/session.ts";
import { FILTERS } from "../../words/filters.ts";
import { TABLES } from "../../words/tables.ts";
import { chipText } from "../filters/chip-text.ts";
import { useFilterNames } from "../filters/filter-names.ts";
import { conditionsOf } from "../filters/tree.ts";
import type { Looking } from "./use-look.ts";

/** Says why a list of rows is empty. */
export function NothingFound({ looking }: { looking: Looking }) {
  const { look, fields, shown } = looking;
  const { timezone: timeZone } = useSession().team;
  const conditions = conditionsOf(look.filters);
  const names = useFilterNames(conditions, fields);
  if (shown?.filter === undefined)
    return <p className="empty">{looking.q === "" ? TABLES.noRows : FILTERS.nothingFound}</p>;
  const gone = conditions
    .map((condition) => chipText(condition, { fields, names, timeZone }))
    .find(({ hasGoneValue }) => hasGoneValue);
  return <p className="empty">{gone === undefined ? FILTERS.nothing : FILTERS.nothingLeft(gone.text)}</p>;
}
