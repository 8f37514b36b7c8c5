import { answered } from "@jst/client";
import { queryOptions, useQueries, useQuery } from "@tanstack/react-query";
import { api } from "../../api.ts";
import { useActorsById } from "../../parts/actors.ts";
import { contactName, contactsOf } from "../../parts/contact-names.ts";
import { shownName } from "../../words/actors.ts";
import { FILTERS } from "../../words/filters.ts";
import { PARTS } from "../../words/parts.ts";
import { nameOf } from "../cells.ts";
import type { FoundNames } from "./chip-text.ts";
import { faultOf } from "./checks.ts";
import { arityOf, type Fields, type FilterField } from "./operators.ts";
import type { Condition } from "./tree.ts";

/** Finds the names of the people, contacts and rows that conditions compare with. */
export function useFilterNames(conditions: readonly Condition[], fields: Fields): FoundNames {
  const named = conditions.flatMap((condition) => namedIn(condition, fields));
  const idsOf = (...types: readonly FilterField["type"][]) => [
    ...new Set(named.filter(({ field }) => types.includes(field.type)).map(({ id }) => id)),
  ];
  const actors = useActorsById(idsOf("user", "created_by", "updated_by"));
  const contactIds = idsOf("contact").toSorted();
  const contacts = useQuery({
    queryKey: ["contacts", "called", contactIds],
    queryFn: () => contactsOf(contactIds),
    enabled: contactIds.length > 0,
  });
  const rows = useRowNames(named.filter(({ field }) => field.type === "relation"));
  return {
    ...Object.fromEntries(Object.entries(actors).map(([id, actor]) => [id, actor && shownName(actor)])),
    ...Object.fromEntries(contactIds.map((id) => [id, foundIn(contacts, id, contactName)])),
    ...rows,
  };
}

interface Named {
  field: FilterField;
  id: string;
}

const NAMING: readonly FilterField["type"][] = ["user", "created_by", "updated_by", "contact", "relation"];

function namedIn(condition: Condition, fields: Fields): Named[] {
  const field = fields.get(condition.field);
  if (field === undefined || !NAMING.includes(field.type)) return [];
  if (faultOf(condition, fields) !== undefined || arityOf(condition.op) === "none") return [];
  const values: readonly unknown[] = Array.isArray(condition.value) ? condition.value : [condition.value];
  return values.filter((one) => typeof one === "string").map((id) => ({ field, id }));
}

interface Found<T> {
  data: readonly T[] | undefined;
  isError: boolean;
}

function foundIn<T extends { id: string }>(
  { data, isError }: Found<T>,
  id: string,
  called: (one: T) => string,
) {
  if (isError) return FILTERS.notSeen;
  if (data === undefined) return undefined;
  const found = data.find((one) => one.id === id);
  return found === undefined ? null : called(found);
}

const IDS_MAX = 100;

const rowsNamed = (table_id: string, ids: readonly string[]) =>
  queryOptions({
    queryKey: ["rows", table_id, "called", ids],
    queryFn: async () => {
      const filter = JSON.stringify({ field: "id", op: "in", value: ids });
      const params = { path: { table_id }, query: { filter, limit: IDS_MAX } };
      return (await answered(api.GET("/api/v1/data/tables/{table_id}/rows", { params }))).rows;
    },
  });

/** Finds the rows that conditions name, by the column that their relation shows. */
function useRowNames(named: readonly Named[]): FoundNames {
  const byTable = [...Map.groupBy(named, ({ field }) => field.relation?.table_id ?? "")];
  const tables = byTable.map(([table, all]) => ({
    table,
    display: all[0]?.field.relation?.display_column ?? undefined,
    ids: [...new Set(all.map(({ id }) => id))].toSorted().slice(0, IDS_MAX),
  }));
  return useQueries({
    queries: tables.map(({ table, ids }) => rowsNamed(table, ids)),
    combine: (results) =>
      Object.fromEntries(
        tables.flatMap(({ ids, display }, at) => {
          const { data, isError = false } = results[at] ?? {};
          const called = (row: { id: string; data: object }) => calledAs(row, display);
          return ids.map((id) => [id, foundIn({ data, isError }, id, called)]);
        }),
      ),
  });
}

function calledAs({ id, data }: { id: string; data: object }, display: string | undefined): string {
  const name = nameOf({ id, data: data as Readonly<Record<string, unknown>> }, display);
  return name === id ? PARTS.withoutName : name;
}
