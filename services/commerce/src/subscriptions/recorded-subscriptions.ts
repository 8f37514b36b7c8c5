import type { Resource } from "@jst/changes";
import { shownTime, withTax } from "../documents/recorded.ts";

/** Nothing of a subscription is taken back: it has made an invoice, or will (commerce.undo). */
export const recordedSubscriptions: Resource = {
  table: "commerce.subscriptions",
  noun: "subscription",
  scope: "commerce",
  hidden: ["next_period"],
  finalBecause: () => "A subscription stays: cancel it in place of undoing it.",
  images: {
    shown: ({ current_period_start: start, current_period_end: end, trial_end, billing_anchor, ...row }) => ({
      ...withTax(row),
      current_period_start: shownTime(start),
      current_period_end: shownTime(end),
      trial_end: shownTime(trial_end),
      billing_anchor: shownTime(billing_anchor),
    }),
  },
};
