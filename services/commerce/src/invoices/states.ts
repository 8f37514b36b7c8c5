import { AppError } from "@jst/errors";

/** Where an invoice goes from each state, by an action of a caller (commerce.states). */
const next: Readonly<Record<string, readonly string[]>> = {
  draft: ["open"],
  open: ["paid", "void", "uncollectible"],
  uncollectible: ["paid", "void"],
  paid: [],
  void: [],
};

/** Throws invalid_state_transition for an invoice that cannot go there from where it is. */
export function requireMove(from: string, to: string): void {
  const allowed = next[from] ?? [];
  if (allowed.includes(to)) return;
  throw refusal(from, to, `An invoice that is ${from} cannot become ${to}.`);
}

/** Throws invalid_state_transition for an invoice that is no draft: nothing of it changes but its state. */
export function requireDraft(from: string, to: "draft" | "deleted"): void {
  if (from === "draft") return;
  const what = to === "draft" ? "is not changed" : "is not deleted";
  throw refusal(from, to, `An invoice that is ${from} ${what} any more.`);
}

function refusal(from: string, to: string, why: string): AppError {
  return new AppError("invalid_state_transition", why, {
    errors: [{ field: "status", code: "invalid_state_transition", message: why }],
    extension: { from, to, allowed: next[from] ?? [] },
  });
}
