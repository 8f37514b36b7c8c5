import type { Schemas } from "../api.ts";
import { shownMoney } from "../parts/values.ts";
import { APPROVALS } from "../words/approvals.ts";
import { HANDS, OPS, RULE_RESOURCES, RULES, SENTENCES } from "../words/rules.ts";
import { hasMore, type Rule } from "./draft.ts";

type Written = Pick<Rule, "when" | "outcome" | "approvers" | "needed">;

/** Says in two sentences who and what a rule matches, and what happens then. */
export function sentencesOf(rule: Written, emails: Readonly<Record<string, string>>): string {
  const { actor_types: hands = [], ops = [], resources = [] } = rule.when;
  const who = hands.length === 0 ? SENTENCES.others : either(hands.map((hand) => HANDS[hand]));
  const does = either(
    (ops.length === 0 ? (["create", "update", "delete"] as const) : ops).map((op) => OPS[op]),
  );
  const what =
    resources.length === 0 ? SENTENCES.anything : either(resources.map((one) => RULE_RESOURCES[one]));
  const matched = [`${who} ${does} ${what}`, ...conditionsOf(rule)].join(", ");
  return `${matched.charAt(0).toUpperCase()}${matched.slice(1)}. ${outcomeOf(rule, emails)}`;
}

function conditionsOf(rule: Written): string[] {
  const { fields, operations, recipients, amount } = rule.when;
  return [
    ...(fields === undefined ? [] : [SENTENCES.fields(either(fields))]),
    ...(operations?.gte === undefined ? [] : [SENTENCES.operations(operations.gte)]),
    ...(recipients?.gte === undefined ? [] : [SENTENCES.recipients(recipients.gte)]),
    ...(amount?.gte === undefined ? [] : [SENTENCES.amount(shownMoney(amount.gte, amount.currency))]),
    ...(hasMore(rule) ? [SENTENCES.more] : []),
  ];
}

function outcomeOf(
  { outcome, approvers, needed }: Written,
  emails: Readonly<Record<string, string>>,
): string {
  if (outcome !== "queue") return SENTENCES[outcome];
  const roles = approvers?.roles?.map((role) => SENTENCES.roles[role]) ?? [];
  const named = approvers?.members?.map((id) => emails[id] ?? SENTENCES.gone) ?? [];
  return SENTENCES.queue(needed ?? 1, either([...roles, ...named]));
}

const either = (all: readonly string[]): string =>
  new Intl.ListFormat("en", { type: "disjunction" }).format(all);

/** Members and roles that decide on what a rule queues. */
export interface Approvers {
  roles?: readonly string[];
  members?: readonly string[];
}

/** Ids of the members who are approvers of a rule now. */
export const approversNow = (
  { roles = [], members = [] }: Approvers,
  team: readonly Pick<Schemas["TeamMember"], "id" | "role">[],
): string[] =>
  team
    .filter(({ id, role }) => role !== "viewer" && (roles.includes(role) || members.includes(id)))
    .map(({ id }) => id);

/** Facts that decide how many approvals are enough. */
export interface Deciding {
  needed: number;
  allowSelf: boolean;
  /** Ids of the approvers of now, and of the person who reads. */
  approvers: readonly string[];
  reader: string;
}

/** Says when fewer approvals than the rule asks for are enough (rules.votes); undefined where none are. */
export function enoughOf({ needed, allowSelf, approvers, reader }: Deciding): string | undefined {
  const all = approvers.length;
  if (needed < 2 || all === 0) return undefined;
  if (all === 1) return approvers[0] === reader ? APPROVALS.onlyYou : APPROVALS.onlyOne;
  if (all < needed) return RULES.enough.fewer(all);
  return allowSelf || all - 1 >= needed ? undefined : RULES.enough.own(all - 1);
}

/** The members of a rule with its amounts in the currency, as its page shows them. */
export function shownRule(rule: Rule): object {
  const { amount, over_per_day: perDay, ...when } = rule.when;
  return {
    ...rule,
    when: {
      ...when,
      ...(amount !== undefined && { amount: shownRange(amount) }),
      ...(perDay !== undefined && { over_per_day: shownLimit(perDay) }),
    },
  };
}

function shownRange({ currency, gte, lte }: NonNullable<Rule["when"]["amount"]>): object {
  const shown = (amount: number | undefined) =>
    amount === undefined ? undefined : shownMoney(amount, currency);
  return { gte: shown(gte), lte: shown(lte) };
}

function shownLimit({ amount, ...rest }: NonNullable<Rule["when"]["over_per_day"]>): object {
  return { ...rest, ...(amount !== undefined && { amount: shownMoney(amount.value, amount.currency) }) };
}
