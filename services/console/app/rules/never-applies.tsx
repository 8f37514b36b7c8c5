import { Pill } from "../parts/pill.tsx";
import { RULES } from "../words/rules.ts";
import { coveringRule } from "./covering.ts";
import type { Rule } from "./draft.ts";

/** Warns that a rule never decides, as an earlier one matches whatever it matches. */
export function NeverApplies({ rules, id }: { rules: readonly Rule[]; id: string }) {
  const place = rules.findIndex((rule) => rule.id === id);
  const covering = coveringRule(rules, place);
  return covering < 0 ? null : <Pill tint="orange">{RULES.never(covering + 1)}</Pill>;
}
