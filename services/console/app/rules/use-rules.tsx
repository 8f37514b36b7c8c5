import { answered } from "@jst/client";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../api.ts";
import { useHosts } from "../calendar/hosts.ts";
import { useTables } from "../frame/used-tables.ts";
import type { At } from "../parts/listing.tsx";
import { Pill } from "../parts/pill.tsx";
import { RULES } from "../words/rules.ts";
import { coveringRule } from "./covering.ts";
import type { Rule } from "./draft.ts";
import type { RuleNames } from "./sentences.ts";

/** Most rules of a team, which one page has. */
const RULES_MAX = 50;

/** Reads the rules of the team as they are tried. */
export const readRules = (at: At = { limit: RULES_MAX }) =>
  answered(api.GET("/api/v1/approval-rules", { params: { query: { ...at, sort: "position:asc" } } }));

/** All rules of the team as they are tried. */
export const everyRule = queryOptions({
  queryKey: ["rules", "all"],
  queryFn: async () => (await readRules()).approval_rules,
});

/** Returns the names of what rules name by its id. */
export function useRuleNames(): RuleNames {
  const tables = useTables();
  return {
    members: useHosts(),
    tables: Object.fromEntries(tables.map(({ id, display_name: name }) => [id, name])),
  };
}

/** Warns that a rule never decides, as an earlier one matches whatever it matches. */
export function NeverApplies({ rules, id }: { rules: readonly Rule[]; id: string }) {
  const place = rules.findIndex((rule) => rule.id === id);
  const covering = coveringRule(rules, place);
  return covering < 0 ? null : <Pill tint="orange">{RULES.never(covering + 1)}</Pill>;
}
