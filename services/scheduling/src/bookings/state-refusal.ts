import { AppError } from "@jst/errors";

/** A booking that is in one state cannot come into another (scheduling.states). */
export function stateRefusal(from: string, to: string, allowed: readonly string[], why: string): AppError {
  return new AppError("invalid_state_transition", why, {
    errors: [{ field: "status", code: "invalid_state_transition", message: why }],
    extension: { from, to, allowed },
  });
}
