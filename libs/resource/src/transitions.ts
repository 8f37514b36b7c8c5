import { invalidTransition } from "@jst/errors";
import type { DeclaredFacts } from "./declaration.ts";
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
    const choices = allowed.length === 0 ? "This state is final" : `It can become ${allowed.join(" or ")}`;
    const message = `The ${name} of this ${noun} cannot change from ${from} to ${to}. ${choices}.`;
    throw invalidTransition({ field: name, from, to, allowed }, message);
  }
}

/** Throws invalid_state_transition for a change of one that is over (finalStatus). */
export function requireOpen(
  { noun, finalStatus }: DeclaredFacts,
  before: Readonly<Record<string, unknown>>,
  next: Readonly<Record<string, unknown>>,
): void {
  if (finalStatus === undefined || before["status"] !== finalStatus) return;
  const to = next["status"] as string;
  const message = `This ${noun} is ${finalStatus}, and that status is final. Create a new ${noun} if you need one.`;
  throw invalidTransition({ from: finalStatus, to, allowed: [] }, message);
}
