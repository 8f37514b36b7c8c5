import type { Database, TeamContext } from "@jst/db";
import { AppError } from "@jst/errors";
import Stripe from "stripe";
import { findAttempt, noteOpened } from "../attempts.ts";
import type { Pressed, Provider, Target } from "../provider.ts";
import { sessionFor } from "./session.ts";
import { toStripe } from "./stripe-amount.ts";

/** Where the API is. */
export const STRIPE_API = "https://api.stripe.com";
/** A page of ours waits no longer than that for it. */
const TIMEOUT_MS = 8_000;

const connections = Stripe.createNodeHttpClient();

/** The SDK for an account; its requests are repeated by themselves once, under the same key. */
export function stripeOf(secretKey: string, apiUrl: string): Stripe {
  const { hostname: host, port, protocol } = new URL(apiUrl);
  return new Stripe(secretKey, {
    host,
    ...(port === "" ? {} : { port }),
    protocol: protocol === "http:" ? "http" : "https",
    httpClient: connections,
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
  });
}

/** Stripe as the provider of a team: its button leads to a page there, where the amount is paid (commerce.stripe). */
export function stripeProvider(stripe: Stripe, database: Database, context: TeamContext): Provider {
  return {
    buttons: [{ name: "action", value: "confirm", label: "Pay" }],
    press: async (_, target) => {
      const attempt = await findAttempt(database, context, target);
      // Who is known comes back to the page that is open; who is not may have written something else this time.
      if (attempt?.url != null && target.buyer === undefined) return { kind: "sentOn", url: attempt.url };
      return open(stripe, target, attempt?.declinedAt ?? null, (opened) =>
        noteOpened(database, context, target, opened),
      );
    },
  };
}

/** A page that was opened. */
interface Opened {
  reference: string;
  url: string;
  expiresAt: Date;
}

async function open(
  stripe: Stripe,
  target: Target,
  declinedAt: string | null,
  note: (opened: Opened) => Promise<void>,
): Promise<Pressed> {
  const amount = toStripe(target.total, target.currency);
  if (amount === undefined)
    throw new AppError("currency_unsupported", "Such an amount of this currency is not paid by card.");
  const { params, idempotencyKey } = sessionFor(target, amount, { declinedAt, nowMs: Date.now() });
  const session = await stripe.checkout.sessions.create(params, { idempotencyKey }).catch(refusal);
  const { id: reference, url, expires_at: expires } = session;
  if (url === null) throw new AppError("unavailable", "The page for payments is not open. Try again later.");
  await note({ reference, url, expiresAt: new Date(expires * 1_000) });
  return { kind: "sentOn", url };
}

/** What a buyer is told where Stripe opens no page; the cause is for the log. */
function refusal(cause: unknown): never {
  const isAmount =
    cause instanceof Stripe.errors.StripeInvalidRequestError && /^amount_too_/.test(cause.code ?? "");
  if (isAmount)
    throw new AppError("amount_invalid", "This amount is too small or too large to be paid by card.");
  throw new AppError("unavailable", "Payments are not taken at the moment. Try again later.", { cause });
}
