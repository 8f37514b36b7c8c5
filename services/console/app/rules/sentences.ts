import type { Schemas } from "../api.ts";
import { shownMoney } from "../parts/values.ts";
import { APPROVALS } from "../words/approvals.ts";
import { HANDS, OPS, RULE_RESOURCES, RULES, SENTENCES } from "../words/rules.ts";
import { CELL, hasMore, type Rule } from "./draft.ts";

type Written = Pick<Rule, "when" | "outcome" | "approvers" | "needed">;

/** Names of what a rule names by its id. */
export interface RuleNames {
  /** E-mail addresses of members. */
  members: Readonly<Record<string, string>>;
  tables: Readonly<Record<string, string>>;
  /** Titles of columns by their names, of each table. */
  columns: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const ALL_OPS = ["create", "update", "delete"] as const;
/** Operations that change fields (rules.conditions). */
const OPS_OF_FIELDS = ["create", "update"] as const;

/** Says in a sentence who and what a rule matches, and what happens then. */
export function sentenceOf(rule: Written, names: RuleNames): string {
  const { fields, ops = fields === undefined ? ALL_OPS : OPS_OF_FIELDS } = rule.when;
  const does = either(ops.map((op) => OPS[op]));
  const matched = SENTENCES.matched(whoOf(rule), does, whatOf(rule, names));
  return [matched, ...conditionsOf(rule, names), outcomeOf(rule, names)].join(", ");
}

function whoOf({ when: { actor_types: hands } }: Written): string {
  if (hands === undefined) return SENTENCES.others;
  const isAnybody = Object.keys(HANDS).every((hand) => (hands as readonly string[]).includes(hand));
  return isAnybody ? SENTENCES.anybody : either(hands.map((hand) => HANDS[hand]));
}

function whatOf({ when }: Written, { tables }: RuleNames): string {
  const { resources, table_ids: ids } = when;
  const what =
    resources === undefined ? SENTENCES.anything : either(resources.map((one) => RULE_RESOURCES[one]));
  if (ids === undefined) return what;
  return SENTENCES.ofTables(what, either(ids.map((id) => tables[id] ?? SENTENCES.goneTable)), ids.length);
}

function conditionsOf(rule: Written, names: RuleNames): string[] {
  const { fields, operations, recipients, amount } = rule.when;
  return [
    ...(fields === undefined ? [] : [SENTENCES.fields(either(fieldNames(rule, names)))]),
    ...(operations?.gte === undefined ? [] : [SENTENCES.operations(operations.gte)]),
    ...(recipients?.gte === undefined ? [] : [SENTENCES.recipients(recipients.gte)]),
    ...(amount?.gte === undefined ? [] : [SENTENCES.amount(shownMoney(amount.gte, amount.currency))]),
    ...(hasMore(rule) ? [SENTENCES.more] : []),
  ];
}

/** Returns the fields of a rule, cells by the titles of their columns in its tables. */
function fieldNames(
  { when: { fields = [], table_ids: ids = [] } }: Written,
  { columns }: RuleNames,
): string[] {
  const titles = fields.map((name) => {
    const column = name.startsWith(CELL) ? name.slice(CELL.length) : undefined;
    const named = column === undefined ? [] : ids.flatMap((id) => columns[id]?.[column] ?? []);
    return named.length === 0 ? [name] : named;
  });
  return [...new Set(titles.flat())];
}

function outcomeOf({ outcome, approvers, needed }: Written, { members }: RuleNames): string {
  if (outcome !== "queue") return SENTENCES[outcome];
  const count = needed ?? 1;
  const roles = approvers?.roles ?? [];
  const called =
    count > 1
      ? roles.map((role) => SENTENCES.roles[role])
      : roles.map((role, index) =>
          index === 0 ? SENTENCES.anyRole(SENTENCES.role[role]) : SENTENCES.role[role],
        );
  const named = approvers?.members?.map((id) => members[id] ?? SENTENCES.gone) ?? [];
  return SENTENCES.queue(count, either([...called, ...named]));
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
