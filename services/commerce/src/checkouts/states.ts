import { requireWay, type Ways } from "../documents/states.ts";

/** Where a checkout goes from each state (commerce.checkout-states). */
const ways: Ways = {
  noun: "A checkout",
  next: { open: ["complete", "expired"], complete: [], expired: [] },
};

/** Throws invalid_state_transition for a checkout that cannot go there from where it is. */
export function requireCheckoutMove(from: string, to: "complete" | "expired"): void {
  requireWay(ways, from, to);
}
