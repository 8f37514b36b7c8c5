import type { TeamTx } from "@jst/db";

/** Invoice or checkout that a page of a provider is for. */
export interface PaymentTarget {
  kind: "invoices" | "checkouts";
  id: string;
}

/** Has the open page of a provider ended once this is committed: nothing is owed on it any more (commerce.stripe). */
export function endSessions(tx: TeamTx, { kind, id }: PaymentTarget): void {
  tx.defer({
    name: "commerce.attempts.end",
    text: `with ended as (
  update commerce.attempts a set url = null, expires_at = null, ended_at = clock_timestamp()
  where a.team_id = $1 and a.kind = $2 and a.target_id = $3 and a.url is not null
  returning old.reference as reference, old.expires_at as ends_at
)
insert into commerce.session_ends (team_id, reference, ends_at)
select $1, e.reference, e.ends_at from ended e where e.ends_at > clock_timestamp() on conflict do nothing`,
    values: [tx.context.teamId, kind, id],
  });
}

/** Has one page ended, which closes by itself at a time. */
export function endSession(tx: TeamTx, reference: string, endsAt: string): void {
  tx.defer({
    name: "commerce.session_ends.note",
    text: `insert into commerce.session_ends (team_id, reference, ends_at) values ($1, $2, $3) on conflict do nothing`,
    values: [tx.context.teamId, reference, endsAt],
  });
}
