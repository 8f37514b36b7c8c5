import { AppError, type FieldError, validationFailed } from "@jst/errors";
import { compileFilter, fieldsIn, Params } from "@jst/query";
import { isUuid } from "@jst/rpc";
import { findPassages, shownPassages, type Place, type Query } from "@jst/search";
import type { InternalHandler, SearchWanted } from "../../gen/rpc.ts";
import { asPlatform } from "../table-directory/as-platform.ts";
import { StaleSchema, withTable } from "../engine/schema/with-table.ts";
import type { TableSchema } from "../engine/schema/schema.ts";
import { searchSources } from "./sources.ts";

/** Passages of rows and blocks that answer a question; 422 for a table or base that the team does not have. */
export const searchData: InternalHandler<"SearchData"> = async (wanted, internal) => {
  const call = asPlatform(wanted.team_id.toLowerCase(), internal);
  const query: Query = (statement, plan) => call.read(statement, plan);
  const known = await knownPlaces(query, wanted);
  const ask = async (rows: Partial<Place>) => {
    const places = placesOf(wanted.kinds, known, rows);
    const { query: text, limit, meaning, by_meaning_alone: isByMeaningAlone } = wanted;
    const question = { teamId: call.caller.team_id, text, limit, places, meaning, isByMeaningAlone };
    return findPassages(query, searchSources, question);
  };
  const [tableId = ""] = known.tableIds ?? [];
  const found =
    wanted.filter === undefined
      ? await ask({})
      : await withTable(call, tableId, async (schema) => {
          const ofRows = await ask({ condition: filtered(wanted, schema) });
          await requireCurrent(query, wanted.team_id, schema);
          return ofRows;
        });
  return { body: shownPassages(found) };
};

interface KnownPlaces {
  tableIds?: string[];
  baseIds?: string[];
}

/** The tables and bases that are meant, by their ids. Throws validation_failed for those that are not there. */
async function knownPlaces(
  query: Query,
  { team_id, table_ids, base_ids }: SearchWanted,
): Promise<KnownPlaces> {
  const faults: FieldError[] = [];
  const look = async (relation: "tables" | "bases", asked: readonly string[] = []) => {
    if (asked.length === 0) return [];
    const name = relation === "tables" ? "p.name" : "p.id::text";
    const found = await query<{ id: string; name: string }>({
      name: `search_known_${relation}`,
      text: `select p.id, ${name} as name from data.${relation} p
        where p.team_id = $1 and (p.id = any($2::uuid[]) or ${name} = any($3::text[]))`,
      values: [team_id, asked.filter(isUuid), asked],
    });
    return asked.flatMap((one, index) => {
      const known = found.find(({ id, name }) => id === one.toLowerCase() || name === one);
      const message = `No ${relation === "tables" ? "table" : "base"} of your team has this id. Check the id.`;
      if (known === undefined)
        faults.push({ field: `${relation.slice(0, -1)}_ids.${index}`, code: "not_found", message });
      return known === undefined ? [] : [known.id];
    });
  };
  const tableIds = await look("tables", table_ids);
  const baseIds = await look("bases", base_ids);
  if (faults.length > 0) throw validationFailed(faults);
  return { ...(table_ids === undefined ? {} : { tableIds }), ...(base_ids === undefined ? {} : { baseIds }) };
}

function placesOf(
  kinds: readonly string[],
  { tableIds, baseIds }: KnownPlaces,
  rows: Partial<Place>,
): Place[] {
  return kinds.flatMap((kind): Place[] => {
    if (kind === "rows")
      return [{ kind, ...(tableIds === undefined ? {} : { parentIds: tableIds }), ...rows }];
    if (kind === "blocks") return [{ kind, ...(baseIds === undefined ? {} : { parentIds: baseIds }) }];
    return [];
  });
}

/** Builds the condition on the row of an entry, as in a list of the table's rows, without formulas. */
function filtered(
  { filter, timezone = "UTC" }: SearchWanted,
  schema: TableSchema,
): NonNullable<Place["condition"]> {
  const formula = [...fieldsIn(filter)].find((name) => schema.columns.get(name)?.type === "formula");
  if (formula !== undefined)
    throw new AppError(
      "invalid_filter",
      "A filter of a context search cannot use a formula. Use another column.",
      {
        extension: { position: "$" },
      },
    );
  const compiled = (params: Params) =>
    compileFilter(JSON.stringify(filter), schema.fields, params, { timezone });
  // It is judged also where no word leads to an entry.
  compiled(new Params());
  return (params) =>
    `exists (select from ${schema.storage.rows} r
      where r.team_id = e.team_id and r.table_id = e.parent_id and r.id = e.id and ${compiled(params)})`;
}

/** Throws StaleSchema where the columns have moved, and the rows with them, since they were read. */
async function requireCurrent(query: Query, teamId: string, { id, version }: TableSchema): Promise<void> {
  const [table] = await query<{ schema_version: number }>({
    name: "search_table_version",
    text: "select t.schema_version from data.tables t where t.team_id = $1 and t.id = $2",
    values: [teamId, id],
  });
  if (table?.schema_version !== version) throw new StaleSchema();
}
