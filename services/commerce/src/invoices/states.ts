import { requireWay, stateRefusal, type Ways } from "../documents/states.ts";

/** Where an invoice goes from each state (commerce.states). */
const ways: Ways = {
  noun: "An invoice",
  next: {
    draft: ["open"],
    open: ["paid", "void", "uncollectible"],
    uncollectible: ["paid", "void"],
    paid: [],
    void: [],
  },
};

/** Throws invalid_state_transition for an invoice that cannot go there from where it is. */
export function requireMove(from: string, to: string): void {
  requireWay(ways, from, to);
}

/** Whether money is owed on an invoice in this state. */
export const isPayable = (status: string): boolean => status === "open" || status === "uncollectible";

/** Throws invalid_state_transition for a draft: it has no number, and is no document yet. */
export function requireFinal(status: string): void {
  if (status !== "draft") return;
  throw stateRefusal(ways, status, status, "A draft has no PDF: finalize it first.");
}

/** Throws invalid_state_transition for an invoice that is no draft: nothing of it changes but its state. */
export function requireDraft(from: string, to: "draft" | "deleted"): void {
  if (from === "draft") return;
  const what = to === "draft" ? "is not changed" : "is not deleted";
  throw stateRefusal(ways, from, to, `An invoice that is ${from} ${what} any more.`);
}
