import type { Row, Statement, TeamTx } from "@jst/db";
import { dayTally, unitOf, type Counts, type JudgedOperation } from "./judge.ts";
import type { ApprovalRule, Hand } from "./rule.ts";

/** Count of a rule in one unit, of a hand and the day that it is for the team. */
interface CountRow extends Row {
  rule_id: string;
  unit: string;
  value: number;
}

/** Largest count of a day: above every limit, and exact as a number. */
const COUNT_MAX = Number.MAX_SAFE_INTEGER + 1;

/**
 * Adds what this transaction executes to the counts of the day, for each rule with a limit whose other conditions hold,
 * and returns the counts of before. Until the transaction ends, no other one counts for the same rule and hand
 * (rules.per-day).
 */
export async function countExecuted(
  tx: TeamTx,
  rules: readonly ApprovalRule[],
  hand: Hand,
  operations: readonly JudgedOperation[],
): Promise<Counts> {
  const added = rules.flatMap((rule) =>
    [...(dayTally(rule, hand, operations) ?? [])].map(([unit, value]) => ({
      rule,
      unit,
      value: Math.min(value, COUNT_MAX),
    })),
  );
  if (added.length === 0) return new Map();
  const rows = await tx.query<CountRow>({
    name: "rule_counts_add",
    text: `with today as (select (now() at time zone $6)::date as day),
      added as (select * from unnest($2::uuid[], $3::text[], $4::bigint[]) a(rule_id, unit, value)),
      over as (delete from rule_counts r using today
        where r.team_id = $1 and r.rule_id = any($2::uuid[]) and r.hand = $5 and r.day < today.day - 2)
      insert into rule_counts as r (team_id, rule_id, hand, day, unit, value)
      select $1, a.rule_id, $5, today.day, a.unit, a.value from added a, today order by a.rule_id, a.unit
      on conflict (team_id, rule_id, hand, day, unit) do update
        set value = least(r.value::numeric + excluded.value, ${COUNT_MAX})
      returning r.rule_id, r.unit, r.value::float8 as value`,
    values: [
      tx.context.teamId,
      added.map(({ rule }) => rule.id),
      added.map(({ unit }) => unit),
      added.map(({ value }) => value),
      hand.counted_as,
      tx.context.timezone ?? "UTC",
    ],
  });
  const mine = new Map(added.map(({ rule, unit, value }) => [`${rule.id} ${unit}`, value]));
  const before = rows.map((row) => ({
    ...row,
    value: row.value - (mine.get(`${row.rule_id} ${row.unit}`) ?? 0),
  }));
  return countsFrom(rules, before);
}

/** Reads the counts of the day of rules with a limit, without a lock: for what may be proposed. */
export async function countsOfToday(
  read: (statement: Statement) => Promise<readonly Row[]>,
  team: { teamId: string; timezone?: string | undefined },
  rules: readonly ApprovalRule[],
  hand: Hand,
): Promise<Counts> {
  const limited = rules.filter(({ when }) => when.over_per_day !== undefined);
  if (limited.length === 0) return new Map();
  const rows = await read({
    name: "rule_counts_find",
    text: `select r.rule_id, r.unit, r.value::float8 as value from rule_counts r
      where r.team_id = $1 and r.rule_id = any($2::uuid[]) and r.hand = $3
        and r.day = (now() at time zone $4)::date`,
    values: [team.teamId, limited.map(({ id }) => id), hand.counted_as, team.timezone ?? "UTC"],
  });
  return countsFrom(limited, rows as readonly CountRow[]);
}

/** Returns the counts of each rule in the unit of its limit. */
function countsFrom(rules: readonly ApprovalRule[], rows: readonly CountRow[]): Counts {
  return new Map(
    rules.flatMap((rule): [string, number][] => {
      const row = rows.find(({ rule_id: id, unit }) => id === rule.id && unit === unitOf(rule));
      return row === undefined ? [] : [[rule.id, row.value]];
    }),
  );
}
