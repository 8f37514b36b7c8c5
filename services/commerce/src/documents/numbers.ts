import { settingOf, teamNow } from "../settings/team-now.ts";

/** Documents that have numbers, each of its own counter, and what these begin with where the team says nothing. */
const prefixes = { invoice: "INV-", quote: "QUO-" } as const;
/** A kind of document. */
export type Kind = keyof typeof prefixes;

/**
 * SQL of what finalizing takes: the next number of the team, the time when it was taken, and the team's now. The row of
 * the counter is held until the transaction ends, so numbers are in the order of these times, and one that is rolled
 * back is the next one's. A preview takes none. `$1` is the team.
 */
export const taken = (kind: Kind, isPreview: boolean): string =>
  isPreview
    ? `select null::bigint as last, clock_timestamp() as at, ${teamNow()} as now`
    : `insert into commerce.counters as c (team_id, kind, last) values ($1, '${kind}', 1)
  on conflict (team_id, kind) do update set last = c.last + 1
  returning c.last, clock_timestamp() as at, ${teamNow()} as now`;

/** SQL of the number that was taken, as `n`: at least six digits (commerce.numbers). */
export function numberOf(kind: Kind): string {
  const prefix = settingOf(`commerce.${kind}_prefix`, `'${prefixes[kind]}'`);
  return `${prefix} || lpad(n.last::text, greatest(6, length(n.last::text)), '0')`;
}

/** SQL of who sells now. */
export const SELLER = `${settingOf("commerce.seller")}::jsonb`;
