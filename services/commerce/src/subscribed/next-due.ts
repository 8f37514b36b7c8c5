import type { Subscription } from "../../gen/rpc.ts";
import { periodOf } from "../periods/periods.ts";
import { text } from "./opening.ts";
import { anchorOfSubscription, rhythmOf } from "./subscription.ts";

/** As much of a subscription as decides what happens to it next. */
export interface Awaiting {
  subscription: Subscription;
  nextPeriod: number;
  /** When what its open invoices leave it in changes by itself. */
  standingAt?: string | undefined;
}

/** When something of a subscription happens by itself next; undefined where nothing will (commerce.clock-worker). */
export function nextDue({ subscription, nextPeriod, standingAt }: Awaiting): string | undefined {
  const { status, start_at: start, trial_end: trial, cancel_at: cancel } = subscription;
  const others = [cancel, standingAt].filter((time) => typeof time === "string");
  switch (status) {
    case "pending":
      return earliest([start, ...others]);
    case "trialing":
      return earliest([trial ?? start, ...others]);
    case "active":
    case "past_due":
    case "unpaid": {
      const { start: next } = periodOf(
        anchorOfSubscription(subscription),
        rhythmOf(subscription),
        nextPeriod,
      );
      return earliest([text(next), ...others]);
    }
    default:
      return undefined;
  }
}

/** Times in one form, which sorts as they come. */
const earliest = (times: readonly string[]): string | undefined => times.toSorted()[0];
