import { AppError } from "@jst/errors";
import type { Status } from "./queries.ts";

/** Builds the 409 of a changeset that no longer waits for a decision. */
export function notPending(status: Status): AppError {
  return new AppError(
    "changeset_not_pending",
    `This proposal is already ${status}, so you cannot approve or reject it. No further step is needed.`,
  );
}
