import { LeasedSession } from "./leased-session.ts";

/** Longest time one pass may take. */
const timeoutMs = 60_000;

/**
 * Removes the stored replies of all teams that are older than 24 hours. Row-level security decides which those are:
 * without a team the service's role can remove no other row. Answers at once while another process is at it.
 */
export async function reapReplies(service: string, connectionString: string): Promise<void> {
  const options = { connectionString, applicationName: `${service}-reaper`, timeoutMs };
  const session = await LeasedSession.open({ ...options, lease: `${service} stored replies` });
  try {
    if (await session.take()) await session.query({ text: "delete from idempotency_keys", values: [] });
  } finally {
    await session.close();
  }
}
