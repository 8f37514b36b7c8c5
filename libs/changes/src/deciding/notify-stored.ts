import { LeasedSession } from "@jst/db";
import { notifyDeciders, type NotifyingParts } from "./notify-deciders.ts";

/** Parts of a service that judge its new proposals once more. */
export interface NotifyingStoredParts extends NotifyingParts {
  /** Connection of role `<service>_relay`, which sees in which teams proposals wait. */
  relayUrl: string;
}

const timeoutMs = 30_000;

/**
 * Judges each open proposal once more after it was stored or edited, and notifies who may decide where that is somebody
 * else (notifications.rules). The rules of before a change may have judged it, and the pass of that change could not
 * see it yet. A team that fails does not delay the others, and is tried again the next time. Returns at once while
 * another process does this work.
 */
export async function notifyStored({ relayUrl, ...parts }: NotifyingStoredParts): Promise<void> {
  const applicationName = `${parts.service}-stored`;
  const options = { connectionString: relayUrl, applicationName, timeoutMs };
  const session = await LeasedSession.open({ ...options, lease: `${parts.service} stored changesets` });
  try {
    if (!(await session.take())) return;
    const teams = await session.query<{ team_id: string }>({
      text: "select distinct team_id from changesets where status = 'queued' and expires_at > now()",
      values: [],
    });
    const failures: unknown[] = [];
    for (const { team_id: teamId } of teams)
      await notifyDeciders(parts, teamId, "stored", () => Promise.resolve()).catch((error: unknown) =>
        failures.push(error),
      );
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} teams were left out.`);
  } finally {
    await session.close();
  }
}
