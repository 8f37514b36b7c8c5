import { AppError } from "@jst/errors";

/** Where documents of a kind go from each state, by an action of a caller. */
export interface Ways {
  /** "An invoice". */
  noun: string;
  next: Readonly<Record<string, readonly string[]>>;
}

/** Throws invalid_state_transition for a document that cannot go there from where it is. */
export function requireWay(ways: Ways, from: string, to: string): void {
  if (ways.next[from]?.includes(to) === true) return;
  throw stateRefusal(ways, from, to, `${ways.noun} that is ${from} cannot become ${to}.`);
}

/** invalid_state_transition, with where it is, where it should go and where it can go. */
export function stateRefusal({ next }: Ways, from: string, to: string, why: string): AppError {
  return new AppError("invalid_state_transition", why, {
    errors: [{ field: "status", code: "invalid_state_transition", message: why }],
    extension: { from, to, allowed: next[from] ?? [] },
  });
}
