import { answered } from "@jst/client";
import { queryOptions, useQueries } from "@tanstack/react-query";
import { api } from "../api.ts";
import { useHosts } from "../calendar/hosts.ts";
import { tableAt } from "../data/tables.ts";
import { useTables } from "../frame/used-tables.ts";
import type { At } from "../parts/listing.tsx";
import { Pill } from "../parts/pill.tsx";
import { RULES } from "../words/rules.ts";
import { coveringRule } from "./covering.ts";
import { CELL, type Rule } from "./draft.ts";
import type { RuleNames } from "./sentences.ts";

/** Most rules of a team, which one page has. */
const RULES_MAX = 50;
const FRESH_MS = 60_000;

/** Reads the rules of the team as they are tried. */
export const readRules = (at: At = { limit: RULES_MAX }) =>
  answered(api.GET("/api/v1/approval-rules", { params: { query: { ...at, sort: "position:asc" } } }));

/** All rules of the team as they are tried. */
export const everyRule = queryOptions({
  queryKey: ["rules", "all"],
  queryFn: async () => (await readRules()).approval_rules,
});

/** Returns the names of what rules name by its id, and the titles of the columns of these tables. */
export function useRuleNames(columnsOf: readonly string[] = []): RuleNames {
  const tables = useTables();
  const read = useQueries({
    queries: [...new Set(columnsOf)].map((id) => ({ ...tableAt(id), retry: false, staleTime: FRESH_MS })),
  });
  const columns = read.flatMap(({ data }): [string, Record<string, string>][] =>
    data === undefined
      ? []
      : [
          [
            data.id,
            Object.fromEntries(data.columns?.map(({ name, display_name: title }) => [name, title]) ?? []),
          ],
        ],
  );
  return {
    members: useHosts(),
    tables: Object.fromEntries(tables.map(({ id, display_name: name }) => [id, name])),
    columns: Object.fromEntries(columns),
  };
}

/** Returns the tables of which the rules name columns. */
export const tablesWithColumns = (rules: readonly Pick<Rule, "when">[]): string[] =>
  rules.flatMap(({ when: { fields = [], table_ids: ids = [] } }) =>
    fields.some((name) => name.startsWith(CELL)) ? ids : [],
  );

/** Warns that a rule never decides, as an earlier one matches whatever it matches. */
export function NeverApplies({ rules, id }: { rules: readonly Rule[]; id: string }) {
  const place = rules.findIndex((rule) => rule.id === id);
  const covering = coveringRule(rules, place);
  return covering < 0 ? null : <Pill tint="orange">{RULES.never(covering + 1)}</Pill>;
}
