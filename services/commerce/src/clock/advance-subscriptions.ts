import type { Database, TeamTx } from "@jst/db";
import { lockInvoice } from "../invoices/invoice.ts";
import { declareVoid, invoices } from "../invoices/lifecycle.ts";
import { readMoment, teamNow } from "../settings/team-settings.ts";
import { settleSubscription } from "../subscriptions/standing.ts";
import { LOCKED, lockSubscription, type LockedSubscription } from "../subscriptions/subscription.ts";
import { advance } from "./advance.ts";
import { dueTeams, type ClockParts, type ClockTeam } from "./due-teams.ts";

/** Subscriptions that one transaction locks, and invoices that it makes. */
const BATCH = 100;
const INVOICES_MAX = 200;

/** Due subscriptions of a team that one transaction takes. */
interface DueBatch {
  size: number;
  id?: string;
}

/**
 * Does what is due of subscriptions, of each team one batch, so that nobody waits for all of another's; answers whether
 * there is more that can be done at once. What another transaction has locked is left to the next pass.
 */
export async function advanceSubscriptions(parts: ClockParts): Promise<boolean> {
  let isMore = false;
  for (const team of await dueTeams(parts, "subscriptions"))
    try {
      isMore = (await advanceBatch(parts.database, team, { size: BATCH })) || isMore;
    } catch (error) {
      parts.onFault(error, team.context.teamId);
      await oneByOne(parts, team);
    }
  return isMore;
}

/** Advances each due subscription by itself, so that one that fails keeps back no other. */
async function oneByOne({ database, onFault }: ClockParts, team: ClockTeam): Promise<void> {
  const { context } = team;
  const due = await database.read<{ id: string }>(context, {
    name: "commerce.subscriptions.due",
    text: `select d.subscription_id as id from commerce.subscription_dues d
where d.team_id = $1 and d.due_at <= ${teamNow()} order by d.due_at, d.subscription_id limit $2`,
    values: [context.teamId, BATCH],
  });
  for (const { id } of due)
    await advanceBatch(database, team, { size: 1, id }).catch((error: unknown) => {
      onFault(error, context.teamId);
    });
}

/** Advances a batch; returns whether something was done: there may be more. */
async function advanceBatch(database: Database, team: ClockTeam, batch: DueBatch): Promise<boolean> {
  const { context, timezone } = team;
  const { result: incomplete } = await database.write(context, async (tx) => {
    const locked = await lockDue(tx, batch);
    const at = { now: new Date((await readMoment(tx)).nowMs).toISOString(), timezone };
    const [waiting, running] = partition(locked);
    let left = INVOICES_MAX;
    for (const one of running) if (left > 0) left -= await advance(tx, one, at, left);
    return { ids: waiting.map(({ subscription }) => subscription.id), isAny: locked.length > 0 };
  });
  for (const id of incomplete.ids) await database.write(context, (tx) => expireIncomplete(tx, id, timezone));
  return incomplete.isAny;
}

/** Separates subscriptions that wait for their first payment from the others. */
function partition(locked: readonly LockedSubscription[]): [LockedSubscription[], LockedSubscription[]] {
  const isWaiting = ({ subscription }: LockedSubscription) => subscription.status === "incomplete";
  return [locked.filter(isWaiting), locked.filter((one) => !isWaiting(one))];
}

/** Locks subscriptions that are due, the earliest one first. */
function lockDue(tx: TeamTx, { size, id = "" }: DueBatch): Promise<LockedSubscription[]> {
  return tx.query<LockedSubscription & Record<string, unknown>>({
    name: "commerce.subscriptions.lock_due",
    text: `select ${LOCKED} from commerce.subscriptions t
join commerce.subscription_dues d on d.team_id = t.team_id and d.subscription_id = t.id
where t.team_id = $1 and d.due_at <= ${teamNow()} and ($3 = '' or t.id = nullif($3, '')::uuid)
order by d.due_at, t.id limit $2 for no key update of t skip locked`,
    values: [tx.context.teamId, size, id],
  });
}

/**
 * Ends a subscription whose first invoice was not paid in time, and declares that void (commerce.subscription-states).
 * Invoices are locked before their subscription, as by those who pay.
 */
async function expireIncomplete(tx: TeamTx, id: string, timezone: string): Promise<void> {
  const open = await tx.query<{ id: string }>({
    name: "commerce.subscriptions.open_invoices",
    text: `select i.id from commerce.invoices i
where i.team_id = $1 and i.source_id = $2 and i.source_type = 'subscription' and i.status = 'open' order by i.id`,
    values: [tx.context.teamId, id],
  });
  const unpaid = [];
  for (const { id: invoiceId } of open) unpaid.push(await lockInvoice(tx, invoiceId, timezone));
  const locked = await lockSubscription(tx, id);
  if (locked?.subscription.status !== "incomplete") return;
  for (const invoice of unpaid)
    if (invoice?.invoice.status === "open") await invoices.enter(tx, invoice, declareVoid, { timezone });
  await settleSubscription(tx, id, timezone);
}
