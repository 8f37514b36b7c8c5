import type { Field } from "../parts/fields.ts";
import { RULES } from "../words/rules.ts";
import type { RuleCreate } from "./draft.ts";

const { fields: labels } = RULES;

/** Fields of a rule that are texts of their own. */
export const ruleTexts: readonly Field<RuleCreate>[] = [
  { name: "name", kind: "text", label: labels.name, isRequired: true },
  { name: "message", kind: "text", label: labels.message },
  { name: "position", kind: "number", label: labels.position, help: labels.positionHelp },
];
