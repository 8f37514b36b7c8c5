import type { Schemas } from "../api.ts";
import type { Field } from "../parts/fields.ts";
import { countFault, countOf, editedAs, readAs } from "../parts/reading.ts";
import { NO_TOKENS, tokensOf, type Tokens } from "../parts/tokens.ts";
import { RULES } from "../words/rules.ts";
import { NEEDED_MAX, TIMEOUT_HOURS_MAX } from "./limits.ts";

export type Rule = Schemas["ApprovalRule"];
export type RuleCreate = Schemas["ApprovalRuleCreate"];
type Condition = Schemas["RuleCondition"];

/** A rule as it is being written: numbers are texts, amounts in whole units of the currency. */
export interface RuleDraft {
  outcome: Rule["outcome"];
  hands: readonly string[];
  resources: readonly string[];
  /** Ids of tables. */
  tables: readonly string[];
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
  { name: "message", kind: "text", label: RULES.fields.message, help: RULES.fields.messageHelp },
];

/** Names of the draft's texts that are numbers. */
export type RuleNumber = "operations" | "recipients" | "amount" | "needed" | "timeoutHours";

/** Begin of the name of a cell, before the name of its column. */
export const CELL = "data.";

const NEEDED = 1;
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
    tables: when.table_ids ?? [],
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
    timeoutHours: String(rule?.timeout_hours ?? TIMEOUT_HOURS_MAX),
    enabled: rule?.enabled ?? true,
  };
}

/** True if the draft has no text that cannot be read; `most` approvals can be given. */
export function isReadable(draft: RuleDraft, most: number): boolean {
  const all: readonly RuleNumber[] = ["operations", "recipients", "amount", "needed", "timeoutHours"];
  const isMeant = (name: RuleNumber) =>
    draft.outcome === "queue" || !["needed", "timeoutHours"].includes(name);
  return all.filter(isMeant).every((name) => numberFault(draft, name, most) === undefined);
}

/** The fault of a number of the draft; undefined for one that can be read, or is empty. */
export function numberFault(
  { currency, ...draft }: RuleDraft,
  name: RuleNumber,
  most: number,
): string | undefined {
  if (name === "needed") return countFault(draft.needed, NEEDED, most);
  if (name === "timeoutHours") return countFault(draft.timeoutHours, 1, TIMEOUT_HOURS_MAX);
  const form = name === "amount" ? ({ kind: "money", currency } as const) : ({ kind: "integer" } as const);
  return readAs(draft[name], form).fault?.message;
}

/**
 * Returns how many approvals a rule may need: as many as active members can give, up to the most of the API. A rule
 * stays as it is where members have left since.
 */
export function neededMost(draft: RuleDraft, approvers: readonly string[], rule?: Rule): number {
  const most = Math.min(NEEDED_MAX, Math.max(NEEDED, approvers.length));
  const { roles = [], members = [] } = rule?.approvers ?? {};
  const isSame = [roles, members].join() === [draft.roles, draft.members].join();
  return isSame ? Math.max(most, rule?.needed ?? NEEDED) : most;
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
          timeout_hours: countOf(draft.timeoutHours) ?? TIMEOUT_HOURS_MAX,
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
    ...list("table_ids", draft.tables),
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
    ...(["doors", "token_ids", "client_ids", "reversible", "over_per_day"] as const),
  ];
  const bounds = [when.operations, when.recipients, when.amount].some((range) => range?.lte !== undefined);
  return bounds || hidden.some((name) => when[name] !== undefined);
}
