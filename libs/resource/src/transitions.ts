import { AppError } from "@jst/errors";
import type { Transitions } from "./options.ts";

/** Throws invalid_state_transition for a member that may not become what it would, with what it may become. */
export function requireTransitions(
  noun: string,
  transitions: Readonly<Record<string, Transitions | undefined>>,
  before: Readonly<Record<string, unknown>>,
  next: Readonly<Record<string, unknown>>,
): void {
  for (const [name, allowedFrom] of Object.entries(transitions)) {
    const [from, to] = [before[name] as string, next[name] as string];
    const allowed = allowedFrom?.[from] ?? [];
    if (from === to || allowed.includes(to)) continue;
    const message = `The ${name} of this ${noun} cannot go from ${from} to ${to}; from ${from} it goes to ${allowed.join(" or ")}.`;
    throw new AppError("invalid_state_transition", message, {
      errors: [{ field: name, code: "invalid_state_transition", message }],
      extension: { from, to, allowed },
    });
  }
}
