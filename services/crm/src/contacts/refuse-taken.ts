import { AppError } from "@jst/errors";
import type { Call, Reply } from "@jst/rpc";
import { ContactTaken } from "./contact-taken.ts";
import { findHolder } from "./queries.ts";

/**
 * Runs a write and answers a clash with 409 contact_exists, naming the contact that holds the value. The holder is
 * looked up after the failed transaction has ended; one that gave the value up meanwhile is a reason to try again.
 */
export async function refuseTaken<Deps>(call: Call<Deps>, write: () => Promise<Reply>): Promise<Reply> {
  let taken: ContactTaken | undefined;
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof ContactTaken)) throw error;
      taken = error;
    }
    const [holder] = await call.read<{ id: string }>(findHolder(call.caller.team_id, taken));
    if (holder !== undefined) throw contactExists(taken, holder.id);
  }
  throw new AppError("unavailable", "Other writes kept taking and leaving the same value. Try again.", {
    cause: taken,
  });
}

function contactExists(taken: ContactTaken, existingId: string): AppError {
  const detail = `Another contact of the team has this ${taken.field}; see existing_id.`;
  return new AppError("contact_exists", detail, {
    extension: { existing_id: existingId, field: taken.field },
    cause: taken,
  });
}
