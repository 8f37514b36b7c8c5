import { randomUUID } from "node:crypto";
import type { Request, RequestHandler } from "express";
import { AppError, moduleOff } from "@jst/errors";
import { readBody, requireJsonBody } from "@jst/http";
import { findTeam, type PageTeam } from "@jst/pages";
import { platformContext, type Hop } from "@jst/rpc";
import Stripe from "stripe";
import type { TargetName } from "../checkouts/checkout.ts";
import type { Deps } from "../deps.ts";
import type { Buyer, Paying } from "../payers/payers.ts";
import { noteProcessing, noteSettled } from "../providers/attempts.ts";
import type { Received } from "../providers/provider.ts";
import { receivePayment } from "../providers/receive-payment.ts";
import { buyerOf, fromStripe, targetOf } from "../providers/stripe/session.ts";

/** Most bytes of an event: those of a payment have some kilobytes. */
const BYTES_MAX = 262_144;
/** How long one request may take, in all: Stripe waits ten seconds and more. */
const ANSWERING_MS = 9_000;

/** Everything of the event that matters here happens once: it was stored, or it comes again (commerce.stripe). */
export function stripeCallback(deps: Deps): RequestHandler {
  return async (request, response) => {
    requireJsonBody(request);
    const call = callOf(request);
    const bytes = await readBody(request, BYTES_MAX);
    const signature = request.get("stripe-signature") ?? "";
    const team = await findTeam(deps.auth, { slug: String(request.params["team"]) }, call.hop);
    const event = team && (await verified({ bytes, signature }, team, call, deps));
    if (team === undefined || event === undefined)
      throw new AppError(
        "invalid_signature",
        "The signature is missing or wrong for this message. Check the secret of the endpoint at Stripe.",
      );
    if (!team.modules.includes("commerce")) throw moduleOff("commerce");
    await take(event, team, call, deps);
    response.set("cache-control", "no-store").json({ received: true });
  };
}

interface CallbackCall {
  hop: Hop;
  requestId: string;
}

function callOf(request: Request): CallbackCall {
  const requestId = String(request.headers["x-request-id"] ?? randomUUID());
  const hop = { requestId, traceparent: request.get("traceparent"), deadline: Date.now() + ANSWERING_MS };
  return { hop, requestId };
}

/** The event, where the endpoint of the team's account has signed these very bytes, and lately. */
async function verified(
  { bytes, signature }: { bytes: Buffer; signature: string },
  { team_id }: PageTeam,
  call: CallbackCall,
  { providers }: Deps,
): Promise<Stripe.Event | undefined> {
  const secret = await providers.stripeSecretOf(platformContext(team_id, call));
  if (secret === undefined) return undefined;
  try {
    return Stripe.webhooks.constructEvent(bytes, signature, secret);
  } catch (error) {
    // A signed body that is not an event belongs to no team either.
    if (error instanceof Stripe.errors.StripeError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Notes a payment that was made, is under way or has failed; other events, and those of others, change nothing. */
async function take(event: Stripe.Event, team: PageTeam, call: CallbackCall, deps: Deps): Promise<void> {
  if (!isOfSession(event)) return;
  const session = event.data.object;
  const target = targetOf(session.metadata, team.team_id);
  if (target === undefined) return;
  const { id: reference, payment_status: status } = session;
  const context = platformContext(team.team_id, call, "public");
  const settled = (isPaid: boolean) => noteSettled(deps.database, context, target, { reference, isPaid });
  if (event.type === "checkout.session.async_payment_failed") return settled(false);
  if (status === "paid") {
    await receive(session, target, { database: deps.database, context, timezone: team.timezone }, (buyer) =>
      deps.payers.paying({ caller: team, hop: call.hop }, buyer),
    );
    return settled(true);
  }
  if (event.type === "checkout.session.completed" && status === "unpaid")
    await noteProcessing(deps.database, context, target, reference);
}

const TAKEN = [
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
] as const;
type HandledEvent = Extract<Stripe.Event, { type: (typeof TAKEN)[number] }>;

const isOfSession = (event: Stripe.Event): event is HandledEvent => TAKEN.some((type) => type === event.type);

async function receive(
  session: Stripe.Checkout.Session,
  target: TargetName,
  receiving: Parameters<typeof receivePayment>[0],
  paying: (buyer: Buyer) => Promise<Paying>,
): Promise<void> {
  const received = receivedBy(session);
  if (received === undefined) return;
  const buyer = buyerOf(session.metadata);
  await receivePayment(receiving, target, received, buyer && (await paying(buyer)));
}

function receivedBy(session: Stripe.Checkout.Session): Received | undefined {
  const { id, payment_intent: intent, amount_total: amount, payment_method_types: ways } = session;
  const currency = (session.currency ?? "").toUpperCase();
  const total = fromStripe(amount ?? -1, currency);
  if (total === undefined) return undefined;
  const reference = typeof intent === "string" ? intent : (intent?.id ?? id);
  const method = ways.every((way) => way === "card") ? "card" : "other";
  return { provider: "stripe", method, reference, total, currency };
}
