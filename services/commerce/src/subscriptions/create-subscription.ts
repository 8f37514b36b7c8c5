import type { FieldError } from "@jst/errors";
import { isTimeZone, shownInstant } from "@jst/query";
import type { Call } from "@jst/rpc";
import type { Handler, SubscriptionCreate } from "../../gen/rpc.ts";
import type { Deps } from "../deps.ts";
import { madeReply } from "../documents/document.ts";
import { documentFaults, draftOf, membersOf } from "../documents/draft.ts";
import { DAYS_UNTIL_DUE } from "../invoices/invoice.ts";
import { insertSubscription, type NewSubscription } from "./insert-subscription.ts";
import type { SubscriptionDates } from "./opening.ts";

const create: Handler<"CreateSubscription"> = async ({ body }, call) => {
  const subscription = await newSubscriptionOf(body, call);
  const { timezone } = call.caller.team;
  return call.write(async (tx) => {
    const stored = await insertSubscription(tx, subscription, timezone);
    return madeReply(stored, "subscriptions", call);
  });
};

async function newSubscriptionOf(body: SubscriptionCreate, call: Call<Deps>): Promise<NewSubscription> {
  const { collection_method = "send_invoice", days_until_due: days = DAYS_UNTIL_DUE } = body;
  const dates = datesOf(body, call.caller.team.timezone);
  const draft = await draftOf({ ...body, line_items: body.items }, call, "items");
  const isSent = collection_method === "send_invoice";
  return { ...draft, dates, collection_method, days_until_due: isSent ? days : null };
}

function datesOf(
  { start_at, cancel_at, interval, interval_count = 1, trial_days = 0, timezone }: SubscriptionCreate,
  teamZone: string,
): SubscriptionDates {
  const read = (time: string | undefined) => (time === undefined ? undefined : shownInstant(time));
  const [startAt, cancelAt] = [read(start_at), read(cancel_at)];
  const rhythm = { interval, intervalCount: interval_count, timezone: timezone ?? teamZone };
  return { startAt, cancelAt, trialDays: trial_days, rhythm };
}

/**
 * Stores the subscription, and in the same transaction the invoice of its first period where that has begun
 * (commerce.subscription).
 */
export const createSubscription: Handler<"CreateSubscription"> = Object.assign(create, {
  faults: subscriptionFaults,
});

/** Finds the faults of a new subscription that its schema does not find. */
export function subscriptionFaults(body: unknown, written: () => unknown): FieldError[] {
  const { collection_method: method, days_until_due: days, timezone } = membersOf(body);
  const faults = documentFaults(body, written, "items");
  if (method === "charge_automatically" && days != null)
    faults.push({
      field: "days_until_due",
      code: "not_allowed",
      message:
        "Only collection_method send_invoice can have days_until_due. Remove it, or change collection_method.",
    });
  if (typeof timezone === "string" && !isTimeZone(timezone))
    faults.push({
      field: "timezone",
      code: "invalid_value",
      message: "Must be an IANA time zone such as Europe/Berlin.",
    });
  return faults;
}
