import { AppError } from "./app-error.ts";

/** A state change that is refused. */
export interface Transition {
  /** Member that has the state. Defaults to `status`. */
  field?: string;
  from: string;
  /** State that was asked for; null when a state cannot be emptied. */
  to: string | null;
  /** States that may follow `from`. */
  allowed: readonly string[];
}

/**
 * Makes the 409 of a state change that is not allowed, in its one shape (errors.transition). `detail` says why and what
 * to do.
 */
export function invalidTransition(
  { field = "status", from, to, allowed }: Transition,
  detail: string,
): AppError {
  const code = "invalid_state_transition";
  return new AppError(code, detail, {
    errors: [{ field, code, message: detail }],
    extension: { from, to, allowed: [...allowed] },
  });
}

/** Throws invalid_state_transition unless `allowed` lists the state. `noun` is "An invoice". */
export function requireTransition(noun: string, { from, to, allowed }: Transition & { to: string }): void {
  if (allowed.includes(to)) return;
  const choices = allowed.length === 0 ? "This state is final." : `It can become ${allowed.join(" or ")}.`;
  throw invalidTransition({ from, to, allowed }, `${noun} that is ${from} cannot become ${to}. ${choices}`);
}
