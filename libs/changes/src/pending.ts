import { AppError } from "@jst/errors";
import type { Status } from "./queries.ts";

/** The 409 of a changeset that waits for no decision. */
export function notPending(status: Status): AppError {
  return new AppError(
    "changeset_not_pending",
    `The changeset is ${status}; only a queued one is decided on.`,
  );
}
