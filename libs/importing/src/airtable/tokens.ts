import type { JobOutcome } from "@jst/jobs";
import type { StoredImport } from "../import.ts";
import { fenced, workContext, type Attempt } from "../work.ts";
import { dropToken, findBase, type StoredBase } from "./base-queries.ts";

/** Drops the token of an import that has ended. */
export async function endToken<Deps>(attempt: Attempt<Deps>, stored: StoredImport): Promise<void> {
  if (stored.source.kind !== "airtable") return;
  await attempt.database.write(workContext(attempt.teamId), async (tx) => {
    await fenced(tx, attempt, stored);
    await tx.query(dropToken(attempt.teamId, stored.id));
  });
}

/** Returns when the job of an import that waits for its caller comes back: to drop the token in time. */
export async function tokenOutcome<Deps>(attempt: Attempt<Deps>, stored: StoredImport): Promise<JobOutcome> {
  if (stored.source.kind !== "airtable") return {};
  const { database, teamId } = attempt;
  const [base] = await database.read<StoredBase>(workContext(teamId), findBase(teamId, stored.id));
  if (base?.token === undefined || base.token === null) return {};
  if (base.token_left > 0) return { retryAfterMs: base.token_left };
  await endToken(attempt, stored);
  return {};
}
