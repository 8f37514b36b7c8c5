import { LeasedSession } from "@jst/db";

/** Rows that one statement removes. */
const BATCH = 1_000;
const timeoutMs = 10_000;

/**
 * Removes notices of all teams, and the record of their facts, after 90 days (notifications.age). `workerUrl` is of the
 * role comms_worker. Does nothing while another process is at it.
 */
export async function sweepNotices(workerUrl: string): Promise<void> {
  const options = { connectionString: workerUrl, applicationName: "comms-notices", timeoutMs };
  const session = await LeasedSession.open({ ...options, lease: "comms old notices" });
  try {
    if (!(await session.take())) return;
    for (const table of ["notifications", "notice_facts"] as const)
      while ((await removeOld(session, table)) === BATCH);
  } finally {
    await session.close();
  }
}

async function removeOld(session: LeasedSession, table: "notifications" | "notice_facts"): Promise<number> {
  const rows = await session.query({
    name: `comms.${table}.sweep`,
    text: `delete from comms.${table} n where n.ctid = any(array(
        select o.ctid from comms.${table} o where o.created_at < now() - interval '90 days'
        order by o.created_at limit $1
      )) returning 1`,
    values: [BATCH],
  });
  return rows.length;
}
