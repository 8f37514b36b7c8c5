import type { Resource } from "@jst/changes";
import { shownTime, withTax } from "../documents/recorded.ts";

/** Nothing of a checkout is taken back: its address may be with somebody who pays (commerce.undo). */
export const recordedCheckouts: Resource = {
  table: "commerce.checkouts",
  noun: "checkout",
  scope: "commerce",
  hidden: ["is_of_invoice", "bill_to"],
  finalBecause: () => "A checkout stays: expire it in place of undoing it.",
  images: {
    shown: ({ expires_at, ...row }) => ({ ...withTax(row), expires_at: shownTime(expires_at), url: null }),
  },
};
