import type { TeamTx } from "@jst/db";
import { notFound } from "@jst/errors";
import { findTeam } from "@jst/pages";
import { platformContext } from "@jst/rpc";
import type { InternalHandler } from "../../gen/rpc.ts";
import type { Paying } from "../payers/payers.ts";
import {
  buyerExamples,
  checkoutExamples,
  invoiceExamples,
  makeCheckout,
  makeInvoice,
  makeQuote,
  makeSubscription,
  MARK,
  quoteExamples,
  subscriptionExamples,
  type ExampleContext,
} from "./make-examples.ts";

/** Ids of examples, in the order in which they were made. */
type ExampleIds = Record<"invoices" | "quotes" | "checkouts" | "subscriptions", string[]>;

/** Makes one invoice, quote and checkout of each state and subscriptions, once however often (operation.seeds). */
export const seedCommerce: InternalHandler<"SeedCommerce"> = async ({ team_id }, call) => {
  const { deps, hop } = call;
  const team = await findTeam(deps.auth, { team_id }, hop);
  if (team === undefined) throw notFound();
  const context = platformContext(team_id, call);
  const asking = { caller: { team_id: context.teamId }, hop };
  const payers: Paying[] = [];
  for (const buyer of buyerExamples) payers.push(await deps.payers.paying(asking, buyer));
  const { result } = await deps.database.write(context, async (tx) => {
    await lockSeeds(tx);
    const there = await examplesOf(tx);
    if (there.invoices.length > 0) return there;
    await make(tx, payers, team.timezone);
    return examplesOf(tx);
  });
  return { body: { contacts: payers.map(({ contact_id }) => contact_id), ...result } };
};

/** Waits until nobody else seeds the team, and keeps others from it until the transaction ends. */
async function lockSeeds(tx: TeamTx): Promise<void> {
  const text = "select pg_advisory_xact_lock(hashtextextended('commerce seeds ' || $1, 0))";
  await tx.query({ name: "commerce.seeds.lock", text, values: [tx.context.teamId] });
}

/** Documents that a subscription makes later are not examples. */
async function examplesOf(tx: TeamTx): Promise<ExampleIds> {
  const of = async (table: keyof ExampleIds, where = "true"): Promise<string[]> => {
    const rows = await tx.query<{ id: string }>({
      name: `commerce.seeds.${table}`,
      text: `select t.id from commerce.${table} t
where t.team_id = $1 and t.created_by_type = 'system' and t.metadata @> $2::jsonb and ${where} order by t.id`,
      values: [tx.context.teamId, JSON.stringify(MARK)],
    });
    return rows.map(({ id }) => id);
  };
  return {
    invoices: await of("invoices", "t.source_type <> 'subscription' and t.deleted_at is null"),
    quotes: await of("quotes"),
    checkouts: await of("checkouts"),
    subscriptions: await of("subscriptions"),
  };
}

async function make(tx: TeamTx, payers: readonly Paying[], timezone: string): Promise<void> {
  const contextOf = (at: number): ExampleContext => {
    const payer = payers[at % payers.length];
    if (payer === undefined) throw new Error("Examples are paid by somebody.");
    return { tx, timezone, payer };
  };
  for (const [at, example] of invoiceExamples.entries()) await makeInvoice(contextOf(at), example);
  for (const [at, example] of quoteExamples.entries()) await makeQuote(contextOf(at), example);
  for (const [at, become] of checkoutExamples.entries()) await makeCheckout(contextOf(at), become);
  for (const [at, example] of subscriptionExamples.entries()) await makeSubscription(contextOf(at), example);
}
