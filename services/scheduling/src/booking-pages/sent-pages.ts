import type { TeamTx } from "@jst/db";
import type { Deps } from "../deps.ts";
import type { PagesOf } from "./page-team.ts";

/** Notes which page has made the booking. */
export function keepSent(tx: TeamTx, bookingId: string, key: Buffer): void {
  tx.defer({
    name: "scheduling.booking_secrets.sent",
    text: `update scheduling.booking_secrets s set sent_key = decode($3, 'hex')
where s.team_id = $1 and s.booking_id = $2`,
    values: [tx.context.teamId, bookingId, key.toString("hex")],
  });
}

/** Path of the booking that this very page has made before; undefined where it has made none. */
export async function findSent(
  { context }: Pick<PagesOf, "context">,
  key: Buffer,
  { database, teller }: Pick<Deps, "database" | "teller">,
): Promise<string | undefined> {
  const [found] = await database.read<{ id: string }>(context, {
    name: "scheduling.booking_secrets.find_sent",
    text: `select s.booking_id as id from scheduling.booking_secrets s
where s.team_id = $1 and s.sent_key = decode($2, 'hex') limit 1`,
    values: [context.teamId, key.toString("hex")],
  });
  if (found === undefined) return undefined;
  const { result } = await database.write(context, (tx) => teller.managePages.pathOf(tx, found.id));
  return result;
}
