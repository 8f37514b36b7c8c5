import type { Database, TeamContext } from "@jst/db";
import { AppError } from "@jst/errors";
import type { Logger } from "@jst/telemetry";
import Stripe from "stripe";
import { findAttempt, noteOpened, type OpenedPage } from "../attempts.ts";
import { noteFailure } from "../provider-faults.ts";
import type { Provider, Target } from "../provider.ts";
import { sessionFor, toStripe, type EarlierAttempt, type SessionRequest } from "./session.ts";

/** Address of the API. */
export const STRIPE_API = "https://api.stripe.com";
/** A page of ours waits no longer than that for it. */
const TIMEOUT_MS = 8_000;
/** The clock waits no longer than that for a page to be ended. */
const ENDING_MS = 1_500;

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
export function stripeProvider(
  stripe: Stripe,
  { database, logger }: { database: Database; logger: Logger },
  context: TeamContext,
): Provider {
  return {
    buttons: [{ name: "action", value: "confirm", label: "Pay" }],
    press: async (_, target) => {
      const attempt = await findAttempt(database, context, target);
      const asked = sessionOf(target, attempt);
      if (attempt?.url != null && attempt.reference !== null) {
        // A known buyer returns to the open page; an unknown one may have typed something else this time.
        if (target.buyer === undefined || attempt.asked === asked.asked)
          return { kind: "sentOn", url: attempt.url };
        const end = await endPage(stripe, attempt.reference);
        if (end === "complete") return { kind: "underWay" };
      }
      const opened = await open(stripe, asked).catch(async (error: unknown) => {
        if (error instanceof AppError && error.code === "unavailable")
          await noteFailure(database, context).catch((unnoted: unknown) =>
            logger.error(
              { error: unnoted, team_id: context.teamId },
              "a failure of the provider was not noted",
            ),
          );
        throw error;
      });
      await noteOpened(database, context, target, opened);
      return { kind: "sentOn", url: opened.url };
    },
  };
}

/** Makes the request to Stripe; throws for an amount that Stripe does not take. */
function sessionOf(target: Target, attempt: EarlierAttempt | undefined): SessionRequest {
  const amount = toStripe(target.total, target.currency);
  if (amount === undefined)
    throw new AppError(
      "currency_unsupported",
      "This amount cannot be paid by card in this currency. Pay in another way, or ask the seller.",
    );
  const { declinedAt = null, endedAt = null } = attempt ?? {};
  return sessionFor(target, amount, { declinedAt, endedAt, nowMs: Date.now() });
}

async function open(stripe: Stripe, { params, idempotencyKey, asked }: SessionRequest): Promise<OpenedPage> {
  const session = await stripe.checkout.sessions.create(params, { idempotencyKey }).catch(refusal);
  const { id: reference, url, expires_at: expires } = session;
  if (url === null) throw new AppError("unavailable", "The payment page is not available. Try again later.");
  return { reference, url, expiresAt: new Date(expires * 1_000), asked };
}

/** Ends a page, so that nobody pays on it any more; `complete` where somebody has, `unanswered` where nobody knows. */
export async function endPage(
  stripe: Stripe,
  reference: string,
): Promise<"ended" | "complete" | "unanswered"> {
  const soon = { timeout: ENDING_MS, maxNetworkRetries: 0 };
  try {
    await stripe.checkout.sessions.expire(reference, {}, soon);
    return "ended";
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) return "unanswered";
    // The page was no longer open.
    const session = await stripe.checkout.sessions.retrieve(reference, {}, soon).catch(() => undefined);
    return session?.status === "complete" ? "complete" : "ended";
  }
}

/** Throws the refusal for a buyer when Stripe opens no page; the cause is for the log. */
function refusal(cause: unknown): never {
  const isAmount =
    cause instanceof Stripe.errors.StripeInvalidRequestError && /^amount_too_/.test(cause.code ?? "");
  if (isAmount)
    throw new AppError(
      "amount_invalid",
      "This amount is too small or too large for a card. Pay in another way, or ask the seller.",
    );
  throw new AppError("unavailable", "Card payments are not available now. Try again later.", { cause });
}
