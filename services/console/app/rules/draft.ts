import type { Schemas } from "../api.ts";
import type { Field } from "../parts/fields.ts";
import { countOf, editedAs, readAs } from "../parts/reading.ts";
import { NO_TOKENS, tokensOf, type Tokens } from "../parts/tokens.ts";
import { RULES } from "../words/rules.ts";

export type Rule = Schemas["ApprovalRule"];
export type RuleCreate = Schemas["ApprovalRuleCreate"];
type Condition = Schemas["RuleCondition"];

/** A rule as it is being written: numbers are texts, amounts in whole units of the currency. */
export interface RuleDraft {
  outcome: Rule["outcome"];
  hands: readonly string[];
  resources: readonly string[];
  ops: readonly string[];
  fields: Tokens;
  operations: string;
  recipients: string;
  amount: string;
  currency: string;
  roles: readonly string[];
  members: readonly string[];
  needed: string;
  allowSelf: boolean;
  timeoutHours: string;
  enabled: boolean;
}

/** Fields of a rule that are texts of their own. */
export const ruleTexts: readonly Field<RuleCreate>[] = [
  { name: "name", kind: "text", label: RULES.fields.name, isRequired: true },
  { name: "message", kind: "text", label: RULES.fields.message },
  { name: "position", kind: "number", label: RULES.fields.position, help: RULES.fields.positionHelp },
];

/** Names of the draft's texts that are numbers. */
export type RuleNumber = "operations" | "recipients" | "amount" | "needed" | "timeoutHours";

const NEEDED = 1;
const TIMEOUT_HOURS = 336;
const CURRENCY = /^[A-Z]{3}$/;

/** Returns the draft of a rule as it was loaded; of a new one, which queues, without one. */
export function draftOf(rule?: Rule): RuleDraft {
  const when: Condition = rule?.when ?? {};
  const { currency = "EUR", gte } = when.amount ?? {};
  const count = (value: number | undefined) => (value === undefined ? "" : String(value));
  return {
    outcome: rule?.outcome ?? "queue",
    hands: when.actor_types ?? [],
    resources: when.resources ?? [],
    ops: when.ops ?? [],
    fields: { ...NO_TOKENS, words: when.fields ?? [] },
    operations: count(when.operations?.gte),
    recipients: count(when.recipients?.gte),
    amount: editedAs(gte, { kind: "money", currency }),
    currency,
    roles: rule?.approvers?.roles ?? ["owner", "admin"],
    members: rule?.approvers?.members ?? [],
    needed: String(rule?.needed ?? NEEDED),
    allowSelf: rule?.allow_self ?? false,
    timeoutHours: String(rule?.timeout_hours ?? TIMEOUT_HOURS),
    enabled: rule?.enabled ?? true,
  };
}

/** True if the draft has no text that cannot be read. */
export function isReadable(draft: RuleDraft): boolean {
  const all: readonly RuleNumber[] = ["operations", "recipients", "amount", "needed", "timeoutHours"];
  const isMeant = (name: RuleNumber) =>
    draft.outcome === "queue" || !["needed", "timeoutHours"].includes(name);
  return all.filter(isMeant).every((name) => numberFault(draft, name) === undefined);
}

/** The fault of a number of the draft; undefined for one that can be read, or is empty. */
export function numberFault({ currency, ...draft }: RuleDraft, name: RuleNumber): string | undefined {
  const kind = name === "amount" ? ("money" as const) : ("integer" as const);
  return readAs(draft[name], { kind, ...(kind === "money" ? { currency } : {}) }).fault?.message;
}

/** True if the text is a currency, which a total needs. */
export const isCurrency = (text: string): boolean => CURRENCY.test(text.trim().toUpperCase());

type Written = Pick<
  RuleCreate,
  "outcome" | "when" | "enabled" | "approvers" | "needed" | "allow_self" | "timeout_hours"
>;

/**
 * Returns what the draft says, as the API takes it. Conditions of the former rule that the form does not show stay as
 * they are, also the upper bounds.
 */
export function ruleOf(draft: RuleDraft, former: Condition = {}): Written {
  const { outcome, enabled } = draft;
  const deciding =
    outcome === "queue"
      ? {
          approvers: {
            roles: [...draft.roles] as ("owner" | "admin" | "member")[],
            members: [...draft.members],
          },
          needed: countOf(draft.needed) ?? NEEDED,
          allow_self: draft.allowSelf,
          timeout_hours: countOf(draft.timeoutHours) ?? TIMEOUT_HOURS,
        }
      : {};
  return { outcome, enabled, when: conditionOf(draft, former), ...deciding };
}

function conditionOf(draft: RuleDraft, former: Condition): Condition {
  const list = (name: keyof Condition, values: readonly string[]) => ({
    [name]: values.length === 0 ? undefined : [...values],
  });
  const shown = {
    ...list("actor_types", draft.hands),
    ...list("resources", draft.resources),
    ...list("ops", draft.ops),
    ...list("fields", tokensOf(draft.fields)),
    operations: atLeast(countOf(draft.operations), former.operations),
    recipients: atLeast(countOf(draft.recipients), former.recipients),
    amount: amountOf(draft, former.amount),
  };
  const all = Object.entries({ ...former, ...shown }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(all);
}

/** The range with another lower bound; undefined without a bound. */
function atLeast(
  gte: number | undefined,
  { lte }: Schemas["RuleRange"] = {},
): Schemas["RuleRange"] | undefined {
  if (gte === undefined && lte === undefined) return undefined;
  return { ...(gte === undefined ? {} : { gte }), ...(lte === undefined ? {} : { lte }) };
}

function amountOf({ amount, currency }: RuleDraft, former: Condition["amount"]): Condition["amount"] {
  const code = currency.trim().toUpperCase();
  const { value } = readAs(amount, { kind: "money", currency: code });
  const range = atLeast(typeof value === "number" ? value : undefined, former);
  return range === undefined ? undefined : { ...range, currency: code };
}

/** Members of a rule that a form of it writes besides its fields. */
const OWN = ["outcome", "enabled", "when", "approvers", "needed", "allow_self", "timeout_hours"] as const;

/** Leaves of what the draft says the members that differ from the draft of the rule as it was loaded. */
export function changedOf(draft: RuleDraft, rule: Rule): Partial<Written> {
  const [now, before] = [ruleOf(draft, rule.when), ruleOf(draftOf(rule), rule.when)];
  const changed = OWN.filter((name) => JSON.stringify(now[name]) !== JSON.stringify(before[name]));
  return Object.fromEntries(
    changed.filter((name) => now[name] !== undefined).map((name) => [name, now[name]]),
  );
}

/** True if the rule has conditions that the form does not show. */
export function hasMore({ when }: Pick<Rule, "when">): boolean {
  const hidden: readonly (keyof Condition)[] = [
    ...(["doors", "token_ids", "client_ids", "table_ids", "reversible", "over_per_day"] as const),
  ];
  const bounds = [when.operations, when.recipients, when.amount].some((range) => range?.lte !== undefined);
  return bounds || hidden.some((name) => when[name] !== undefined);
}
